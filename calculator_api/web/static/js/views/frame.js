// What every page has on top: its name, the way to the other pages, language and colours.

import { h } from "../dom.js";
import { lang, setLang, t } from "../i18n.js";

const THEMES = ["auto", "light", "dark"];
const theme = () => document.documentElement.dataset.theme ?? "auto";

function turnTheme(redraw) {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  if (next === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch { /* private browsing */ }
  redraw();
}

/** The banner; `here` is the page it stands on (`home`, `rules` or `docs`). */
export function banner(here, redraw, extra = []) {
  const link = (to, href, key) => h("a", { href, key: to, "aria-current": here === to ? "page" : undefined }, t(key));
  const turned = t(`theme.${theme()}`);
  return h("header", { class: "banner", key: "banner" },
    extra.length ? extra : h("a", { class: "brand", href: "/" }, t("title")),
    h("nav", { "aria-label": t("menu") }, here === "home" ? null : link("home", "/", "home"), link("rules", "/rules", "title.rules"), link("docs", "/docs", "title.docs")),
    h("button", { type: "button", class: "tool word", lang: lang() === "zh" ? "en" : "zh-Hans", "data-tool": "lang", "aria-label": t("language.label"), onclick: () => { setLang(lang() === "zh" ? "en" : "zh"); redraw(); } }, t("language")),
    h("button", { type: "button", class: "tool", "data-tool": "theme", "aria-label": `${t("theme")}: ${turned}`, title: `${t("theme")}: ${turned}`, onclick: () => turnTheme(redraw) }, { auto: "◐", light: "☀", dark: "☾" }[theme()]));
}

/** Keeps a copy of the pages for the time without a network. */
export function stayAvailable() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => { /* not served securely: the page works, but only online */ });
}
