// Typed fields of a rule sheet (options, further inputs, standard switches) as controls.

import { h } from "../dom.js";
import { lang, say, seatName, t } from "../i18n.js";
import { readField, refresh, state, writeField } from "../store.js";
import { picture, spoken } from "../tileview.js";
import { nameOf, tilesOf } from "../tiles.js";

/** A short name where the page knows the word, else what the sheet says the field means. */
const labelOf = (field) => {
  const key = `f.${field.name}`;
  const own = t(key);
  return own !== key ? own : say(field.meaning) || field.name;
};

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The control for one field; `where` says which part of the round holds it: `{scope, seat, at}`. */
export function fieldView(field, where) {
  const place = { ...where, name: field.name, many: field.type === "tiles" };
  const value = readField(place) ?? field.default ?? null;
  const set = (next) => writeField(place, same(next, field.default) ? undefined : next);
  const id = `field-${where.scope}-${where.seat ?? ""}${where.at ?? ""}-${field.name}`;
  const control = CONTROLS[field.values && field.type !== "boolean" ? "choice" : field.type] ?? CONTROLS.object;
  return control({ field, value, set, id, place, label: labelOf(field) });
}

/** A region's own further inputs: folded away until one of them is set. */
export function further(fields, where) {
  if (!fields.length) return null;
  const set = fields.filter((field) => readField({ ...where, name: field.name }) !== undefined).length;
  return h("details", { class: "further", key: `further-${where.scope}` },
    h("summary", {}, t("further"), set ? h("span", { class: "badge" }, String(set)) : null),
    h("div", { class: "fields" }, fields.map((field) => fieldView(field, where))));
}

const CONTROLS = {
  boolean: ({ value, set, id, label }) => h("label", { class: "check", key: id },
    h("input", { type: "checkbox", id, checked: Boolean(value), onchange: (event) => set(event.target.checked) }), h("span", {}, label)),

  integer: (args) => number(args, "1"),
  number: (args) => number(args, "any"),

  string: ({ value, set, id, label }) => row(id, label, h("input", { type: "text", id, value: value ?? "", onchange: (event) => set(event.target.value) })),

  choice: ({ field, value, set, id, label }) => {
    const values = field.nullable ? [null, ...field.values] : field.values;
    return select(id, label, values, values.findIndex((one) => same(one, value)), (one) => set(one), wordOf);
  },

  seat: ({ value, set, id, label }) => {
    const values = [null, ...state.sheet.seats];
    return select(id, label, values, values.indexOf(value), (one) => set(one), (one) => (one ? seatName(one) : t("unset")));
  },

  tile: (args) => slot(args),
  tiles: (args) => slot(args),

  array: ({ field, value, set, id, label }) => h("fieldset", { class: "checks", key: id }, h("legend", {}, label),
    (field.items?.values ?? []).map((one) => {
      const on = (value ?? []).includes(one);
      const flip = () => set(on ? value.filter((x) => x !== one) : [...(value ?? []), one]);
      return h("label", { class: "check", key: String(one) }, h("input", { type: "checkbox", checked: on, onchange: flip }), h("span", {}, patternName(one)));
    })),

  object: ({ field, value, set, id, label }) => {
    const parts = !field.keys && Object.values(field.items ?? {}).every((part) => part?.type) ? field.items : keyed(field);
    if (parts) return parted(parts, value ?? {}, set, id, label);
    const change = (event) => {
      const text = event.target.value.trim();
      try {
        set(text ? JSON.parse(text) : field.default ?? undefined);
        event.target.setCustomValidity("");
      } catch {
        event.target.setCustomValidity(t("field.bad"));
        event.target.reportValidity();
      }
    };
    return row(id, label, h("input", { type: "text", id, class: "code", value: value === null ? "" : JSON.stringify(value), placeholder: "{ }", onchange: change }));
  },
};

const row = (id, label, control) => h("div", { class: "row", key: id }, h("label", { for: id }, label), control);

function number({ field, value, set, id, label }, step) {
  const change = (event) => {
    const text = event.target.value;
    if (text === "") set(field.nullable ? null : field.default);
    else if (event.target.checkValidity()) set(Number(text));
    else event.target.reportValidity();
  };
  const bounds = { min: field.minimum, max: field.maximum };
  return row(id, label, h("input", {
    type: "number", inputmode: "numeric", id, step, ...bounds, value: value === null ? "" : String(value),
    placeholder: field.nullable ? t("unlimited") : undefined, onchange: change,
  }));
}

function select(id, label, values, chosen, set, word) {
  return row(id, label, h("select", { id, value: String(chosen), onchange: (event) => set(values[Number(event.target.value)]) },
    values.map((one, i) => h("option", { value: String(i), key: String(i), selected: i === chosen }, word(one)))));
}

const patternName = (id) => say(state.sheet.patterns.get(id)?.name) || String(id).replaceAll("_", " ");
const wordOf = (value) => (value === null ? t("unset") : value === true ? t("yes") : value === false ? t("no") : seatWord(value) ?? patternName(value));
const seatWord = (value) => (["east", "south", "west", "north"].includes(value) ? seatName(value) : undefined);

// Tiles that are filled in from the tile keyboard.
function slot({ field, value, id, place, label }) {
  const many = field.type === "tiles";
  const tiles = value ? tilesOf(value) : [];
  const active = state.pen.field?.name === place.name && state.pen.field?.scope === place.scope;
  const start = () => refresh({ pen: active ? { kind: "hand" } : { field: place, label }, keyboard: true });
  const drop = (at) => writeField(place, many && tiles.length > 1 ? tiles.filter((_, i) => i !== at) : undefined);
  return h("div", { class: "row", key: id }, h("span", { id: `${id}-label` }, label),
    h("span", { class: "slots" },
      tiles.map((code, i) => h("button", {
        type: "button", class: "tilebutton small", "data-group": id, "aria-label": `${label}: ${t("remove.tile", { tile: nameOf(code, lang()) })}`, onclick: () => drop(i),
      }, picture(code))),
      // "None" and "not known" are different things where the sheet says so.
      many && field.nullable && !tiles.length ? h("button", {
        type: "button", class: "plain", id: `${id}-none`, "aria-pressed": String(value === ""), onclick: () => writeField(place, value === "" ? undefined : ""),
      }, t("rules.none")) : null,
      many || !tiles.length ? h("button", {
        type: "button", class: "slot", id, "data-owns": id, "aria-pressed": String(active), "aria-label": `${label}: ${spoken(tiles) || t("unset")}`, onclick: start,
      }, "+") : null));
}

function parted(parts, value, set, id, label) {
  const fields = Array.isArray(parts) ? parts : Object.entries(parts).map(([name, field]) => ({ name, ...field }));
  const change = (name, next) => {
    const out = { ...value, [name]: next };
    if (next === null || next === undefined) delete out[name];
    set(Object.keys(out).length ? out : null);
  };
  return h("fieldset", { class: "checks", key: id }, h("legend", {}, label), fields.map((field) => {
    const control = CONTROLS[field.values ? "choice" : field.type] ?? CONTROLS.string;
    return control({ field, value: value[field.name] ?? field.default ?? null, set: (next) => change(field.name, next), id: `${id}-${field.name}`, place: {}, label: labelOf(field) });
  }));
}

// An object whose keys are listed has one field for each of them.
const keyed = ({ keys, items }) => (keys ? Object.fromEntries(keys.map((name) => [name, { ...items, nullable: true, meaning: { zh: patternName(name), en: patternName(name) } }])) : null);
