// The state of the page and the ways to change it. Views read `state` and call the functions here; every change of the round
// goes through `commit`, which keeps the history, the address and the answer in step.

import * as api from "./api.js";
import * as fragment from "./fragment.js";
import * as notation from "./notation.js";
import * as rounds from "./round.js";
import { t } from "./i18n.js";
import { handSize, meldTypes, readSheet } from "./sheet.js";
import { isTile } from "./tiles.js";

const HISTORY = 200;
const DELAY = 120;

export const state = {
  regions: [],            // GET /v1/rulesets
  sheet: null,            // the rule sheet in use, as readSheet gives it
  round: null,
  past: [], future: [],
  seat: "south",          // whose tiles are shown
  pen: { kind: "hand" },  // where a tapped tile goes: {kind: hand | win | flowers}, {meld: type} or {field: {scope, name, many}}
  choice: null,           // the runs a tap on a chow key could mean
  meldAt: null,           // the meld that is being edited …
  meldNew: false,         // … or only asked about, just after it was made
  several: false,
  typed: "",              // digits typed so far, before the suit
  text: null,             // the notation box while somebody types in it: {value, error}
  keyboard: true,
  result: { state: "idle" },  // idle | todo | loading | scored | refused | offline | failed, with `request`, `answer`, `todo` …
  example: null,
  examples: null,
  dialog: null,
  toast: "",
  fault: null,            // why there is no page at all
};

let draw = () => {};
export const onChange = (callback) => { draw = callback; };
export const refresh = (change = {}) => {
  Object.assign(state, change);
  draw();
};

const stored = (key, fallback) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
};
const store = (key, value) => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* private browsing: nothing is remembered */ }
};
export const recent = () => stored("recent", []);

// ── the round ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The round is now `round`: remembered for undo, written to the address, scored. */
export function commit(round, change = {}) {
  if (round !== state.round) {
    state.past = [...state.past.slice(1 - HISTORY), state.round];
    state.future = [];
  }
  settle(round, change);
}

function settle(round, change) {
  Object.assign(state, { round, text: null, choice: null }, change);
  state.several = state.several || round.wins.length > 1;
  const seat = rounds.player(round, state.seat);
  if (state.meldAt !== null && !seat.melds[state.meldAt]) state.meldAt = null;
  if (state.pen.kind === "win" && !rounds.winOf(round, state.seat)) state.pen = { kind: "hand" };
  writeAddress();
  rescore();
  draw();
}

// Some browsers refuse more than a hundred changes of the address in half a minute; the last one is written later.
let unwritten = 0;
function writeAddress() {
  clearTimeout(unwritten);
  try {
    history.replaceState(null, "", `#${fragment.encode(rounds.toRequest(state.round))}`);
  } catch {
    unwritten = setTimeout(writeAddress, 5000);
  }
}

export function undo() {
  if (!state.past.length) return;
  state.future = [...state.future, state.round];
  step(state.past.pop());
}

export function redo() {
  if (!state.future.length) return;
  state.past = [...state.past, state.round];
  step(state.future.pop());
}

function step(round) {
  if (round.ruleset !== state.round.ruleset) {
    open(round, { keepHistory: true });
    return;
  }
  settle(round, { several: round.wins.length > 1, example: null });
}

export function clear() {
  const { ruleset, options, table } = state.round;
  // The next hand is played under the same rules and mostly in the same wind.
  const fresh = { ...rounds.newRound(ruleset, options), table: table.round_wind ? { round_wind: table.round_wind } : {} };
  commit(fresh, { seat: "south", pen: { kind: "hand" }, meldAt: null, several: false, example: null, typed: "" });
}

// ── tiles ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A key of the tile keyboard was tapped; returns whether it did anything. */
export function tap(code) {
  const { sheet, round, seat, pen } = state;
  if (!sheet || !rounds.canTap(sheet, round, seat, pen, code)) return false;
  if (pen.meld) {
    const options = rounds.meldsFrom(sheet, round, pen.meld, code);
    if (options.length > 1) refresh({ choice: options });
    else makeMeld(options[0]);
  } else if (pen.field) fillField(pen.field, code);
  else {
    const next = rounds.addTile(sheet, round, seat, pen.kind, code);
    commit(next, { pen: rounds.lacksOnlyIndicator(sheet, next) ? indicatorPen() : pen.kind === "win" ? { kind: "hand" } : pen, typed: "" });
  }
  return true;
}

/** The pen that fills in the turned tile. */
export const indicatorPen = () => ({ field: { scope: "table", name: "indicator", many: false }, label: t("f.indicator") });

