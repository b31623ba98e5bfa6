// The three dialogs: regions, examples, sharing.

import { h } from "../dom.js";
import { lang, say, t } from "../i18n.js";
import { toRequest } from "../round.js";
import { chooseRegion, loadRequest, recent, refresh, showExamples, state, toast } from "../store.js";
import { tilesOf } from "../tiles.js";
import { tileRow } from "../tileview.js";
import { curl } from "./answer.js";

let search = "";
let shown = 30;

export const close = () => {
  search = "";
  shown = 30;
  refresh({ dialog: null });
};

export function dialogView() {
  const { dialog } = state;
  const views = { regions, examples, share };
  const title = dialog && { regions: t("region.choose"), examples: t("examples.of", { name: say(state.sheet?.raw.name) }), share: t("share") }[dialog];
  return h("dialog", {
    key: "dialog", id: "dialog", class: dialog ?? "", "aria-label": title ?? t("close"), onclose: close,
    // A tap beside the dialog closes it.
    onclick: (event) => { if (event.target.id === "dialog") close(); },
  }, dialog ? h("div", { class: "sheet" },
    h("header", {}, h("h2", { tabindex: "-1", autofocus: true }, title), h("button", { type: "button", class: "tool", "aria-label": t("close"), onclick: close }, "×")), views[dialog]()) : null);
}

/** Opens or closes the dialog element so that it is as the state says. */
export function syncDialog() {
  const element = document.getElementById("dialog");
  if (state.dialog && !element.open) element.showModal();
  if (!state.dialog && element.open) element.close();
}

const plain = (text) => String(text ?? "").toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");

function matches(region) {
  const hay = plain([region.id, ...[region.name, region.region, region.summary].flatMap((text) => [text?.zh, text?.en]), ...(region.tags ?? [])].join(" "));
  return plain(search).split(/\s+/).every((word) => hay.includes(word));
}

function regions() {
  const found = state.regions.filter(matches);
  const last = search ? [] : recent().map((id) => found.find((region) => region.id === id)).filter(Boolean);
  const collator = new Intl.Collator(lang() === "zh" ? "zh-Hans" : "en");
  const all = [...found].sort((a, b) => collator.compare(say(a.name), say(b.name)));
  const item = (region) => h("li", { key: region.id }, h("button", {
    type: "button", class: "region", "data-region": region.id, "aria-current": state.round?.ruleset === region.id ? "true" : undefined, onclick: () => { search = ""; chooseRegion(region.id); },
  }, h("b", {}, say(region.name)), region.completeness && region.completeness !== "full" ? h("span", { class: "badge" }, t(`completeness.${region.completeness}`)) : null, h("small", {}, say(region.region))));
  return [
    h("label", { class: "sr", for: "region-search" }, t("region.search")),
    h("input", { type: "search", id: "region-search", placeholder: t("region.search"), autocomplete: "off", value: search, oninput: (event) => { search = event.target.value; refresh(); } }),
    last.length ? [h("h3", {}, t("region.recent")), h("ul", { class: "regions", key: "recent" }, last.map(item))] : null,
    h("h3", {}, t("region.all")), all.length ? h("ul", { class: "regions", key: "all" }, all.map(item)) : h("p", { class: "hint" }, t("region.none")),
  ];
}

function examples() {
  const list = state.examples;
  if (!list) return h("p", { class: "hint" }, t("loading"));
  return [
    h("ul", { class: "examples" }, list.slice(0, shown).map((example) => h("li", { key: example.id }, h("button", {
      type: "button", class: "region", "data-example": example.id, onclick: () => { close(); loadRequest(example.request, { example }); },
    }, h("b", {}, say(example.title)), thumbnail(example.request))))),
    list.length > shown ? h("button", { type: "button", class: "plain", onclick: () => { shown += 60; refresh(); } }, t("examples.more", { n: list.length - shown })) : null,
  ];
}

// The first winner's tiles, small.
function thumbnail(request) {
  const win = request.wins?.[0];
  const one = request.players?.[win?.winner];
  if (!one) return null;
  try {
    const melds = (one.melds ?? []).map((meld) => tilesOf(meld.tiles));
    return h("span", { class: "thumb" }, tileRow(tilesOf(one.concealed), { more: "tiny" }), melds.map((tiles) => tileRow(tiles, { more: "tiny" })), win.tile ? tileRow(tilesOf(win.tile), { more: "tiny won" }) : null);
  } catch {
    return null;
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    toast(t("copy.failed"));
  }
}

function share() {
  const request = toRequest(state.round);
  const link = location.href;
  const rows = [["share.link", link], ["share.json", JSON.stringify(request, null, 2)], ["share.curl", curl(request)]];
  return [
    navigator.share ? h("button", { type: "button", class: "primary", onclick: () => navigator.share({ title: say(state.sheet.raw.name), url: link }).catch(() => {}) }, t("share.send")) : null,
    rows.map(([key, text]) => h("div", { class: "copy", key }, h("button", { type: "button", class: "primary", "data-copy": key, onclick: () => copy(text) }, t(key)), h("pre", { tabindex: "0", "aria-label": t(key) }, text))),
  ];
}

export const openRegions = () => refresh({ dialog: "regions" });
export const openShare = () => refresh({ dialog: "share" });
export { showExamples };
