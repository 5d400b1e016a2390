/**
 * The moving pictures of the README: a script makes them from recordings, whatever the screen
 * shows.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openChromium } from "./support/browser.ts";
import { openSandbox } from "./support/sandbox.ts";

const SCRIPT = fileURLToPath(new URL("../scripts/cast-to-svg.mjs", import.meta.url));
const DEMOS = fileURLToPath(new URL("../docs/demo/", import.meta.url));

const chromium = openChromium();

function svgOf(...events: [number, string][]): string {
  using files = openSandbox();
  const lines = [
    { version: 2, width: 40, height: 4 },
    ...events.map(([at, text]) => [at, "o", text]),
  ];
  writeFileSync(files.at("in.cast"), lines.map((line) => JSON.stringify(line)).join("\n"));
  execFileSync(process.execPath, [SCRIPT, files.at("in.cast"), files.at("out.svg")]);
  return readFileSync(files.at("out.svg"), "utf8");
}

/** Each text with its column and its width in columns. */
function textsOf(svg: string): [string, number, number][] {
  const found = svg.matchAll(/<text x="([\d.]+)" y="[\d.]+" textLength="([\d.]+)"[^>]*>([^<]*)</g);
  return [...found].map(([, x, length, text]) => [
    text ?? "",
    Math.round(Number(x) / 8.4),
    Math.round(Number(length) / 8.4),
  ]);
}

it("wide characters, emoji and what follows them stand in their columns", () => {
  expect(textsOf(svgOf([0, "한글 ok 👍 e\u0301 <&>"]))).toEqual([
    ["한", 0, 2],
    ["글", 2, 2],
    ["ok", 5, 2],
    ["👍", 8, 2],
    ["e\u0301 &lt;&amp;&gt;", 11, 5],
  ]);
});

it("colours, weights and inverse text are kept", () => {
  const svg = svgOf([
    0,
    "\u001b[1;31mred\u001b[0m \u001b[48;2;1;2;3mon\u001b[0m " +
      "\u001b[38;5;46mgreen\u001b[0m \u001b[7mback\u001b[0m",
  ]);
  expect(svg).toMatch(/class="b" style="fill:#ff7b72">red</);
  expect(svg).toMatch(/fill="#010203"\/><text[^>]*>on</);
  expect(svg).toMatch(/style="fill:#00ff00">green</);
  expect(svg).toMatch(/fill="#d7dae0"\/><text[^>]*style="fill:#16181d">back</);
});

it("each screen is a frame for as long as it stood; equal-looking ones are merged", () => {
  const svg = svgOf(
    [0, "one"],
    [1, "\r\ntwo"],
    [1.01, "\r\nthree"],
    [2, "\u001b[0m"],
    [3, "\u001b[2J"],
    [90, "\u001b[Hlast"],
  );
  const [, frames = ""] = /@keyframes film\{(.*)\}\n/.exec(svg) ?? [];
  expect(frames.match(/[\d.]+%\{transform:translateX\(-[\d.]+px\)\}/g)).toEqual([
    "0%{transform:translateX(-0px)}",
    "11.111%{transform:translateX(-336px)}",
    "33.333%{transform:translateX(-672px)}",
    "66.667%{transform:translateX(-1008px)}",
  ]);
  expect(svg).toContain("animation:film 9s step-end infinite");
  expect(textsOf(svg).map(([text]) => text)).toEqual(["one", "two", "three", "last"]);
});

it("the demos in the documentation are small pictures that a browser shows", async () => {
  await using profile = await chromium.profile();
  const page = await profile.newPage();
  const demos = readdirSync(DEMOS).filter((name) => name.endsWith(".svg"));
  expect(demos.length).toBeGreaterThan(0);
  for (const name of demos) {
    expect(statSync(`${DEMOS}${name}`).size).toBeLessThanOrEqual(200 * 1024);
    expect(readFileSync(`${DEMOS}${name.replace(/svg$/, "cast")}`, "utf8")).toMatch(
      /^\{"version":2,/,
    );
    const picture = readFileSync(`${DEMOS}${name}`).toString("base64");
    const source = `data:image/svg+xml;base64,${picture}`;
    await page.setContent(`<img src="${source}">`);
    const width = page.evaluate(
      "document.images[0].decode().then(() => document.images[0].naturalWidth)",
    );
    expect(await width).toBeGreaterThan(300);
  }
});
