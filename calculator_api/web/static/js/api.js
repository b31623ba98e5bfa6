// The API, as the page uses it.

/** Nobody answered: no network, or no server. */
export class Unreachable extends Error {}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(path);
  }
  const type = response.headers.get("content-type") ?? "";
  const body = type.includes("json") ? await response.json() : null;
  return { status: response.status, ok: response.ok, body };
}

const data = async (path) => {
  const { ok, status, body } = await ask(path);
  if (!ok) throw Object.assign(new Error(path), { status });
  return body;
};

const items = (body, name) => (Array.isArray(body) ? body : body[name]);

export const rulesets = async () => items(await data("/v1/rulesets"), "rulesets");
export const ruleset = (id) => data(`/v1/rulesets/${encodeURIComponent(id)}`);
export const examples = async (id) => items(await data(`/v1/rulesets/${encodeURIComponent(id)}/examples`), "examples");

/** Scores a request: `{status, ok, body}`, where a refused one has its problem as the body. */
export const score = (request, signal) => ask("/v1/score", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request), signal,
});
