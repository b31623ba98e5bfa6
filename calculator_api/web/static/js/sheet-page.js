// One region's rules as a page to be read and printed; everything on it comes from the API.

import * as api from "./api.js";
import { h, patch } from "./dom.js";
import { encode } from "./fragment.js";
import { lang, say, t, worth } from "./i18n.js";
import { meldTypes, readSheet, runs } from "./sheet.js";
import { tilesOf } from "./tiles.js";
import { tileRow } from "./tileview.js";
import { banner, stayAvailable } from "./views/frame.js";

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1));
let sheet = null;
let examples = [];
let fault = null;

const section = (title, ...kids) => h("section", { key: title }, h("h2", {}, title), kids);
const bullets = (items) => h("ul", {}, items.map((item, i) => h("li", { key: String(i) }, item)));
const known = (key, fallback) => (t(key) === key ? fallback : t(key));
const words = (name) => String(name).replaceAll("_", " ");

function view() {
  if (fault) return [banner("rules", draw), h("main", { class: "page", key: "main" }, h("h1", {}, t(fault)), h("p", {}, h("a", { href: "/rules" }, t("rules.all"))))];
  if (!sheet) return [banner("rules", draw), h("main", { class: "page", key: "main" }, h("p", { class: "hint" }, t("loading")))];
  const { raw } = sheet;
  return [banner("rules", draw), h("main", { class: "page", key: "main" },
    h("h1", {}, say(raw.name)),
    h("p", { class: "meta" }, `${say(raw.region)} · ${t(`completeness.${raw.completeness}`)} · ${t("rules.version", { v: raw.version })}`),
    h("p", { class: "lead" }, say(raw.summary)), raw.completeness === "full" ? null : h("p", { class: "hint" }, t(`completeness.${raw.completeness}.note`)),
    h("div", { class: "actions" },
      h("a", { class: "primary", href: `/#ruleset=${encodeURIComponent(raw.id)}&wins.0.winner=south&wins.0.by=self_draw` }, t("rules.play")),
      h("button", { type: "button", class: "primary", onclick: () => window.print() }, t("rules.print"))),
    section(t("rules.patterns"), patternGroups()),
    h("div", { class: "columns" },
      section(t("rules.table"), facts()),
      raw.cap ? section(t("rules.cap"), h("p", {}, h("b", {}, say(raw.cap.name)), " ", say(raw.cap.text))) : null,
      section(t("rules.payments"), bullets(Object.entries(raw.payments ?? {}).map(([key, one]) => [h("b", {}, known(`pay.${key}`, words(key))), ": ", say(one.text), one.inferred ? inferred() : null]))),
      sheet.options.length ? section(t("rules.options"), bullets(sheet.options.map(optionLine))) : null,
      inputLines().length ? section(t("rules.inputs"), bullets(inputLines())) : null,
      sheet.decisions.length ? section(t("rules.decisions"), bullets(sheet.decisions.map((one) => say(one.text)))) : null,
      Object.keys(raw.reasons ?? {}).length ? section(t("rules.reasons"), bullets(reasonLines(raw.reasons))) : null,
      section(t("rules.sources"), bullets((raw.sources ?? []).map((one) => say(one.text ?? one))))))];
}

const inferred = () => h("span", { class: "badge", title: t("inferred.long") }, t("inferred"));
const reasonLines = (reasons) => (Array.isArray(reasons) ? reasons : Object.values(reasons)).map((one) => say(one.text ?? one));

function facts() {
  const { raw } = sheet;
  const tiles = (list) => tileRow(list, { more: "tiny" });
  const own = runs(sheet).filter((run) => run[0][1] === "z" || Number(run[2][0]) - Number(run[0][0]) !== 2 || raw.table.runs?.only);
  const entries = [
    ["rules.tiles", tiles(sheet.kinds)], ["rules.hand", t("rules.hand.n", { n: sizeText(raw.table.hand_size) })],
    ["rules.melds", meldTypes(sheet, {}).map((type) => t(`meld.${type}`)).join(lang() === "zh" ? "、" : ", ")],
    ["rules.flowers", sheet.flowers.size ? tiles([...sheet.flowers]) : t("rules.none")],
    own.length ? ["rules.runs", own.map((run) => [tiles(run), " "])] : null,
    raw.wildcards ? ["rules.wildcards", faces(raw.wildcards)] : null,
    ["rules.shapes", shapes(raw.win?.shapes)],
  ].filter((entry) => entry && entry[1]);
  return h("dl", { class: "facts" }, entries.map(([key, value]) => [h("dt", {}, t(key)), h("dd", {}, value)]));
}

const sizeText = (size) => (typeof size === "object" ? String(sheet.options.find((option) => option.name === size.option)?.default ?? "") : String(size));

