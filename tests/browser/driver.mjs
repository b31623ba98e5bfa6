// A browser that takes its orders as lines of JSON and answers each with a line: `{"do": "click", "at": "[data-tile='1m']"}`.
//
// Everything it did, said or asked for is kept and given out by `log`: console messages, page errors, requests, refused connections.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf-8");
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const WAIT = 30_000;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ARGS });
let context;
let page;
let seen;

const orders = {
  // A fresh browser profile: nothing stored, nothing cached.
  async fresh({ width = 390, height = 780, scale = 1, locale = "en-US", dark = false, worker = false }) {
    await context?.close();
    context = await browser.newContext({
      viewport: { width, height }, deviceScaleFactor: scale, locale, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"], serviceWorkers: worker ? "allow" : "block", hasTouch: width < 600,
    });
    page = await context.newPage();
    page.setDefaultTimeout(WAIT);
    seen = { console: [], errors: [], requests: [], failed: [], bytes: 0 };
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) seen.console.push(`${message.type()}: ${message.text()}`); });
    page.on("pageerror", (error) => seen.errors.push(String(error)));
    context.on("request", (request) => seen.requests.push(request.url()));
    page.on("requestfailed", (request) => { if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? "")) seen.failed.push(request.url()); });
  },
  open: async ({ url }) => (await page.goto(url, { waitUntil: "load" }))?.status() ?? null,
  click: ({ at }) => page.click(at),
  tap: ({ at }) => page.tap(at),
  fill: ({ at, text }) => page.fill(at, text),
  pick: async ({ at, value }) => { await page.selectOption(at, value); },
  press: ({ key }) => page.keyboard.press(key),
  type: ({ text }) => page.keyboard.type(text),
  focus: ({ at }) => page.focus(at),
  wait: async ({ at, state = "visible" }) => { await page.waitForSelector(at, { state }); },
  // Asked again from here: a page with a strict policy evaluates no text by itself.
  async until({ script, arg }) {
    const end = Date.now() + WAIT;
    while (!(await page.evaluate(`(${script})(${JSON.stringify(arg ?? null)})`))) {
      if (Date.now() > end) throw new Error(`not within ${WAIT} ms: ${script}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
  text: ({ at }) => page.innerText(at),
  texts: ({ at }) => page.locator(at).allInnerTexts(),
  count: ({ at }) => page.locator(at).count(),
  get: ({ at, name }) => page.getAttribute(at, name),
  run: ({ script, arg }) => page.evaluate(`(${script})(${JSON.stringify(arg ?? null)})`),
  url: () => page.url(),
  offline: ({ on }) => context.setOffline(on),
  media: ({ print }) => page.emulateMedia({ media: print ? "print" : "screen" }),
  shot: async ({ path, full = false }) => { await page.screenshot({ path, fullPage: full }); },
  pdf: async ({ path }) => { await page.pdf({ path, format: "A4", preferCSSPageSize: true }); },
  async axe() {
    await page.evaluate(AXE);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.map((one) => ({ id: one.id, impact: one.impact, nodes: one.nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`).slice(0, 5) }));
  },
  log: () => seen,
  forget: () => { seen.failed = []; seen.console = seen.console.filter((line) => !line.includes("ERR_INTERNET_DISCONNECTED")); },
};

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  let answer;
  try {
    answer = { value: (await orders[order.do](order)) ?? null };
  } catch (error) {
    answer = { error: String(error.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
