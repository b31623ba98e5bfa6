// The tile keyboard: real tiles, grey when they are used up or of no use here; what a tap means is chosen above them.

import { h } from "../dom.js";
import { lang, seatName, t } from "../i18n.js";
import { canTap, left, winOf } from "../round.js";
import { backspace, canMeld, clear, makeMeld, redo, refresh, state, tap, type, undo } from "../store.js";
import { picture, spoken } from "../tileview.js";
import { nameOf } from "../tiles.js";
import { headline } from "./answer.js";

let roving = "1m";

export function keyboardView() {
  const { keyboard, sheet } = state;
  return h("section", { class: `keyboard ${keyboard ? "" : "closed"}`, "aria-label": t("keyboard") },
    headline(),
    h("div", { class: "tools" },
      tool("redo", "↷", redo, !state.future.length), tool("clear", t("clear"), clear, false, "word"),
      h("button", { type: "button", class: "tool", "aria-expanded": String(keyboard), "aria-label": t(keyboard ? "keyboard.hide" : "keyboard.show"), title: t(keyboard ? "keyboard.hide" : "keyboard.show"), onclick: () => refresh({ keyboard: !keyboard }) }, keyboard ? "▾" : "▴")),
    keyboard ? [pens(), choices() ?? keys(sheet)] : null);
}

const tool = (name, sign, onclick, disabled, more = "") => h("button", { type: "button", class: `tool ${more}`, key: name, "data-tool": name, disabled, "aria-label": t(name), title: t(name), onclick }, sign);

function pens() {
  const { pen, sheet, round, seat } = state;
  const button = (key, on, label, next) => h("button", {
    type: "button", class: "pen", key, "data-pen": key, "aria-pressed": String(on), onclick: () => refresh({ pen: on ? { kind: "hand" } : next, choice: null, typed: "" }),
  }, label);
  return h("div", { class: "pens", role: "group", "aria-label": t("pen.label") },
    button("hand", pen.kind === "hand", t("pen.hand"), { kind: "hand" }),
    canMeld().map((meld) => button(meld, pen.meld === meld, t(`pen.${meld}`), { meld })),
    sheet.flowers.size ? button("flowers", pen.kind === "flowers", t("pen.flowers"), { kind: "flowers" }) : null,
    winOf(round, seat) ? button("win", pen.kind === "win", t("pen.win"), { kind: "win" }) : null);
}

// A tap on a chow key that can mean several runs asks which.
function choices() {
  const { choice } = state;
  if (!choice) return null;
  return h("div", { class: "choices", role: "group", "aria-label": t("hint.runs") }, h("span", { class: "hint" }, t("hint.runs")),
    choice.map((run) => h("button", { type: "button", class: "pick", key: run.join(""), "data-group": "keys", "data-run": run.join(""), "aria-label": spoken(run), onclick: () => makeMeld(run) }, run.map((code) => picture(code)))),
    h("button", { type: "button", class: "plain", onclick: () => refresh({ choice: null }) }, t("close")));
}

function hint() {
  const { pen, typed } = state;
  if (typed) return `${typed}…`;
  if (pen.meld) return t(pen.meld === "chow" ? "hint.chow" : "hint.meld");
  if (pen.field) return t("hint.field", { field: pen.label });
  return pen.kind === "win" ? t("hint.win") : "";
}

function keys(sheet) {
  const { round, seat, pen } = state;
  const rows = ["m", "p", "s", "z", "f"].map((suit) => sheet.kinds.filter((code) => code[1] === suit)).filter((row) => row.length);
  const able = new Set(sheet.kinds.filter((code) => canTap(sheet, round, seat, pen, code)));
  if (!sheet.kinds.includes(roving)) roving = rows[0][0];
  // Flowers have their own keys only where a tap on one can mean something now.
  const shown = rows.filter((row) => row[0][1] !== "f" || pen.kind === "flowers" || pen.field || row.some((code) => able.has(code)));
  const text = hint();
  const taking = [tool("undo", "↶", undo, !state.past.length, "at8"), tool("backspace", "⌫", backspace, false, "at9")];
  return [
    h("p", { class: "hint", id: "keys-hint", role: "status" }, text),
    h("div", { class: `keys ${layout(able)}`, role: "group", "aria-label": `${t("keyboard")}: ${seatName(seat)}`, "aria-describedby": "keys-help", onkeydown: (event) => onKey(event, shown) },
      shown.map((row) => h("div", { class: `keyrow suit-${row[0][1]}`, key: row[0][1] }, row.map((code) => key(code, able.has(code), left(round, code))), row[0][1] === "z" ? taking : null)),
      shown.some((row) => row[0][1] === "z") ? null : h("div", { class: "keyrow", key: "taking" }, taking)),
    h("p", { class: "sr", id: "keys-help" }, t("keyboard.help")),
  ];
}

// Small screens leave out what cannot be meant: all tiles of a full hand, flowers unless they are asked for.
function layout(able) {
  const { pen, sheet } = state;
  if (pen.kind === "flowers") return [...sheet.flowers].every((code) => code[1] === "f") ? "only-flowers" : "whole";
  const whole = pen.field || [...sheet.handKinds].some((code) => code[1] === "f") ? "whole" : "";
  return pen.kind === "hand" && ![...able].some((code) => code[1] !== "f" || whole) ? "full" : whole;
}

const key = (code, able, rest) => h("button", {
  type: "button", class: "key", key: code, "data-group": "keys", "data-tile": code, tabindex: code === roving ? "0" : "-1", "aria-disabled": able ? undefined : "true",
  "aria-label": `${nameOf(code, lang())}, ${t("left", { n: Math.max(0, rest) })}`, title: nameOf(code, lang()),
  onclick: () => tap(code), onfocus: () => { roving = code; },
}, picture(code));

const MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

function onKey(event, rows) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = MOVES[event.key];
  const at = rows.findIndex((row) => row.includes(event.target.dataset?.tile));
  if (move && at >= 0) {
    const row = rows[Math.min(rows.length - 1, Math.max(0, at + move[0]))];
    const step = move[1] * (getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1);
    const column = rows[at].indexOf(event.target.dataset.tile) + step;
    go(event.currentTarget, row[Math.min(row.length - 1, Math.max(0, column))]);
  } else if (event.key === "Home" || event.key === "End") go(event.currentTarget, rows[at]?.at(event.key === "Home" ? 0 : -1));
  else if (event.key === "Backspace") backspace();
  else if (event.key === "w") refresh({ pen: { kind: "win" } });
  else if (event.key === "Escape") refresh({ pen: { kind: "hand" }, typed: "" });
  else if (!type(event.key)) return;
  event.preventDefault();
}

function go(keys, code) {
  if (!code) return;
  roving = code;
  keys.querySelector(`[data-tile="${code}"]`)?.focus();
  refresh();
}
