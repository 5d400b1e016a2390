#!/usr/bin/env node
/**
 * A browser for measurements: opens its link as a page would, and answers the first
 * question with its first option.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const html = readFileSync(fileURLToPath(process.argv[2]), "utf8");
const link = new URL(/url=([^"]+)/.exec(html)[1].replaceAll("&amp;", "&"));
link.hostname = "127.0.0.1";
const opened = await fetch(link);
const [cookie] = opened.headers.getSetCookie()[0].split(";");
const [, key] = /name="askline-key" content="([^"]+)"/.exec(await opened.text());
const headers = {
  cookie,
  "x-askline-key": key,
  origin: link.origin,
  "content-type": "application/json",
};
await fetch(`${link.origin}/`, { headers });
const { open } = await (await fetch(`${link.origin}/api/asks`, { headers })).json();
const { ask } = open.find(({ ask }) => ask.questions.length === 1);
const reply = { answers: [{ optionIds: [ask.questions[0].options[0].id] }] };
await fetch(`${link.origin}/api/asks/${ask.id}/answer`, {
  method: "POST",
  headers,
  body: JSON.stringify({ reply }),
});
