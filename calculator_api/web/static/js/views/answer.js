// What the round comes to: every figure here is the API's own.

import { h } from "../dom.js";
import { amount, say, seatName, t, worth } from "../i18n.js";
import { toRequest } from "../round.js";
import { indicatorPen, refresh, retry, state } from "../store.js";
import { tilesOf } from "../tiles.js";
import { tileRow } from "../tileview.js";

const round3 = (value) => (Number.isInteger(value) ? value : Math.round(value * 1000) / 1000);

/** One line for the foot of the screen, read aloud whenever it changes. */
export function headline() {
  const { result } = state;
  return h("a", { class: `headline ${result.state} ${result.answer?.wins.some((win) => !win.valid) ? "bad" : ""}`, href: "#answer", onclick: (event) => { event.preventDefault(); act(result); } },
    h("span", { role: "status", "aria-live": "polite" }, headlineText(result)));
}

// A tap on it does what is asked for, or goes to the answer.
function act({ todo }) {
  if (todo?.what === "indicator") {
    refresh({ pen: indicatorPen(), keyboard: true });
    return;
  }
  if (todo?.what === "winning_tile") {
    refresh({ seat: todo.seat, pen: { kind: "win" }, keyboard: true });
    return;
  }
  const answer = document.getElementById("answer");
  answer.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth", block: "start" });
  answer.focus({ preventScroll: true });
}

function headlineText({ state: now, todo, answer }) {
  if (now === "todo") return todoText(todo);
  if (now === "offline") return t("offline.short");
  if (now === "refused") return t("problem.short");
  if (now === "failed") return t("failed", { status: "" });
  if (now === "loading" && !answer) return t("loading");
  if (!answer) return t("answer.none");
  const wins = answer.wins.map((win, i) => h("span", { class: "figures", key: win.winner }, `${i ? " · " : ""}${seatName(win.winner)} ${win.valid ? worth(round3(win.score), win.unit) : t("not.valid")}`));
  const totals = Object.entries(answer.totals).filter(([, value]) => value).map(([seat, value]) => h("span", { class: "nowrap", key: seat }, ` ${seatName(seat)} ${amount(round3(value))}`));
  return [wins.length ? wins.flatMap((win) => [win, " "]) : t("valid.drawn"), totals];
}

const todoText = ({ what, seat, count }) => t(`todo.${what}`, { seat: seat && seatName(seat), count });

export function answerView() {
  const { result } = state;
  return h("section", { class: `card answer ${result.state}`, id: "answer", tabindex: "-1", "aria-label": t("answer"), "aria-busy": result.state === "loading" ? "true" : undefined, "data-state": result.state },
    h("h2", {}, t("answer")), body(result));
}

function body(result) {
  if (result.state === "todo") return h("p", { class: "hint big" }, todoText(result.todo));
  if (result.state === "refused") return problem(result.problem);
  if (result.state === "offline") return h("p", { class: "warn", role: "alert" }, t("offline"), " ", again());
  if (result.state === "failed") return h("p", { class: "warn", role: "alert" }, t("failed", { status: result.status }), " ", again());
  if (!result.answer) return h("p", { class: "hint" }, t(result.state === "loading" ? "loading" : "answer.none"));
  const { answer } = result;
  return [
    answer.wins.length ? answer.wins.map((win) => h("article", { key: win.winner, class: "won", "data-win-result": win.winner }, winView(win, result.request))) : h("p", { class: "score" }, t("valid.drawn")),
    totals(answer), payments(answer), notices(answer), decisions(answer, result.request),
  ];
}

const again = () => h("button", { type: "button", class: "plain", onclick: retry }, t("retry"));

function problem(details) {
  const faults = details.errors ?? details.faults ?? [];
  return [
    h("p", { class: "warn" }, t("problem")),
    h("ul", { class: "faults" }, faults.length ? faults.map((fault) => h("li", {}, say(fault.detail && typeof fault.detail === "object" ? fault.detail : fault) || fault.detail || fault.code, " ", h("code", {}, fault.pointer ?? ""))) : h("li", {}, details.detail ?? details.title ?? "")),
  ];
}

