// The API reference: the description the server itself serves, made readable, with "try it" against this very server.

import { h, patch } from "./dom.js";
import { t } from "./i18n.js";
import { banner, stayAvailable } from "./views/frame.js";

const METHODS = ["get", "post", "put", "patch", "delete"];
let spec = null;
let failed = false;
const tries = new Map(); // operationId -> {values, body, answer}

const resolve = (part) => (part?.$ref ? part.$ref.split("/").slice(1).reduce((at, key) => at?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], spec) : part) ?? {};
const refName = (part) => part?.$ref?.split("/").at(-1) ?? null;
const json = (value) => JSON.stringify(value, null, 2);

// ── texts: the little Markdown that descriptions are written in ──────────────────────────────────────────────────────

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inline(text) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    out.push(text.slice(at, match.index));
    const [whole, code, bold, label, to] = match;
    if (code) out.push(h("code", {}, code));
    else if (bold) out.push(h("b", {}, bold));
    else out.push(/^(https?:|\/|#)/.test(to) ? h("a", { href: to }, label) : label);
    at = match.index + whole.length;
  }
  return [...out, text.slice(at)];
}

const prose = (text) => (text ?? "").trim().split(/\n\s*\n/).filter(Boolean).map((block) => {
  const lines = block.split("\n");
  return lines.every((line) => /^\s*[-*] /.test(line)) ? h("ul", {}, lines.map((line) => h("li", {}, inline(line.replace(/^\s*[-*] /, ""))))) : h("p", {}, inline(lines.join(" ")));
});

// ── schemas ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const schemaLink = (name) => h("a", { href: `#schema-${name}` }, name);

/** A schema in one line: `string`, `Tiles[]`, `"east" | "south"`. */
function kind(schema) {
  if (schema === true) return "any";
  const name = refName(schema);
  if (name) return [schemaLink(name)];
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts) return parts.flatMap((part, i) => (i ? [" | ", kind(part)] : [kind(part)]));
  if (schema.allOf) return schema.allOf.flatMap((part, i) => (i ? [" & ", kind(part)] : [kind(part)]));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const types = [schema.type ?? (schema.properties ? "object" : "any")].flat();
  return types.flatMap((type, i) => {
    const one = type === "array" ? [schema.items ? kind(schema.items) : "any", "[]"]
      : type === "object" && !schema.properties && typeof schema.additionalProperties === "object" ? ["{ … : ", kind(schema.additionalProperties), " }"] : [type];
    return i ? [" | ", ...one] : one;
  });
}

const LIMITS = { minimum: "≥", exclusiveMinimum: ">", maximum: "≤", minLength: "length ≥", maxLength: "length ≤", minItems: "items ≥", maxItems: "items ≤", pattern: "matches", format: "format" };
const limits = (schema) => Object.entries(LIMITS).filter(([key]) => schema[key] !== undefined).map(([key, words]) => `${words} ${schema[key]}`).concat(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]).join(", ");

function fields(schema, level = 0) {
  const parts = [schema, ...(schema.allOf ?? []).filter((part) => !part.$ref)];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const entries = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  if (!entries.length) return null;
  return h("dl", { class: "schema" }, entries.map(([name, one]) => {
    const inner = one.type === "array" || [one.type].flat().includes("array") ? one.items ?? {} : one;
    return [
      h("dt", {}, h("code", {}, name), required.has(name) ? h("span", { class: "badge" }, "required") : null, " ", h("span", { class: "kind" }, kind(one)), " ", h("small", {}, limits(one))),
      h("dd", {}, prose(one.description), !inner.$ref && level < 5 ? fields(inner, level + 1) : null),
    ];
  }));
}

const schemaView = ([name, schema]) => h("section", { key: name, id: `schema-${name}` }, h("h3", {}, name),
  prose(schema.description), h("p", { class: "kind" }, kind(schema), " ", h("small", {}, limits(schema))), fields(schema.type === "array" && !schema.items?.$ref ? schema.items ?? {} : schema));

// ── operations ───────────────────────────────────────────────────────────────────────────────────────────────────────

function examplesOf(content) {
  const named = Object.entries(content?.examples ?? {}).map(([name, one]) => ({ name: resolve(one).summary ?? name, value: resolve(one).value }));
  return named.length ? named : content?.example !== undefined ? [{ name: "example", value: content.example }] : [];
}

function operation(path, method, op, shared) {
  const parameters = [...(shared ?? []), ...(op.parameters ?? [])].map(resolve);
  const content = Object.entries(resolve(op.requestBody).content ?? {})[0];
  return h("section", { class: "card operation", key: op.operationId, id: op.operationId },
    h("h3", {}, h("span", { class: `method ${method}` }, method.toUpperCase()), " ", h("code", {}, path), " ", op.summary),
    prose(op.description),
    parameters.length ? [h("h4", {}, t("docs.parameters")), h("dl", { class: "schema" }, parameters.map((one) => [
      h("dt", {}, h("code", {}, one.name), one.required ? h("span", { class: "badge" }, "required") : null, " ", h("span", { class: "kind" }, one.in), " ", h("small", {}, limits(resolve(one.schema)))),
      h("dd", {}, prose(one.description))]))] : null,
    content ? [h("h4", {}, t("docs.body")), h("p", {}, h("code", {}, content[0]), " ", kind(content[1].schema ?? {}))] : null,
    h("h4", {}, t("docs.responses")),
    h("ul", { class: "responses" }, Object.entries(op.responses ?? {}).map(([status, one]) => response(status, resolve(one)))),
    tryIt(path, method, op, parameters, content));
}

