// The round on the table, as plain frozen-by-convention data: every edit returns a new round, so that undo is a list of them.
//
//   {ruleset, options, table, players: {seat: {concealed: [codes], melds: [{type, tiles: [codes], from}], flowers: [codes], …}}, wins: [{winner, by, tile, …}]}
//
// It is the request of the API with tiles as lists of codes; what has its default is left out.

import { SEATS, asksForIndicator, handSize, meldTypes, runs } from "./sheet.js";
import { compact, sorted, tilesOf } from "./tiles.js";

const NOBODY = Object.freeze({ concealed: [], melds: [], flowers: [] });
export const KONGS = new Set(["exposed_kong", "added_kong", "concealed_kong"]);

export const newRound = (ruleset, options = {}) => ({
  ruleset, options, table: {}, players: {}, wins: [{ winner: "south", by: "self_draw" }],
});

/** The same tiles under another region's rules: what that region does not know is left behind. */
export function carryOver(sheet, round, options) {
  const known = (seat) => sheet.seats.includes(seat);
  const players = {};
  for (const [seat, one] of Object.entries(round.players).filter(([name]) => known(name))) {
    players[seat] = {
      concealed: one.concealed.filter((code) => sheet.handKinds.has(code)),
      melds: one.melds.filter((meld) => meldTypes(sheet, options).includes(meld.type) && meld.tiles.every((code) => sheet.handKinds.has(code)))
        .map(({ type, tiles, from }) => (from && known(from) ? { type, tiles, from } : { type, tiles })),
      flowers: one.flowers.filter((code) => sheet.flowers.has(code)),
    };
  }
  const wins = round.wins.filter((win) => known(win.winner)).map(({ winner, by, tile, from, circumstances }) => tidyWin(withField(withField(
    { winner, by, circumstances: (circumstances ?? []).filter((name) => sheet.circumstances.includes(name)) },
    "tile", sheet.handKinds.has(tile) ? tile : undefined), "from", known(from) ? from : undefined)));
  const table = asksForIndicator(sheet, options) && round.table.indicator ? { indicator: round.table.indicator } : {};
  return { ruleset: sheet.id, options, table, players, wins };
}

export const player = (round, seat) => round.players[seat] ?? NOBODY;
export const winOf = (round, seat) => round.wins.find((win) => win.winner === seat) ?? null;
export const hasOpening = (win) => Boolean(win?.circumstances?.includes("opening"));

const without = (object, name) => {
  const { [name]: gone, ...rest } = object;
  return rest;
};

/** `object` with the field set, or without it where `value` is undefined. */
export const withField = (object, name, value) => (value === undefined ? without(object, name) : { ...object, [name]: value });

export const setPlayer = (round, seat, change) => {
  const next = { ...player(round, seat), ...change };
  return { ...round, players: { ...round.players, [seat]: next } };
};

export const setWin = (round, seat, change) => ({
  ...round, wins: round.wins.map((win) => (win.winner === seat ? tidyWin({ ...win, ...change }) : win)),
});

// What contradicts the way of winning in every region is dropped when the way changes.
function tidyWin(win) {
  let out = win;
  if (win.by === "self_draw") out = without(out, "from");
  const fits = {
    kong_replacement: win.by === "self_draw", flower_replacement: win.by === "self_draw", kong_discard: win.by === "discard",
    heavenly: win.by === "self_draw" && win.winner === "east", opening: win.by === "self_draw",
  };
  const kept = (win.circumstances ?? []).filter((name) => fits[name] !== false);
  if (kept.includes("opening")) out = without(out, "tile");
  return kept.length ? { ...out, circumstances: kept } : without(out, "circumstances");
}

export const previousSeat = (sheet, seat) => turn(sheet, seat, -1);
const turn = (sheet, seat, step) => sheet.seats[(sheet.seats.indexOf(seat) + step + sheet.seats.length) % sheet.seats.length];

/** The only winner is now `seat`; the hand that was entered moves there, with everything on it as seen from its place. */
export function moveWin(sheet, round, seat) {
  const [win] = round.wins;
  if (!win) return { ...round, wins: [{ winner: seat, by: "self_draw" }] };
  const old = win.winner;
  if (old === seat) return round;
  const step = sheet.seats.indexOf(seat) - sheet.seats.indexOf(old);
  const seen = (data, by) => (data ? { ...data, melds: data.melds.map((meld) => (meld.from ? { ...meld, from: turn(sheet, meld.from, by) } : meld)) } : undefined);
  let players = withField(round.players, seat, seen(round.players[old], step));
  players = withField(players, old, seen(round.players[seat], -step));
  const from = win.from === seat ? old : win.from;
  return { ...round, players, wins: [tidyWin({ ...withField(win, "from", from), winner: seat })] };
}

