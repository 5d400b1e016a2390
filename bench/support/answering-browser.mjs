#!/usr/bin/env node
/**
 * A browser for measurements: opens its link as a page would, and answers the first
 * question with its first option.
 */
const link = new URL(process.argv[2]);
const opened = await fetch(link, { redirect: "manual" });
const [cookie] = opened.headers.getSetCookie()[0].split(";");
const headers = { cookie, origin: link.origin, "content-type": "application/json" };
await fetch(`${link.origin}/`, { headers });
const { open } = await (await fetch(`${link.origin}/api/asks`, { headers })).json();
const { ask } = open.find(({ ask }) => ask.questions.length === 1);
const reply = { answers: [{ optionIds: [ask.questions[0].options[0].id] }] };
await fetch(`${link.origin}/api/asks/${ask.id}/answer`, {
  method: "POST",
  headers,
  body: JSON.stringify({ reply }),
});