function faces({ faces: given }) {
  const list = Array.isArray(given) ? given : Object.values(given?.values ?? {}).flat();
  return [...new Set(list)].map((face) => (/^\d/.test(face) ? tileRow(tilesOf(face), { more: "tiny" }) : t(`rules.${face}`))).flatMap((face, i) => (i ? [" + ", face] : [face]));
}

const shapes = (list) => (Array.isArray(list) ? list : []).map((shape) => (typeof shape === "string" ? shape : shape.values?.true ?? shape.name)).filter((shape) => typeof shape === "string")
  .map((shape) => known(`shape.${shape}`, say(sheet.patterns.get(shape)?.name) || words(shape))).join(lang() === "zh" ? "、" : ", ");

function patternGroups() {
  const groups = new Map();
  for (const pattern of sheet.patterns.values()) {
    const key = pattern.group ?? "";
    groups.set(key, [...(groups.get(key) ?? []), pattern]);
  }
  const names = Array.isArray(sheet.raw.groups) ? Object.fromEntries(sheet.raw.groups.map((one) => [one.id ?? one.name, one])) : sheet.raw.groups ?? {};
  return [...groups].map(([key, list]) => [groups.size > 1 && key ? h("h3", { key }, say(names[key]?.name) || words(key)) : null, h("ul", { class: "fans", key: `list-${key}` }, list.map(fan))]);
}

function fan(pattern) {
  const excludes = (pattern.excludes ?? []).map((other) => say(sheet.patterns.get(other)?.name) || groupName(other)).filter(Boolean);
  const example = exampleOf(pattern.id);
  return h("li", { class: "fan", key: pattern.id, id: pattern.id },
    h("header", {}, h("span", {}, say(pattern.name), pattern.inferred ? inferred() : null), h("span", { class: "value" }, valueText(pattern))),
    h("p", {}, say(pattern.definition)),
    excludes.length ? h("p", { class: "not" }, t("rules.excludes", { list: excludes.join(lang() === "zh" ? "、" : ", ") })) : null,
    example ? h("a", { class: "thumb", href: `/#${encode(example.request)}`, "aria-label": `${t("rules.example")}: ${say(example.title)}` }, handOf(example)) : null);
}

const groupName = (name) => (name.startsWith("group:") ? say(sheet.raw.groups?.[name.slice(6)]?.name ?? (sheet.raw.groups ?? []).find?.((one) => one.id === name.slice(6))?.name) : "");

function valueText({ value, unit }) {
  const own = unit ?? sheet.raw.unit;
  if (typeof value === "number") return worth(value, own);
  const option = value?.option && sheet.options.find((field) => field.name === value.option);
  const preset = option ? value.values?.[String(option.default)] ?? option.default : null;
  return typeof preset === "number" ? worth(preset, own) : t("rules.formula");
}

// The example that shows the pattern with the fewest others beside it.
function exampleOf(pattern) {
  const shows = (example) => example.expect.wins?.findIndex((win) => win.valid !== false && win.patterns && pattern in win.patterns) ?? -1;
  const size = (example) => Object.keys(example.expect.wins[shows(example)].patterns).length;
  return examples.filter((example) => shows(example) >= 0).sort((a, b) => size(a) - size(b))[0];
}

function handOf({ request }) {
  const win = request.wins[0];
  const one = request.players[win.winner] ?? {};
  const sets = [tilesOf(one.concealed), ...(one.melds ?? []).map((meld) => tilesOf(meld.tiles)), tilesOf(one.flowers)].filter((tiles) => tiles.length);
  return [...sets.map((tiles) => tileRow(tiles)), win.tile ? tileRow(tilesOf(win.tile), { more: "won", label: t("winning") }) : null];
}

function optionLine(field) {
  const show = (value) => (value === true ? t("yes") : value === false ? t("no") : value === null ? t("unlimited") : Array.isArray(value) ? value.map(show).join(", ") || t("rules.none") : typeof value === "object" ? JSON.stringify(value) : say(sheet.patterns.get(value)?.name) || String(value));
  const range = field.values ? ` (${field.values.map(show).join(" / ")})` : "";
  return [say(field.meaning), range, " — ", t("rules.default", { v: show(field.default ?? null) }), " ", h("code", {}, field.name)];
}

function inputLines() {
  const all = Object.entries(sheet.inputs).flatMap(([scope, fields]) => fields.map((field) => [scope, field]));
  return all.map(([scope, field]) => [say(field.meaning), " ", h("code", {}, `${scope}.${field.name}`)]);
}

function draw() {
  document.title = `${sheet ? say(sheet.raw.name) : id} · ${t("title.rules")}`;
  patch(document.getElementById("app"), view());
}

async function start() {
  draw();
  try {
    const [raw, list] = await Promise.all([api.ruleset(id), api.examples(id).catch(() => [])]);
    sheet = readSheet(raw);
    examples = list;
  } catch (error) {
    fault = error.status === 404 ? "rules.missing" : "load.failed";
  }
  draw();
}

start();
stayAvailable();