function winView(win, request) {
  const { by, from } = request.wins.find((one) => one.winner === win.winner) ?? { by: "self_draw" };
  return [
    h("p", { class: "score" },
      h("span", { class: "figure" }, win.valid ? worth(round3(win.score), win.unit) : t("not.valid")),
      h("span", { class: "of" }, t(`score.${by}`, { seat: seatName(win.winner), from: from ? seatName(from) : "" }))),
    win.reasons?.length ? h("ul", { class: "reasons" }, win.reasons.map((reason) => h("li", { key: reason.code }, say(reason)))) : null,
    win.hand ? reading(win.hand) : null,
    win.patterns?.length ? patterns(win.patterns) : null,
    win.cap ? capView(win.cap) : null,
    win.steps?.length ? h("details", { open: true }, h("summary", {}, t("steps")), h("ol", { class: "steps" }, win.steps.map((step, i) => h("li", { key: `${step.id}${i}` }, say(step.explain) || say(step), h("b", {}, String(round3(step.value))))))) : null,
    win.excluded?.length ? h("details", { open: win.excluded.length < 4 }, h("summary", {}, `${t("excluded")} (${win.excluded.length})`), h("ul", { class: "excluded" }, win.excluded.map((pattern) => h("li", { key: pattern.id }, h("s", {}, say(pattern.name)), " ", h("span", { class: "why" }, say(pattern.explain) || t("excluded.by", { by: patternName(pattern.by) })))))) : null,
  ];
}

const patternName = (id) => say(state.sheet.patterns.get(id)?.name) || id;

// The sets as they were read; a wildcard shows what it stands for.
function reading(hand) {
  const block = (set, key) => {
    const tiles = tilesOf(set.tiles);
    const wild = wildAt(set, tiles);
    const stands = wild.size ? `${t("wildcard")} ${wild.size}` : "";
    const what = [set.winning ? t("winning") : "", stands].filter(Boolean).join(", ");
    return h("span", { class: `set ${set.melded ? "melded" : ""} ${set.winning ? "winning" : ""}`, key },
      tileRow(tiles, { label: what, mark: (i) => (wild.has(i) ? "wild" : "") }));
  };
  const sets = hand.sets ?? [];
  const pair = hand.pair ? [{ ...hand.pair, winning: !sets.some((set) => set.winning) }] : [];
  const loose = hand.loose ? [{ tiles: hand.loose, wildcards: hand.loose_wildcards }] : [];
  const blocks = [...sets, ...pair, ...(hand.pairs ?? []), ...loose];
  if (!blocks.length) return null;
  const wild = blocks.some((set) => set.wildcards?.length);
  const wait = hand.wait && t(`wait.${hand.wait}`);
  return h("div", { class: "reading", role: "group", "aria-label": t("reading") }, blocks.map(block),
    wait && wait !== `wait.${hand.wait}` ? h("span", { class: "wait" }, wait) : null,
    wild ? h("span", { class: "wait" }, h("span", { class: "wildmark", "aria-hidden": "true" }), t("reading.wild")) : null);
}

// `wildcards` of a set names the faces that wildcards stand for.
function wildAt(set, tiles) {
  const at = new Set();
  for (const face of set.wildcards ?? []) {
    const i = tiles.findIndex((code, k) => code === face && !at.has(k));
    if (i >= 0) at.add(i);
  }
  return at;
}

function patterns(list) {
  return h("table", { class: "patterns" }, h("caption", { class: "sr" }, t("patterns")),
    h("thead", { class: "sr" }, h("tr", {}, h("th", { scope: "col" }, t("pattern")), h("th", { scope: "col" }, t("value")))),
    h("tbody", {}, list.map((pattern) => {
      const sheet = state.sheet.patterns.get(pattern.id);
      const tiles = pattern.tiles ? tilesOf(pattern.tiles) : null;
      return h("tr", { key: pattern.id, "data-pattern": pattern.id },
        h("th", { scope: "row" }, say(pattern.name), sheet?.inferred ? h("abbr", { class: "badge", title: t("inferred.long") }, t("inferred")) : null,
          say(pattern.explain) ? h("small", {}, drawn(say(pattern.explain))) : null,
          tiles ? tileRow(tiles, { more: "tiny" }) : null),
        h("td", {}, worth(round3(pattern.value), pattern.unit), pattern.count > 1 ? ` × ${pattern.count}` : ""));
    })));
}