export function makeMeld(tiles) {
  const { sheet, round, seat, pen } = state;
  const next = rounds.addMeld(sheet, round, seat, pen.meld, tiles);
  // Whom it came from is asked at once, where that is a question.
  const asks = (pen.meld !== "chow" && pen.meld !== "concealed_kong") || sheet.inputs.meld.length > 0;
  commit(next, { pen: { kind: "hand" }, meldAt: asks ? rounds.player(next, seat).melds.length - 1 : null, meldNew: true });
}

function fillField(field, code) {
  const value = field.many ? [...(readField(field) ?? []), code] : code;
  writeField(field, value, field.many ? {} : { pen: { kind: "hand" } });
}

export const tapHand = (at) => {
  const { round, seat, pen } = state;
  const one = rounds.player(round, seat);
  if (pen.kind === "win") commit(rounds.chooseWinningTile(round, seat, at), { pen: { kind: "hand" } });
  else commit(rounds.setPlayer(round, seat, { concealed: rounds.removeAt(one.concealed, at) }));
};
export const removeFlower = (at) => {
  const one = rounds.player(state.round, state.seat);
  commit(rounds.setPlayer(state.round, state.seat, { flowers: rounds.removeAt(one.flowers, at) }));
};
export const removeMeld = (at) => {
  const one = rounds.player(state.round, state.seat);
  commit(rounds.setPlayer(state.round, state.seat, { melds: rounds.removeAt(one.melds, at) }), { meldAt: null });
};
export const tapWinningTile = () => {
  const win = rounds.winOf(state.round, state.seat);
  if (win?.tile) commit(rounds.setWin(state.round, state.seat, { tile: undefined }), { pen: { kind: "win" } });
  else refresh({ pen: { kind: "win" } });
};
export const backspace = () => commit(rounds.backspace(state.round, state.seat));

/** The keys a hand can be typed with: digits, then the suit. */
export function type(key) {
  if (/^[1-9]$/.test(key)) refresh({ typed: (state.typed + key).slice(-14) });
  else if (/^[mpszf]$/.test(key) && state.typed) {
    const codes = [...state.typed].map((digit) => digit + key).filter(isTile);
    state.typed = "";
    codes.forEach(tap);
    draw();
  } else return false;
  return true;
}

export function typeNotation(value) {
  try {
    const parsed = notation.read(value, state.sheet, state.seat);
    commit(notation.apply(state.round, state.seat, parsed), { text: { value, error: null } });
    state.text = { value, error: null };
  } catch (error) {
    if (!(error instanceof notation.NotationError)) throw error;
    refresh({ text: { value, error: error.message } });
  }
}

// ── fields: options, table, players, melds, wins ─────────────────────────────────────────────────────────────────────

/** The object of the round that holds the field. */
export function holder({ scope, seat = state.seat, at }, round = state.round) {
  if (scope === "options") return round.options;
  if (scope === "table") return round.table;
  if (scope === "win") return rounds.winOf(round, seat) ?? {};
  const one = rounds.player(round, seat);
  return scope === "meld" ? one.melds[at] ?? {} : one;
}

export const readField = (field) => holder(field)[field.name];

/** Sets the field, or takes it out where `value` is undefined. */
export function writeField(field, value, change = {}) {
  const { round } = state;
  const next = rounds.withField(holder(field), field.name, value);
  const { scope, seat = state.seat, at } = field;
  if (scope === "options") {
    store(`options.${round.ruleset}`, next);
    commit({ ...round, options: next }, change);
  } else if (scope === "table") commit({ ...round, table: exclusive(next, field.name) }, change);
  else if (scope === "win") commit({ ...round, wins: round.wins.map((win) => (win.winner === seat ? next : win)) }, change);
  else if (scope === "meld") {
    const melds = rounds.player(round, seat).melds.map((meld, i) => (i === at ? next : meld));
    commit(rounds.setPlayer(round, seat, { melds }), change);
  } else commit({ ...round, players: { ...round.players, [seat]: next } }, change);
}

// The turned tile and the wildcards say the same thing: the one given last holds.
function exclusive(table, name) {
  if (name === "indicator" && table.indicator) return rounds.withField(table, "wildcards", undefined);
  if (name === "wildcards" && table.wildcards?.length) return rounds.withField(table, "indicator", undefined);
  return table;
}

export const resetOptions = () => {
  store(`options.${state.round.ruleset}`, {});
  commit({ ...state.round, options: {} });
};

// ── the end of the round ─────────────────────────────────────────────────────────────────────────────────────────────

export function chooseWinner(seat) {
  const { sheet, round, several } = state;
  if (several) {
    commit(rounds.toggleWin(sheet, round, seat), { seat });
    return;
  }
  commit(rounds.moveWin(sheet, round, seat), { seat, pen: { kind: "hand" } });
}

export function setSeveral(on) {
  const { round } = state;
  if (on) refresh({ several: true });
  else commit({ ...round, wins: round.wins.slice(0, 1) }, { several: false });
}

