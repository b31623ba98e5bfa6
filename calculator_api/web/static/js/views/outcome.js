// Who won and how, and what else is known of the round and the table.

import { h } from "../dom.js";
import { seatName, t } from "../i18n.js";
import { player, winOf } from "../round.js";
import { SEATS, asksForIndicator } from "../sheet.js";
import { chooseWinner, resetOptions, setDrawn, setPayer, setSeveral, setWay, state, toggleCircumstance } from "../store.js";
import { fieldView, further } from "./fields.js";

const pick = (pressed, label, onclick, more = {}) => h("button", { type: "button", class: "pick", "aria-pressed": String(pressed), onclick, ...more }, label);

const group = (label, ...kids) => h("div", { class: `group ${[t("who"), t("payer"), t("payer.robbed_kong")].includes(label) ? "named" : ""}`, role: "group", "aria-label": label }, h("span", { class: "legend", "aria-hidden": "true" }, label), h("span", { class: "picks" }, kids));

const seatLabel = (seat) => [seatName(seat), seat === "east" ? h("small", { class: "dealer" }, t("dealer")) : null];

export function outcomeView() {
  const { round, sheet, several } = state;
  const winners = round.wins.map((win) => win.winner);
  return h("section", { class: "card outcome", "aria-label": t("outcome") },
    group(t("who"),
      sheet.seats.map((seat) => pick(winners.includes(seat), seatLabel(seat), () => chooseWinner(seat), { key: seat, "data-winner": seat })),
      pick(several, t("several"), () => setSeveral(!several), { key: "several", "data-tool": "several", title: t("several.long") }),
      pick(!winners.length, t("drawn"), setDrawn, { key: "drawn", "data-winner": "none" })),
    round.wins.map((win, i) => h("div", { key: win.winner, class: "win", "data-win-of": win.winner },
      round.wins.length > 1 ? h("p", { class: "whose" }, sheet.successive ? `${i + 1}. ` : "", seatName(win.winner)) : null,
      group(round.wins.length > 1 ? `${seatName(win.winner)}: ${t("how")}` : t("how"),
        sheet.ways.map((by) => pick(win.by === by, t(`by.${by}`), () => setWay(win.winner, by), { key: by, "data-by": by }))),
      win.by === "self_draw" ? null : group(t(win.by === "discard" ? "payer" : "payer.robbed_kong"),
        sheet.seats.filter((seat) => seat !== win.winner).map((seat) => pick(win.from === seat, seatLabel(seat), () => setPayer(win.winner, seat), { key: seat, "data-payer": seat }))),
      circumstances(win))));
}

// What contradicts the way of winning is not offered.
function circumstances(win) {
  const { sheet } = state;
  const impossible = {
    kong_replacement: win.by !== "self_draw", flower_replacement: win.by !== "self_draw", kong_discard: win.by !== "discard",
    heavenly: win.winner !== "east" || win.by !== "self_draw", opening: win.by !== "self_draw",
  };
  const offered = sheet.circumstances.filter((name) => !impossible[name]);
  const on = win.circumstances ?? [];
  const chips = offered.map((name) => pick(on.includes(name), t(`c.${name}`), () => toggleCircumstance(win.winner, name), { key: name, "data-circumstance": name }));
  const chain = sheet.uses.has("kong_chain") && on.some((name) => name.startsWith("kong"));
  const direct = chain ? [{ name: "kong_chain", type: "integer", minimum: 1, default: 1 }] : [];
  return [
    chips.length ? group(t("circumstances"), chips) : null,
    direct.length ? h("div", { class: "fields", key: "fields" }, direct.map((field) => fieldView(field, { scope: "win", seat: win.winner }))) : null,
    further(sheet.inputs.win, { scope: "win", seat: win.winner }),
  ];
}

/** The turned tile or the wildcards themselves, where the region plays with them. */
export function wildcardsView() {
  const { sheet, round } = state;
  if (!asksForIndicator(sheet, round.options)) return null;
  return h("div", { class: "fields wildcards", key: "wildcards" },
    round.table.wildcards?.length ? null : fieldView({ name: "indicator", type: "tile" }, { scope: "table" }),
    round.table.indicator ? null : fieldView({ name: "wildcards", type: "tiles" }, { scope: "table" }));
}

/** What the region asks about the table: winds, birds and its own further inputs. */
export function tableView() {
  const { sheet } = state;
  const fields = [];
  if (sheet.uses.has("round_wind")) fields.push({ name: "round_wind", type: "string", values: SEATS.filter((seat) => sheet.seats.includes(seat)), default: "east" });
  if (sheet.uses.has("dealer_streak")) fields.push({ name: "dealer_streak", type: "integer", minimum: 0, default: 0 });
  if (sheet.uses.has("birds")) fields.push({ name: "birds", type: "tiles" });
  fields.push(...sheet.inputs.table);
  if (!fields.length) return null;
  return h("section", { class: "card fields table", "aria-label": t("table") }, fields.map((field) => fieldView(field, { scope: "table" })));
}

export function optionsView() {
  const { sheet, round } = state;
  if (!sheet.options.length) return null;
  const changed = Object.keys(round.options).length;
  return h("details", { class: "card" },
    h("summary", {}, t("options"), changed ? h("span", { class: "badge" }, t("options.changed", { n: changed })) : null),
    h("div", { class: "fields" }, sheet.options.map((field) => fieldView(field, { scope: "options" })),
      changed ? h("button", { type: "button", class: "plain", onclick: resetOptions }, t("options.reset")) : null));
}

/** What a seat's tab says: its name, whether it won, how many tiles are known. */
export function seatTab(seat) {
  const { round } = state;
  const one = player(round, seat);
  const tiles = one.concealed.length + one.melds.reduce((sum, meld) => sum + meld.tiles.length, 0);
  return [seatLabel(seat), winOf(round, seat) ? h("span", { class: "won" }, h("span", { "aria-hidden": "true" }, "★"), h("span", { class: "sr" }, t("winner"))) : tiles ? h("span", { class: "count" }, String(tiles)) : null];
}
