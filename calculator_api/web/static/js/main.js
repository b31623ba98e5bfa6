// The calculator: one hand, entered by tapping, scored by the API as it is entered.

import { h, patch } from "./dom.js";
import { say, t } from "./i18n.js";
import * as store from "./store.js";
import { answerView, developerView } from "./views/answer.js";
import { dialogView, openRegions, openShare, showExamples, syncDialog } from "./views/dialogs.js";
import { banner, stayAvailable } from "./views/frame.js";
import { handView } from "./views/hand.js";
import { keyboardView } from "./views/keyboard.js";
import { optionsView, outcomeView, tableView } from "./views/outcome.js";

const { state } = store;
const root = document.getElementById("app");

function view() {
  const { sheet, round, fault } = state;
  const ready = sheet && round;
  const name = ready ? say(sheet.raw.name) : t("region.choose");
  const picker = h("h1", { class: "brand", key: "brand" }, h("button", { type: "button", class: "regionbutton", "data-tool": "regions", "aria-haspopup": "dialog", "aria-label": `${t("region")}: ${name}`, onclick: openRegions }, h("span", { class: "clamp" }, name, " ▾")));
  return [
    h("a", { class: "skip", href: "#tiles", key: "skip", onclick: (event) => { event.preventDefault(); document.getElementById("tiles")?.focus(); } }, t("skip")),
    banner("home", store.refresh, [picker]),
    h("main", { key: "main" },
      fault ? h("p", { class: "warn card", role: "alert" }, faultText(fault), " ", h("button", { type: "button", class: "plain", onclick: () => location.reload() }, t("retry"))) : null,
      ready ? [
        h("div", { class: "entry", key: "entry" }, example(), handView(), outcomeView(), tableView(), optionsView(), about(sheet), h("div", { class: "board", key: "board" }, keyboardView())),
        h("div", { class: "outcome-side", key: "side" }, answerView(), actions(), developerView()),
      ] : fault ? null : state.regions.length ? h("p", { key: "choose" }, h("button", { type: "button", class: "primary", onclick: openRegions }, t("region.choose"))) : h("p", { class: "hint" }, t("loading"))),
    h("div", { class: `toast ${state.toast ? "on" : ""}`, role: "status", key: "toast" }, state.toast),
    dialogView(),
  ];
}

const faultText = (fault) => (fault === "offline" ? t("offline") : fault.gone ? t("region.gone", { id: fault.gone }) : t(fault));

function about(sheet) {
  const note = `completeness.${sheet.raw.completeness}.note`;
  return h("details", { class: "about", key: "about" },
    h("summary", {}, say(sheet.raw.region), sheet.raw.completeness === "full" ? null : h("span", { class: "badge" }, t(`completeness.${sheet.raw.completeness}`))),
    h("p", {}, say(sheet.raw.summary)), sheet.raw.completeness === "full" ? null : h("p", { class: "hint" }, t(note)),
    h("p", {}, h("a", { href: `/rules/${encodeURIComponent(sheet.id)}` }, t("region.sheet"))));
}

function example() {
  const { example: one } = state;
  if (!one) return null;
  return h("aside", { class: "card example", key: "example" }, h("b", {}, t("example.loaded", { title: say(one.title) })), one.why ? h("p", { lang: typeof one.why === "string" ? "en" : undefined }, typeof one.why === "string" ? one.why : say(one.why)) : null);
}

const actions = () => h("div", { class: "actions" },
  h("button", { type: "button", class: "primary", "data-tool": "share", onclick: openShare }, t("share")),
  h("button", { type: "button", class: "primary", "data-tool": "examples", onclick: showExamples }, t("examples")),
  h("a", { class: "primary", href: `/rules/${encodeURIComponent(state.sheet.id)}` }, t("region.sheet")));

let due = false;
function draw() {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    document.title = state.sheet ? `${say(state.sheet.raw.name)} · ${t("title")}` : t("title");
    patch(root, view());
    syncDialog();
    root.lang = document.documentElement.lang;
  });
}

async function start() {
  store.onChange(draw);
  draw();
  const opened = store.openAddress();
  if (location.hash && !opened) store.toast(t("link.bad"));
  try {
    await store.loadRegions();
  } catch {
    if (!state.sheet) store.refresh({ fault: "offline" });
  }
  if (opened || !state.regions.length) return;
  const known = new Set(state.regions.map((region) => region.id));
  const last = store.recent().find((id) => known.has(id));
  if (last) await store.chooseRegion(last);
  else openRegions();
}

window.addEventListener("hashchange", () => { if (!store.openAddress()) store.toast(t("link.bad")); });
window.addEventListener("online", () => { if (state.result.state === "offline") store.retry(); else if (state.fault) location.reload(); });
window.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  if (event.shiftKey) store.redo();
  else store.undo();
});

start();
stayAvailable();
