// What a tile is: the codes of the API, every notation it reads, and names to be read aloud.

export const SUITS = { m: 9, p: 9, s: 9, z: 7, f: 8 };
export const CODES = Object.entries(SUITS).flatMap(([suit, size]) => Array.from({ length: size }, (_, i) => `${i + 1}${suit}`));
const ORDER = new Map(CODES.map((code, i) => [code, i]));

const ZH_RANKS = "一二三四五六七八九";
const ZH_HONOURS = "东南西北白發中";
const ZH_FLOWERS = "春夏秋冬梅兰竹菊";
const EN_RANKS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const EN_SUITS = { m: "characters", p: "dots", s: "bamboos" };
const EN_HONOURS = ["east wind", "south wind", "west wind", "north wind", "white dragon", "green dragon", "red dragon"];
const EN_FLOWERS = ["spring", "summer", "autumn", "winter", "plum", "orchid", "bamboo flower", "chrysanthemum"];
const ZH_SUITS = { m: "万", p: "筒", s: "条" };

/** The tile's name in words: `五筒`, `five dots`. */
export function nameOf(code, lang) {
  const rank = Number(code[0]) - 1;
  const suit = code[1];
  if (suit === "z") return lang === "zh" ? ZH_HONOURS[rank] : EN_HONOURS[rank];
  if (suit === "f") return lang === "zh" ? ZH_FLOWERS[rank] : EN_FLOWERS[rank];
  return lang === "zh" ? ZH_RANKS[rank] + ZH_SUITS[suit] : `${EN_RANKS[rank]} ${EN_SUITS[suit]}`;
}

export const isTile = (code) => ORDER.has(code);
export const byOrder = (a, b) => ORDER.get(a) - ORDER.get(b);
export const sorted = (tiles) => [...tiles].sort(byOrder);

/** Tiles in the compact notation, in the order given: `123m46s`. */
export function compact(tiles) {
  let out = "";
  tiles.forEach((code, i) => {
    out += code[0];
    if (tiles[i + 1]?.[1] !== code[1]) out += code[1];
  });
  return out;
}

const LETTERS = { E: "1z", S: "2z", W: "3z", N: "4z", P: "5z", F: "6z", C: "7z" };
const NAMES = {};
for (const [chars, suit] of [["东南西北白發中", "z"], ["東南西北白发中", "z"], ["東南西北白発中", "z"], ["春夏秋冬梅兰竹菊", "f"], ["春夏秋冬梅蘭竹菊", "f"]]) {
  [...chars].forEach((char, i) => { NAMES[char] = `${i + 1}${suit}`; });
}
const LONG = { 红中: "7z", 紅中: "7z", 白板: "5z", 白皮: "5z", 青发: "6z", 青發: "6z", 發财: "6z", 發財: "6z", 发财: "6z" };
["东風", "東風", "东风", "東风"].forEach((name) => { LONG[name] = "1z"; });
[["南", "2z"], ["西", "3z"], ["北", "4z"]].forEach(([char, code]) => { LONG[`${char}风`] = LONG[`${char}風`] = code; });
const NUMERALS = {};
["一二三四五六七八九", "壹贰叁肆伍陆柒捌玖", "壹貳參肆伍陸柒捌玖"].forEach((row) => [...row].forEach((char, i) => { NUMERALS[char] = i + 1; }));
Object.assign(NUMERALS, { 叄: 3, 两: 2, 兩: 2 });
const SUIT_OF = { 万: "m", 萬: "m", 筒: "p", 饼: "p", 餅: "p", 条: "s", 條: "s", 索: "s", m: "m", p: "p", s: "s", z: "z", f: "f" };
const UNICODE = ["1z", "2z", "3z", "4z", "7z", "6z", "5z"]
  .concat(["m", "s", "p"].flatMap((suit) => Array.from({ length: 9 }, (_, i) => `${i + 1}${suit}`)))
  .concat(["5f", "6f", "7f", "8f", "1f", "2f", "3f", "4f"]);
const BLANK = /[\s,，、\ufe0e\ufe0f]/;

export class NotationError extends Error {}

/** Every tile that `text` names, in its order; throws NotationError with the part that names none. */
export function parse(text) {
  const chars = [...text];
  const out = [];
  let pending = [];
  for (let i = 0; i < chars.length; i += 1) {
    const char = chars[i];
    if (BLANK.test(char)) continue;
    const digit = /[0-9]/.test(char) ? Number(char) : NUMERALS[char];
    const pair = char + (chars[i + 1] ?? "");
    if (digit !== undefined) pending.push(digit);
    else if (pending.length) {
      const suit = SUIT_OF[char];
      if (!suit || pending.some((n) => n < 1 || n > SUITS[suit])) throw new NotationError(pending.join("") + char);
      out.push(...pending.map((n) => n + suit));
      pending = [];
    } else if (LONG[pair]) {
      out.push(LONG[pair]);
      i += 1;
    } else {
      const code = NAMES[char] ?? LETTERS[char] ?? UNICODE[char.codePointAt(0) - 0x1f000];
      if (!code) throw new NotationError(char);
      out.push(code);
    }
  }
  if (pending.length) throw new NotationError(pending.join(""));
  return out;
}

/** Tiles from what JSON may hold: a text in any notation or a list of codes. */
export const tilesOf = (value) => (Array.isArray(value) ? value.flatMap((part) => parse(part)) : parse(value ?? ""));
