// What the page needs to know of a rule sheet (`GET /v1/rulesets/{id}`). Which switches there are is read from it, never from its id.

import { CODES, byOrder, tilesOf } from "./tiles.js";

export const SEATS = ["east", "south", "west", "north"];
const MELDS = ["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"];
const CIRCUMSTANCES = [
  "kong_replacement", "flower_replacement", "kong_discard", "last_tile", "last_of_kind", "heavenly", "earthly", "human", "opening",
];

const list = (value) => (Array.isArray(value) ? value : Object.entries(value ?? {}).map(([name, field]) => ({ name, ...field })));

/** The sheet as the page uses it; `raw` is the API's answer. */
export function readSheet(raw) {
  const fields = raw.inputs ?? {};
  const inPlay = new Set(tilesOf(raw.table.tiles));
  const flowers = new Set(tilesOf(raw.table.flowers ?? ""));
  return Object.freeze({
    raw,
    id: raw.id,
    seats: raw.table.seats ?? SEATS,
    kinds: CODES.filter((code) => inPlay.has(code) || flowers.has(code)),
    flowers,
    wildcards: raw.wildcards ?? null,
    handKinds: new Set(raw.table.hand_tiles ?? [...inPlay].filter((code) => !flowers.has(code))),
    // Whether several wins of a round follow each other, with a tile and a payer each, or are claims of one tile.
    successive: raw.win?.rounds === "successive",
    ways: raw.win?.by ?? ["self_draw", "discard", "robbed_kong"],
    uses: new Set(raw.uses ?? []),
    circumstances: CIRCUMSTANCES.filter((name) => (raw.uses ?? []).includes(name)),
    options: list(raw.options),
    inputs: { table: list(fields.table), player: list(fields.player), meld: list(fields.meld), win: list(fields.win) },
    limits: raw.limits ?? {},
    patterns: new Map(list(raw.patterns).map((pattern) => [pattern.id ?? pattern.name, pattern])),
    decisions: raw.decisions ?? [],
  });
}

/** A value of the sheet, which may be the choice of a house rule: a plain value or `{option, values}`. */
export function resolve(sheet, value, options) {
  if (value === null || typeof value !== "object" || Array.isArray(value) || !value.option) return value;
  const option = sheet.options.find((field) => field.name === value.option);
  const chosen = options?.[value.option] ?? option?.default;
  return value.values ? value.values[String(chosen)] : chosen;
}

export const handSize = (sheet, options) => resolve(sheet, sheet.raw.table.hand_size, options) ?? 13;

export const meldTypes = (sheet, options) => {
  const allowed = resolve(sheet, sheet.raw.table.melds, options) ?? [];
  return MELDS.filter((type) => allowed.includes(type));
};

/** Every run that may be a chow: `[["1m", "2m", "3m"], …]`. */
export function runs(sheet) {
  const own = sheet.raw.table.runs ?? [];
  const kinds = new Set(sheet.kinds);
  const given = (Array.isArray(own) ? own : own.only ?? []).map((run) => tilesOf(run).sort(byOrder));
  if (!Array.isArray(own)) return given;
  const plain = ["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7].map((n) => [0, 1, 2].map((step) => `${n + step}${suit}`)));
  return plain.filter((run) => run.every((code) => kinds.has(code))).concat(given);
}

/** Whether the wildcards depend on a tile that is turned over (else they are always the same). */
export function asksForIndicator(sheet, options) {
  if (!sheet.wildcards) return false;
  const faces = [resolve(sheet, sheet.wildcards.faces, options) ?? []].flat();
  return !faces.length || faces.some((face) => !/^\d/.test(face));
}

/** The standard player fields that have an effect here, as typed fields; the region's own are in `inputs.player`. */
export function playerSwitches(sheet, seat) {
  const fields = [];
  for (const name of ["ready", "exposed"]) if (sheet.uses.has(name)) fields.push({ name, type: "boolean", default: false });
  for (const name of ["raise", "wildcards_thrown"]) {
    const limit = sheet.limits[name] ?? {};
    if (sheet.uses.has(name) && (!limit.seats || limit.seats.includes(seat))) {
      fields.push({ name, type: "integer", default: 0, minimum: limit.minimum ?? 0, maximum: limit.maximum ?? null });
    }
  }
  return fields;
}
