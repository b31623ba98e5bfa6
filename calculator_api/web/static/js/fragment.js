// A whole round in the part of the address after `#`.
//
// The request is written as `key=value` pairs joined by `&`, a key being the path in dots (`players.` is left out before a seat):
//   ruleset=tianjin&table.indicator=3p&south.concealed=345m…&wins.0.winner=south
// Only letters, digits and - . _ ~ = & % occur, so that chat programs keep the address in one piece.

const SEATS = new Set(["east", "south", "west", "north"]);
const LITERAL = /^(-?\d+(\.\d+)?([eE][-+]?\d+)?|true|false|null)$/;

const quote = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** The request as a fragment, without the `#`. */
export function encode(request) {
  const pairs = [];
  walk(request, [], pairs);
  return pairs.map(([path, value]) => `${path.map(quote).join(".")}=${value}`).join("&");
}

function walk(value, path, pairs) {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    pairs.push([short(path), `~${value.map(plain).join("~")}`]);
  } else if (value !== null && typeof value === "object") {
    const keys = Object.keys(value);
    if (!keys.length) pairs.push([short(path), ".o"]);
    keys.forEach((key) => walk(value[key], [...path, key], pairs));
  } else {
    pairs.push([short(path), typeof value === "string" ? plain(value) : String(value)]);
  }
}

// A text that would be read as something else, an empty one too, is marked by a dot.
const plain = (text) => (text === "" || LITERAL.test(text) || /^[.~]/.test(text) ? `.s${escape(text)}` : escape(text));
const escape = (text) => quote(text).replaceAll("~", "%7E");
const short = (path) => (path[0] === "players" && SEATS.has(path[1]) ? path.slice(1) : path);

/** The request in a fragment (with or without `#`), or null where there is none that can be read. */
export function decode(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text.includes("=")) return null;
  const request = {};
  try {
    for (const pair of text.split("&").filter(Boolean)) {
      const at = pair.indexOf("=");
      const path = pair.slice(0, at).split(".").map(decodeURIComponent);
      if (at < 1 || path.length > 8) return null;
      put(request, SEATS.has(path[0]) ? ["players", ...path] : path, read(pair.slice(at + 1)));
    }
  } catch {
    return null;
  }
  return typeof request.ruleset === "string" ? request : null;
}

function read(value) {
  if (value === ".o") return {};
  if (value === "~") return [];
  if (value.startsWith("~")) return value.slice(1).split("~").map(textOf);
  return LITERAL.test(value) ? JSON.parse(value) : textOf(value);
}

const textOf = (value) => decodeURIComponent(value.startsWith(".s") ? value.slice(2) : value);

function put(root, path, value) {
  let at = root;
  path.slice(0, -1).forEach((key, i) => {
    if (key === "__proto__") throw new Error(key);
    if (!Object.hasOwn(at, key)) at[key] = /^\d+$/.test(path[i + 1]) ? [] : {};
    at = at[key];
    if (Array.isArray(at) && Number(path[i + 1]) > at.length) throw new Error("gap");
  });
  const last = path.at(-1);
  if (last === "__proto__") throw new Error(last);
  at[last] = value;
}
