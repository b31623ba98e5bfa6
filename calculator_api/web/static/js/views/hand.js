// One seat's tiles on the table: hand, winning tile, melds, flowers; the same as a line of text.

import { h } from "../dom.js";
import { lang, seatName, t } from "../i18n.js";
import { write } from "../notation.js";
import { missing, otherTypes, player, retypeMeld, winOf, hasOpening } from "../round.js";
import { playerSwitches } from "../sheet.js";
import { commit, refresh, removeFlower, removeMeld, state, tapHand, tapWinningTile, typeNotation, writeField } from "../store.js";
import { nameOf } from "../tiles.js";
import { picture, spoken } from "../tileview.js";
import { fieldView, further } from "./fields.js";
import { seatTab, wildcardsView } from "./outcome.js";

export function handView() {
  const { sheet, seat } = state;
  const tabs = sheet.seats.map((one) => h("button", {
    type: "button", class: "tab", key: one, "data-tab": one, "aria-pressed": String(one === seat), onclick: () => refresh({ seat: one, meldAt: null, text: null, pen: { kind: "hand" } }),
  }, seatTab(one)));
  return h("section", { class: "card hand", id: "tiles", tabindex: "-1", "aria-label": t("tiles") },
    h("div", { class: "tabs", role: "group", "aria-label": t("tiles.of") }, tabs),
    tray(), meldEditor(), wildcardsView(), switches(), notationBox());
}

function tray() {
  const { round, seat, pen, sheet } = state;
  const one = player(round, seat);
  const win = winOf(round, seat);
  const choosing = pen.kind === "win";
  const lack = Math.max(0, missing(sheet, round, seat));
  // Of players who did not win, only what matters is entered: no empty places ask to be filled.
  const ghosts = win ? lack : 0;
  const tiles = one.concealed.map((code, at) => h("button", {
    type: "button", class: `tilebutton ${choosing ? "choose" : ""}`, key: `h${at}`, "data-group": "hand", "data-hand": code,
    "aria-label": t(choosing ? "choose.tile" : "remove.tile", { tile: nameOf(code, lang()) }), onclick: () => tapHand(at),
  }, picture(code)));
  const places = Array.from({ length: ghosts }, (_, at) => h("span", { class: `ghost ${at === 0 && pen.kind === "hand" ? "next" : ""}`, key: `g${at}`, "aria-hidden": "true" }));
  return h("div", { class: "tray" },
    one.melds.length ? h("div", { class: "melds", role: "group", "aria-label": t("melds") }, one.melds.map(meldView)) : null,
    h("div", { class: "concealed", role: "group", "aria-label": t("hand.label", { seat: seatName(seat), n: one.concealed.length }), "data-owns": "hand flowers melds editor", tabindex: "-1" },
      tiles, places,
      !tiles.length && !places.length ? h("span", { class: "hint" }, t("hand.empty")) : null,
      win && !hasOpening(win) ? winningTile(win) : null),
    one.flowers.length ? h("div", { class: "flowers", role: "group", "aria-label": t("flowers") },
      h("span", { class: "legend", "aria-hidden": "true" }, t("flowers")),
      one.flowers.map((code, at) => h("button", {
        type: "button", class: "tilebutton small", key: `f${at}`, "data-group": "flowers", "aria-label": `${t("flowers")}: ${t("remove.tile", { tile: nameOf(code, lang()) })}`, onclick: () => removeFlower(at),
      }, picture(code)))) : null);
}

function winningTile(win) {
  const active = state.pen.kind === "win";
  return h("span", { class: "wintile", key: "win" }, h("button", {
    type: "button", class: `tilebutton ${win.tile ? "" : "slot"}`, "data-win": win.tile ?? "", "aria-pressed": String(active),
    "aria-label": win.tile ? `${t("winning")}: ${t("remove.tile", { tile: nameOf(win.tile, lang()) })}` : `${t("pen.win")}: ${t("winning")}`, onclick: tapWinningTile,
  }, win.tile ? picture(win.tile) : t("pen.win")));
}