/** One winner more or less, where several may win. Claims are of one tile from one payer; wins that follow each other stay in their order. */
export function toggleWin(sheet, round, seat) {
  if (winOf(round, seat)) return { ...round, wins: round.wins.filter((win) => win.winner !== seat) };
  const [first] = sheet.successive ? [] : round.wins;
  const claim = first && first.by !== "self_draw" && first.from !== seat;
  const win = claim
    ? withField(withField({ winner: seat, by: first.by }, "from", first.from), "tile", first.tile)
    : { winner: seat, by: "discard" };
  const wins = [...round.wins, win];
  return { ...round, wins: sheet.successive ? wins : wins.sort((a, b) => SEATS.indexOf(a.winner) - SEATS.indexOf(b.winner)) };
}

/** How many tiles the seat still lacks; the winning tile is not among them. */
export function missing(sheet, round, seat) {
  const { concealed, melds } = player(round, seat);
  // The dealer is dealt one more, which counts where the win is declared on the dealt hand.
  const extra = seat === "east" && hasOpening(winOf(round, seat)) ? 1 : 0;
  return handSize(sheet, round.options) + extra - 3 * melds.length - concealed.length;
}

/** How often each kind is already used, as `{code: count}`. */
export function used(round) {
  const counts = {};
  const add = (code) => { counts[code] = (counts[code] ?? 0) + 1; };
  for (const one of Object.values(round.players)) {
    one.concealed.forEach(add);
    one.flowers.forEach(add);
    one.melds.forEach((meld) => meld.tiles.forEach(add));
  }
  const claimed = new Set();
  for (const win of round.wins) {
    const key = win.by === "self_draw" ? win.winner : `${win.tile} from ${win.from}`;
    if (win.tile && !claimed.has(key)) add(win.tile);
    claimed.add(key);
  }
  if (round.table.indicator) add(round.table.indicator);
  return counts;
}

const copies = (code) => (code[1] === "f" ? 1 : 4);

/** Where a tile goes that is tapped now: `hand`, `win`, `flowers` or null. */
function placeFor(sheet, round, seat, pen, code) {
  if (pen === "flowers") return sheet.flowers.has(code) ? "flowers" : null;
  // What cannot stand in a hand is set aside.
  if (!sheet.handKinds.has(code)) return pen === "hand" && sheet.flowers.has(code) ? "flowers" : null;
  const win = winOf(round, seat);
  if (pen === "win") return win && !hasOpening(win) ? "win" : null;
  const lack = missing(sheet, round, seat);
  // Whoever did not win may just have drawn a tile.
  if (lack > 0 || (!win && lack === 0)) return "hand";
  return win && !win.tile && !hasOpening(win) ? "win" : null;
}

/** The tiles each meld of `type` would have that a tap on `code` can mean. */
export function meldsFrom(sheet, round, type, code) {
  if (type === "chow") return runs(sheet).filter((run) => run[0] === code && run.every((tile) => left(round, tile) > 0));
  const size = KONGS.has(type) ? 4 : 3;
  return left(round, code) >= size && copies(code) >= size ? [Array(size).fill(code)] : [];
}

export const left = (round, code) => copies(code) - (used(round)[code] ?? 0);

/** Whether the key of `code` does anything now. */
export function canTap(sheet, round, seat, pen, code) {
  if (left(round, code) <= 0) return false;
  if (pen.meld) return missing(sheet, round, seat) >= 3 && meldsFrom(sheet, round, pen.meld, code).length > 0;
  if (pen.field) return true;
  return placeFor(sheet, round, seat, pen.kind, code) !== null;
}

/** The round with one more tile in the place the pen points to. */
export function addTile(sheet, round, seat, kind, code) {
  const place = placeFor(sheet, round, seat, kind, code);
  const one = player(round, seat);
  if (place === "flowers") return setPlayer(round, seat, { flowers: sorted([...one.flowers, code]) });
  if (place === "win") return shareTile(sheet, setWin(round, seat, { tile: code }), seat, code);
  if (place === "hand") return setPlayer(round, seat, { concealed: sorted([...one.concealed, code]) });
  return round;
}

// Several winners claim the same tile.
function shareTile(sheet, round, seat, code) {
  const win = winOf(round, seat);
  if (win.by === "self_draw" || sheet.successive) return round;
  return { ...round, wins: round.wins.map((w) => (w.by === win.by && w.from === win.from ? { ...w, tile: code } : w)) };
}

export function addMeld(sheet, round, seat, type, tiles) {
  const meld = { type, tiles };
  if (type === "chow") meld.from = previousSeat(sheet, seat);
  return setPlayer(round, seat, { melds: [...player(round, seat).melds, meld] });
}

/** The meld as another kind: a pung becomes a kong by its fourth tile and back. */
export function retypeMeld(sheet, round, seat, at, type) {
  const meld = player(round, seat).melds[at];
  const tiles = Array(KONGS.has(type) ? 4 : 3).fill(meld.tiles[0]);
  const next = withField({ ...meld, type, tiles }, "from", type === "concealed_kong" ? undefined : meld.from);
  return setPlayer(round, seat, { melds: player(round, seat).melds.map((m, i) => (i === at ? next : m)) });
}

