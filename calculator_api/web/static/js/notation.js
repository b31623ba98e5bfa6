// One seat's tiles as a line of text, and back:
//
//   345m123s11z46s (111z<west) (123m) [4444p] (3333p+) {1f5f} =5s
//
// The hand as it is; a meld in ( ), a concealed kong in [ ], `+` after the tiles of a kong that was added to a pung,
// `<seat` for whom it came from; flowers in { }; the winning tile after `=`.

import { SEATS } from "./sheet.js";
import { player, previousSeat, winOf } from "./round.js";
import { NotationError, byOrder, compact, parse, sorted } from "./tiles.js";

export { NotationError };

/** The seat's tiles in notation. */
export function write(round, seat) {
  const { concealed, melds, flowers } = player(round, seat);
  const parts = [compact(concealed), ...melds.map(writeMeld)];
  if (flowers.length) parts.push(`{${compact(flowers)}}`);
  const tile = winOf(round, seat)?.tile;
  if (tile) parts.push(`=${tile}`);
  return parts.filter(Boolean).join(" ");
}

function writeMeld({ type, tiles, from }) {
  if (type === "concealed_kong") return `[${compact(tiles)}]`;
  const source = from && type !== "chow" ? `<${from}` : "";
  return `(${compact(tiles)}${type === "added_kong" ? "+" : ""}${source})`;
}

const PART = /\(([^()]*)\)|（([^（）]*)）|\[([^[\]]*)\]|【([^【】]*)】|\{([^{}]*)\}|[=＝]([^()[\]{}（）【】=＝]*)|([^()[\]{}（）【】=＝]+)/gu;

/** What the line says: `{concealed, melds, flowers, tile}`; throws NotationError with the part that cannot be read. */
export function read(text, sheet, seat) {
  const out = { concealed: [], melds: [], flowers: [], tile: undefined };
  let seen = 0;
  for (const match of text.matchAll(PART)) {
    seen += match[0].length;
    const [, open, wideOpen, closed, wideClosed, flowers, tile, plain] = match;
    if (plain !== undefined) out.concealed.push(...parse(plain));
    else if (flowers !== undefined) out.flowers.push(...parse(flowers));
    else if (tile !== undefined) {
      const [winning, ...rest] = parse(tile);
      out.tile = winning;
      out.concealed.push(...rest);
    } else if ((open ?? wideOpen) !== undefined) out.melds.push(readMeld(open ?? wideOpen, sheet, seat));
    else out.melds.push({ type: "concealed_kong", tiles: parse(closed ?? wideClosed) });
  }
  if (seen !== text.length) throw new NotationError(text.replace(PART, "").trim() || text);
  return { ...out, concealed: sorted(out.concealed), flowers: sorted(out.flowers) };
}

function readMeld(text, sheet, seat) {
  const [body, source] = text.split("<").map((part) => part.trim());
  const added = body.endsWith("+");
  const tiles = parse(added ? body.slice(0, -1) : body).sort(byOrder);
  if (source !== undefined && !SEATS.includes(source)) throw new NotationError(source);
  const same = tiles.every((tile) => tile === tiles[0]);
  const type = !same ? "chow" : tiles.length < 4 ? "pung" : added ? "added_kong" : "exposed_kong";
  const meld = { type, tiles };
  if (type === "chow") meld.from = source ?? previousSeat(sheet, seat);
  else if (source) meld.from = source;
  return meld;
}

/** The round with the seat's tiles as the line says; further fields of unchanged melds are kept. */
export function apply(round, seat, parsed) {
  const before = player(round, seat);
  const melds = parsed.melds.map((meld, i) => {
    const old = before.melds[i];
    return old && old.type === meld.type && compact(old.tiles) === compact(meld.tiles) ? { ...old, ...meld } : meld;
  });
  const { concealed, flowers, tile } = parsed;
  const wins = round.wins.map((win) => {
    if (win.winner !== seat) return win;
    const { tile: gone, ...rest } = win;
    return tile ? { ...rest, tile } : rest;
  });
  return { ...round, players: { ...round.players, [seat]: { ...before, concealed, melds, flowers } }, wins };
}