function response(status, one) {
  const content = Object.entries(one.content ?? {});
  return h("li", { key: status }, h("b", {}, status), " ", inline(one.description ?? ""), content.map(([type, { schema }]) => [" ", h("span", { class: "kind" }, schema ? kind(schema) : type)]),
    content.flatMap(([, media]) => examplesOf(media)).slice(0, 1).map(({ value }) => h("details", {}, h("summary", {}, t("docs.example")), h("pre", { tabindex: "0", "aria-label": `${status}: ${t("docs.example")}` }, typeof value === "string" ? value : json(value)))));
}

function tryIt(path, method, op, parameters, content) {
  const id = op.operationId;
  const inPath = parameters.filter((one) => one.in === "path");
  const samples = examplesOf(content?.[1]);
  const now = tries.get(id) ?? { values: Object.fromEntries(inPath.map((one) => [one.name, one.example ?? ""])), body: samples.length ? json(samples[0].value) : "", answer: null };
  tries.set(id, now);
  const { answer } = now;
  return h("details", { class: "try" }, h("summary", {}, t("docs.try")),
    inPath.map((one) => h("div", { class: "row", key: one.name }, h("label", { for: `${id}-${one.name}` }, one.name), h("input", { type: "text", id: `${id}-${one.name}`, value: now.values[one.name], oninput: (event) => { now.values[one.name] = event.target.value; } }))),
    content ? [
      samples.length > 1 ? h("div", { class: "row" }, h("label", { for: `${id}-sample` }, t("docs.example")), h("select", { id: `${id}-sample`, onchange: (event) => { now.body = json(samples[Number(event.target.value)].value); draw(); } }, samples.map((one, i) => h("option", { value: String(i), key: String(i) }, one.name)))) : null,
      h("label", { for: `${id}-body` }, t("docs.body")),
      h("textarea", { id: `${id}-body`, class: "code", rows: "14", spellcheck: "false", value: now.body, oninput: (event) => { now.body = event.target.value; } }),
    ] : null,
    h("p", {}, h("button", { type: "button", class: "primary", "data-send": id, onclick: () => send(path, method, now, content?.[0]) }, t("docs.send"))),
    h("div", { role: "status" }, answer ? h("p", {}, h("b", {}, answer.status), ` · ${answer.took} ms`) : null),
    answer ? h("pre", { tabindex: "0", "aria-label": t("json.answer"), "data-answer": id }, `${answer.headers}\n${answer.text}`) : null);
}

async function send(path, method, now, type) {
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(now.values[name] ?? ""));
  const began = performance.now();
  try {
    const response = await fetch(url, type ? { method: method.toUpperCase(), headers: { "content-type": type }, body: now.body } : { method: method.toUpperCase() });
    const text = await response.text();
    const wanted = ["content-type", "etag", "cache-control", "x-engine-version", "x-ruleset-version", "x-request-id", "allow", "retry-after"];
    const headers = wanted.filter((name) => response.headers.has(name)).map((name) => `${name}: ${response.headers.get(name)}\n`).join("");
    now.answer = { status: `${response.status} ${response.statusText}`, took: Math.round(performance.now() - began), headers, text: pretty(text) };
  } catch {
    now.answer = { status: t("offline.short"), took: Math.round(performance.now() - began), headers: "", text: "" };
  }
  draw();
}

function pretty(text) {
  try {
    return json(JSON.parse(text));
  } catch {
    return text;
  }
}

// ── the page ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function view() {
  if (!spec) return h("main", { class: "page", key: "main" }, h("h1", {}, t("title.docs")), h("p", { class: failed ? "warn" : "hint", role: "status" }, t(failed ? "load.failed" : "loading")));
  const operations = Object.entries(spec.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => ({ path, method, op: item[method], shared: item.parameters })));
  const tags = spec.tags ?? [...new Set(operations.flatMap(({ op }) => op.tags ?? ["API"]))].map((name) => ({ name }));
  const under = (tag) => operations.filter(({ op }) => (op.tags ?? ["API"]).includes(tag.name));
  return h("main", { class: "page docs", key: "main" },
    h("h1", {}, spec.info.title), h("p", { class: "meta" }, `${t("rules.version", { v: spec.info.version })} · OpenAPI ${spec.openapi} · `, h("a", { href: "/openapi.yaml" }, "openapi.yaml"), " · ", h("a", { href: "/openapi.json" }, "openapi.json")),
    prose(spec.info.description),
    h("nav", { "aria-label": t("docs.contents") }, h("ul", {}, operations.map(({ path, method, op }) => h("li", { key: op.operationId }, h("a", { href: `#${op.operationId}` }, `${method.toUpperCase()} ${path}`), ` ${op.summary ?? ""}`)), h("li", { key: "schemas" }, h("a", { href: "#schemas" }, t("docs.schemas"))))),
    tags.map((tag) => h("section", { key: tag.name }, h("h2", {}, tag.name), prose(tag.description), under(tag).map(({ path, method, op, shared }) => operation(path, method, op, shared)))),
    h("section", { key: "schemas", id: "schemas" }, h("h2", {}, t("docs.schemas")), Object.entries(spec.components?.schemas ?? {}).map(schemaView)));
}

function draw() {
  document.title = `${t("title.docs")} · ${t("title")}`;
  patch(document.getElementById("app"), [banner("docs", draw), view()]);
}

draw();
fetch("/openapi.json").then((response) => (response.ok ? response.json() : Promise.reject(response.status))).then((data) => { spec = data; }, () => { failed = true; }).then(() => {
  draw();
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
stayAvailable();