export const setDrawn = () => commit({ ...state.round, wins: [] }, { several: false, pen: { kind: "hand" } });

export function setWay(seat, by) {
  const win = rounds.winOf(state.round, seat);
  commit(rounds.setWin(state.round, seat, { ...win, by }));
}

export function setPayer(seat, from) {
  let { round } = state;
  const { sheet } = state;
  const { by } = rounds.winOf(round, seat);
  // Claims of one tile have one payer.
  const together = (win) => win.winner === seat || (!sheet.successive && win.by === by);
  for (const win of round.wins) if (together(win) && win.winner !== from) round = rounds.setWin(round, win.winner, { from });
  commit(round);
}

export function toggleCircumstance(seat, name) {
  const now = rounds.winOf(state.round, seat).circumstances ?? [];
  const next = now.includes(name) ? now.filter((one) => one !== name) : [...now, name];
  commit(rounds.setWin(state.round, seat, { circumstances: next }));
}

// ── scoring ──────────────────────────────────────────────────────────────────────────────────────────────────────────

let timer = 0;
let running = null;

function rescore() {
  clearTimeout(timer);
  running?.abort();
  const { sheet, round } = state;
  if (!sheet) return;
  const request = rounds.toRequest(round);
  const todo = rounds.todo(sheet, round);
  if (todo) {
    state.result = { state: "todo", todo, request };
    return;
  }
  state.result = { ...state.result, state: "loading", request };
  timer = setTimeout(() => send(request), DELAY);
}

async function send(request) {
  running = new AbortController();
  const mine = running;
  let result;
  try {
    const { status, ok, body } = await api.score(request, mine.signal);
    if (ok) result = { state: "scored", request, answer: body };
    else result = body && status < 500 ? { state: "refused", request, problem: body, status } : { state: "failed", request, status };
  } catch (error) {
    if (error.name === "AbortError") return;
    result = error instanceof api.Unreachable ? { state: "offline", request } : { state: "failed", request, status: "?" };
  }
  if (mine === running) refresh({ result });
}

export const retry = () => {
  rescore();
  draw();
};

// ── regions, examples, links ─────────────────────────────────────────────────────────────────────────────────────────

export async function loadRegions() {
  state.regions = await api.rulesets();
  draw();
}

let opening = 0;

/** Shows a round, loading its rule sheet where needed; `fill` may replace the round once the sheet is there. */
async function open(wanted, { keepHistory = false, example = null, fill = () => null } = {}) {
  opening += 1;
  const mine = opening;
  let sheet;
  try {
    sheet = state.sheet?.id === wanted.ruleset ? state.sheet : readSheet(await api.ruleset(wanted.ruleset));
  } catch (error) {
    refresh({ fault: error instanceof api.Unreachable ? "offline" : error.status === 404 ? { gone: wanted.ruleset } : "load.failed" });
    return;
  }
  // Somebody who taps two regions in a row wants the second.
  if (mine !== opening) return;
  if (sheet !== state.sheet) Object.assign(state, { sheet, examples: null });
  const round = fill(sheet) ?? wanted;
  store("recent", [round.ruleset, ...recent().filter((id) => id !== round.ruleset)].slice(0, 6));
  const seat = round.wins[0]?.winner ?? Object.keys(round.players)[0] ?? "south";
  const change = { seat, pen: { kind: "hand" }, meldAt: null, several: round.wins.length > 1, example, dialog: null, fault: null, typed: "" };
  if (keepHistory || !state.round) settle(round, change);
  else commit(round, change);
}

/** Another region: the tiles stay where the new rules know them, the house rules are the ones last used there. */
export async function chooseRegion(id) {
  if (state.round?.ruleset === id) {
    refresh({ dialog: null });
    return;
  }
  const options = stored(`options.${id}`, {});
  const before = state.round;
  await open(rounds.newRound(id, options), { fill: (sheet) => (before ? rounds.carryOver(sheet, before, options) : null) });
}

export const loadRequest = (request, more) => open(rounds.fromRequest(request), more);

export async function showExamples() {
  refresh({ dialog: "examples" });
  if (!state.examples) refresh({ examples: await api.examples(state.sheet.id).catch(() => []) });
}

/** The round in the address; false where there is none. */
export function openAddress() {
  const request = fragment.decode(location.hash);
  if (!request) return false;
  try {
    loadRequest(request);
    return true;
  } catch {
    return false;
  }
}

export const canMeld = () => meldTypes(state.sheet, state.round.options);
export const size = () => handSize(state.sheet, state.round.options);

let hush = 0;
export function toast(text) {
  clearTimeout(hush);
  refresh({ toast: text });
  hush = setTimeout(() => refresh({ toast: "" }), 2500);
}
