// Tiles as pictures: parts of one sprite, each with its name for those who hear the page.

import { h } from "./dom.js";
import { lang } from "./i18n.js";
import { nameOf } from "./tiles.js";

const SPRITE = new URL("../tiles.svg", import.meta.url).pathname;

/** The picture alone; what is around it has to name the tile. */
export const picture = (code, more = "") => h("svg", { class: `tile ${more}`, viewBox: "0 0 30 40", "aria-hidden": "true", focusable: "false" }, h("use", { href: `${SPRITE}#t${code}` }));

/** Several tiles as one picture with their names as its label. */
export function tileRow(tiles, { label, more = "", mark } = {}) {
  const names = tiles.map((code) => nameOf(code, lang())).join(lang() === "zh" ? "、" : ", ");
  return h("span", { class: `tiles ${more}`, role: "img", "aria-label": label ? `${label}: ${names}` : names },
    tiles.map((code, i) => picture(code, mark?.(i) ?? "")));
}

export const spoken = (tiles) => tiles.map((code) => nameOf(code, lang())).join(lang() === "zh" ? "" : ", ");