// Sets named in brackets at the end of an explanation, `(222z、333p)`, are drawn.
function drawn(text) {
  const match = text.match(/^(.*?)\s*[(（]((?:[1-9]+[mpszf][、,\s]*)+)[)）]$/u);
  return match ? [match[1], " ", match[2].split(/[、,\s]+/u).filter(Boolean).map((set) => [tileRow(tilesOf(set), { more: "tiny" }), " "])] : text;
}

function capView(cap) {
  const values = { name: say(cap.name), limit: round3(cap.limit), before: round3(cap.before) };
  return h("p", { class: `cap ${cap.applied ? "applied" : ""}` }, t(cap.applied ? "cap.applied" : "cap.reached", values));
}

function totals(answer) {
  const seats = Object.entries(answer.totals ?? {});
  return h("table", { class: "totals" }, h("caption", { class: "sr" }, t("total")),
    h("thead", {}, h("tr", {}, seats.map(([seat]) => h("th", { scope: "col", key: seat }, seatName(seat), seat === "east" ? h("small", {}, t("dealer")) : null)))),
    h("tbody", {}, h("tr", {}, seats.map(([seat, value]) => h("td", { key: seat, "data-total": seat, class: value > 0 ? "plus" : value < 0 ? "minus" : "" }, amount(round3(value)))))));
}

function payments(answer) {
  if (!answer.payments?.length) return h("p", { class: "hint" }, t("nothing.paid"));
  return h("details", { open: true }, h("summary", {}, t("payments")),
    h("ul", { class: "payments" }, answer.payments.map((one, i) => h("li", { key: String(i) },
      h("span", { class: "way" }, t("pays", { from: seatName(one.from), to: seatName(one.to) })), h("b", {}, String(round3(one.amount))), h("span", { class: "why" }, explained(one))))));
}

// What only repeats who pays whom is left out.
const explained = ({ from, to, explain, for: what }) => (new RegExp(`^${from} pays ${to} [\\d.]+ for [a-z ]+$`).test(explain?.en ?? "") ? t(`for.${what}`) : say(explain));

function notices(answer) {
  if (!answer.notices?.length) return null;
  return h("ul", { class: "notices", "aria-label": t("notices") }, answer.notices.map((notice, i) => h("li", { key: String(i) }, say(notice))));
}

/** The sheet's decisions that bear on this answer: on its patterns, its payments or a house rule that was changed. */
function decisions(answer, request) {
  const involved = new Set([
    ...answer.wins.flatMap((win) => [...(win.patterns ?? []), ...(win.excluded ?? [])].map((pattern) => pattern.id)),
    ...(answer.payments ?? []).map((one) => one.for).filter((what) => what !== "win"), ...Object.keys(request.options ?? {}),
    ...answer.wins.flatMap((win) => (win.reasons ?? []).map((reason) => reason.code)),
  ]);
  const apply = state.sheet.decisions.filter((decision) => (decision.concerns ?? []).some((what) => involved.has(what)));
  if (!apply.length) return null;
  return h("details", {}, h("summary", {}, `${t("decisions")} (${apply.length})`), h("ul", { class: "decisions" }, apply.map((decision) => h("li", { key: decision.id }, say(decision.text)))));
}

/** Request, answer and curl, for those who build on the API. */
export function developerView() {
  const { result, round } = state;
  const request = toRequest(round);
  const block = (label, text) => [h("h3", {}, label), h("pre", { tabindex: "0", "aria-label": label }, text)];
  return h("details", { class: "card developer" }, h("summary", {}, t("developer")),
    block(t("json.request"), JSON.stringify(request, null, 2)),
    result.answer || result.problem ? block(t("json.answer"), JSON.stringify(result.answer ?? result.problem, null, 2)) : null,
    block(t("json.curl"), curl(request)), h("p", {}, h("a", { href: "/docs" }, t("title.docs"))));
}

export const curl = (request) => `curl -sS ${location.origin}/v1/score -H 'content-type: application/json' -d '${JSON.stringify(request).replaceAll("'", "'\\''")}'`;