/** The kinds of meld that this one could be instead, itself included. */
export function otherTypes(sheet, round, seat, at) {
  const meld = player(round, seat).melds[at];
  if (meld.type === "chow") return ["chow"];
  const grows = !KONGS.has(meld.type) && left(round, meld.tiles[0]) < 1;
  return meldTypes(sheet, round.options).filter((type) => type !== "chow" && !(grows && KONGS.has(type)));
}

export const removeAt = (items, at) => items.filter((_, i) => i !== at);

/** The last thing entered for the seat is taken back: winning tile, then hand, then melds, then flowers. */
export function backspace(round, seat) {
  const one = player(round, seat);
  if (winOf(round, seat)?.tile) return setWin(round, seat, { tile: undefined });
  for (const part of ["concealed", "melds", "flowers"]) {
    if (one[part].length) return setPlayer(round, seat, { [part]: one[part].slice(0, -1) });
  }
  return round;
}

/** The tile at `at` of the hand is the one that won; the one that was goes back into the hand. */
export function chooseWinningTile(round, seat, at) {
  const { concealed } = player(round, seat);
  const before = winOf(round, seat)?.tile;
  const rest = removeAt(concealed, at);
  return setWin(setPlayer(round, seat, { concealed: sorted(before ? [...rest, before] : rest) }), seat, { tile: concealed[at] });
}

/** Whether the turned tile is all that is still to be said. */
export const lacksOnlyIndicator = (sheet, round) => todo(sheet, round)?.what === "indicator"
  && round.wins.every((win) => missing(sheet, round, win.winner) === 0 && (win.tile || hasOpening(win)));

/** What has to be done before the round can be scored: null, or `{what, seat, count}`. */
export function todo(sheet, round) {
  if (asksForIndicator(sheet, round.options) && sheet.wildcards.required && !round.table.indicator && !round.table.wildcards?.length
    && Object.values(round.players).some((one) => one.concealed.length + one.melds.length > 0)) return { what: "indicator" };
  for (const win of round.wins) {
    const lack = missing(sheet, round, win.winner);
    if (!win.tile && !hasOpening(win)) return lack > 0 ? { what: "tiles", seat: win.winner, count: lack + 1 } : { what: "winning_tile", seat: win.winner };
    if (lack > 0) return { what: "tiles", seat: win.winner, count: lack };
    if (lack < 0) return { what: "too_many", seat: win.winner, count: -lack };
    if (win.by !== "self_draw" && !win.from) return { what: "payer", seat: win.winner };
  }
  for (const [seat, one] of Object.entries(round.players)) {
    const lack = missing(sheet, round, seat);
    if (one.concealed.length && lack > 0) return { what: "tiles", seat, count: lack };
  }
  return null;
}

const empty = (value) => value === undefined || value === null || value === "" || (typeof value === "object" && !Object.keys(value).length);

/** The request for `POST /v1/score`. */
export function toRequest(round) {
  const request = { ruleset: round.ruleset };
  if (!empty(round.options)) request.options = round.options;
  if (!empty(round.table)) request.table = round.table;
  request.players = {};
  for (const seat of SEATS) {
    const { concealed, melds, flowers, ...rest } = player(round, seat);
    const out = { ...rest };
    if (concealed.length) out.concealed = compact(concealed);
    if (melds.length) out.melds = melds.map((meld) => ({ ...meld, tiles: compact(meld.tiles) }));
    if (flowers.length) out.flowers = compact(flowers);
    if (Object.keys(out).length || winOf(round, seat)) request.players[seat] = ordered(out);
  }
  request.wins = round.wins.map((win) => JSON.parse(JSON.stringify(win)));
  return request;
}

const FIRST = ["concealed", "melds", "flowers"];
const ordered = (one) => Object.fromEntries([...FIRST.filter((key) => key in one), ...Object.keys(one).filter((key) => !FIRST.includes(key))].map((key) => [key, one[key]]));

/** The round that a request describes; throws where it is no request at all. */
export function fromRequest(request) {
  const players = {};
  for (const [seat, one] of Object.entries(request.players ?? {})) {
    if (!SEATS.includes(seat)) continue;
    players[seat] = {
      ...one,
      concealed: sorted(tilesOf(one.concealed)),
      melds: (one.melds ?? []).map((meld) => ({ ...meld, tiles: tilesOf(meld.tiles) })),
      flowers: sorted(tilesOf(one.flowers)),
    };
  }
  const table = { ...request.table };
  for (const name of ["birds", "wildcards"]) if (table[name] !== undefined) table[name] = tilesOf(table[name]);
  if (table.indicator) [table.indicator] = tilesOf(table.indicator);
  const wins = (request.wins ?? []).map((win) => (win.tile ? { ...win, tile: tilesOf(win.tile)[0] } : { ...win }));
  return { ruleset: request.ruleset, options: { ...request.options }, table, players, wins };
}