function meldView(meld, at) {
  const hidden = meld.type === "concealed_kong";
  const name = `${t(`meld.${meld.type}`)}${meld.from ? ` ←${seatName(meld.from)}` : ""}`;
  return h("button", {
    type: "button", class: "meld", key: `m${at}`, "data-group": "melds", "data-meld": meld.type, "aria-pressed": String(state.meldAt === at), "aria-label": t("meld.edit", { meld: name, tiles: spoken(meld.tiles) }),
    onclick: () => refresh({ meldAt: state.meldAt === at && !state.meldNew ? null : at, meldNew: false }),
  }, meld.tiles.map((code, i) => picture(hidden && (i === 0 || i === 3) ? "back" : code, meld.type === "added_kong" && i === 3 ? "on-top" : "")),
  h("small", {}, name));
}

// Whom the open meld came from, what kind it is, and the region's own questions about it.
function meldEditor() {
  const { round, seat, meldAt, meldNew, sheet } = state;
  const meld = meldAt === null ? null : player(round, seat).melds[meldAt];
  if (!meld) return null;
  const where = { scope: "meld", seat, at: meldAt, name: "from" };
  const me = sheet.seats.indexOf(seat);
  const others = sheet.seats.map((_, i) => sheet.seats[(me + i) % sheet.seats.length]).slice(1);
  const relation = (i) => t(i === 0 ? "from.next" : i === others.length - 1 ? "from.previous" : "from.opposite");
  const claimed = meld.type !== "concealed_kong" && meld.type !== "chow";
  const types = otherTypes(sheet, round, seat, meldAt);
  return h("div", { class: "editor", role: "group", "aria-label": t("meld.edit", { meld: t(`meld.${meld.type}`), tiles: spoken(meld.tiles) }) },
    claimed ? h("div", { class: "group" }, h("span", { class: "legend" }, t("meld.from")), h("span", { class: "picks" }, others.map((one, i) => h("button", {
      type: "button", class: "pick", key: one, "data-group": "editor", "data-from": one, "aria-pressed": String(meld.from === one), onclick: () => writeField(where, meld.from === one ? undefined : one, meldNew ? { meldAt: null } : {}),
    }, seatName(one), h("small", {}, relation(i))))) ) : null,
    meldNew && !sheet.inputs.meld.length ? null : types.length > 1 ? h("div", { class: "group" }, h("span", { class: "legend" }, t("meld.kind")), h("span", { class: "picks" }, types.map((type) => h("button", {
      type: "button", class: "pick", key: type, "data-kind": type, "aria-pressed": String(meld.type === type), onclick: () => commit(retypeMeld(sheet, round, seat, meldAt, type)),
    }, t(`meld.${type}`))))) : null,
    sheet.inputs.meld.length ? h("div", { class: "fields" }, sheet.inputs.meld.map((field) => fieldView(field, { scope: "meld", seat, at: meldAt }))) : null,
    meldNew ? null : h("div", { class: "end" },
      h("button", { type: "button", class: "plain danger", "data-group": "editor", onclick: () => removeMeld(meldAt) }, t("meld.remove")),
      h("button", { type: "button", class: "plain", "data-group": "editor", onclick: () => refresh({ meldAt: null }) }, t("done"))));
}

function switches() {
  const { sheet, seat } = state;
  const fields = playerSwitches(sheet, seat);
  return [
    fields.length ? h("div", { class: "fields", key: "switches", role: "group", "aria-label": `${seatName(seat)}: ${t("player.switches")}` }, fields.map((field) => fieldView(field, { scope: "player", seat }))) : null,
    further(sheet.inputs.player, { scope: "player", seat }),
  ];
}

function notationBox() {
  const { round, seat, text } = state;
  const error = text?.error;
  return h("details", { class: "notation" },
    h("summary", {}, t("notation")),
    h("label", { for: "notation", class: "sr" }, `${t("notation")}: ${seatName(seat)}`),
    h("input", {
      id: "notation", type: "text", class: "code", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "done",
      value: text ? text.value : write(round, seat), "aria-describedby": "notation-help", "aria-invalid": error ? "true" : undefined,
      oninput: (event) => typeNotation(event.target.value), onblur: () => refresh({ text: null }),
    }),
    h("p", { id: "notation-help", class: error ? "error" : "hint", role: error ? "alert" : undefined }, error ? t("notation.bad", { part: error }) : t("notation.help")));
}
