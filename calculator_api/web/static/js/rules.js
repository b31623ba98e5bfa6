// The list of all rule sheets.

import * as api from "./api.js";
import { h, patch } from "./dom.js";
import { lang, say, t } from "./i18n.js";
import { banner, stayAvailable } from "./views/frame.js";

let regions = null;
let failed = false;
let search = "";

const text = (region) => [region.id, region.name.zh, region.name.en, region.region.zh, region.region.en, ...(region.tags ?? [])].join(" ").toLowerCase();

function view() {
  const collator = new Intl.Collator(lang() === "zh" ? "zh-Hans" : "en");
  const found = (regions ?? []).filter((region) => search.toLowerCase().split(/\s+/).every((word) => text(region).includes(word)));
  return [banner("rules", draw), h("main", { class: "page", key: "main" },
    h("h1", {}, t("title.rules")), h("p", { class: "lead" }, t("rules.intro")),
    failed ? h("p", { class: "warn", role: "alert" }, t("load.failed")) : regions ? [
      h("label", { class: "sr", for: "filter" }, t("region.search")),
      h("input", { id: "filter", class: "filter", type: "search", placeholder: t("region.search"), value: search, oninput: (event) => { search = event.target.value; draw(); } }),
      h("ul", { class: "ruleslist" }, found.sort((a, b) => collator.compare(say(a.name), say(b.name))).map((region) => h("li", { key: region.id },
        h("a", { href: `/rules/${encodeURIComponent(region.id)}` }, h("b", {}, say(region.name)), region.completeness === "full" ? null : h("span", { class: "badge" }, t(`completeness.${region.completeness}`)),
          h("small", {}, say(region.region)), region.summary ? h("span", { class: "hint" }, say(region.summary)) : null)))),
    ] : h("p", { class: "hint" }, t("loading")))];
}

function draw() {
  document.title = `${t("title.rules")} · ${t("title")}`;
  patch(document.getElementById("app"), view());
}

draw();
api.rulesets().then((list) => { regions = list; }, () => { failed = true; }).then(draw);
stayAvailable();
