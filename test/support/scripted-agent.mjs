// An agent that speaks the stream-JSON of `claude -p` and replies by its script. It writes down
// each start, so that a test can see what it was given, how often, and with which flags.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const folder = process.env.SCRIPTED_AGENT_FOLDER;
const args = process.argv.slice(2);
const flag = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);

let input = "";
for await (const chunk of process.stdin) input += chunk;
const text = JSON.parse(input).message.content[0].text;
const sessionId = flag("--resume") ?? `session-${Date.now()}-${process.pid}`;
appendFileSync(
  `${folder}/told.jsonl`,
  `${JSON.stringify({ text, args, resumed: flag("--resume") ?? null, sessionId })}\n`,
);

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
say({ type: "system", subtype: "init", session_id: sessionId });
const script = JSON.parse(readFileSync(`${folder}/script.json`, "utf8"));
const reply = script[text] ?? `You said: ${text}`;
const message = { id: `msg-${process.pid}` };
const event = (inner) =>
  say({ type: "stream_event", session_id: sessionId, parent_tool_use_id: null, event: inner });
for (const [name, input] of script.uses ?? []) {
  const content = [{ type: "tool_use", id: `toolu-${name}`, name, input }];
  say({ type: "assistant", session_id: sessionId, message: { id: `use-${name}`, content } });
}
event({ type: "message_start", message });
for (let at = 0; at < reply.length; at += 7) {
  event({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: reply.slice(at, at + 7) },
  });
  // The reply is written piece by piece while a reader watches.
  if (script.slowly) await sleep(20);
  if (script.dieAt === text && at >= script.dieAfter) process.kill(process.pid, "SIGKILL");
}
while (script.holdAt === text && existsSync(`${folder}/hold`)) await sleep(10);
say({
  type: "assistant",
  session_id: sessionId,
  parent_tool_use_id: null,
  message: { ...message, content: [{ type: "text", text: reply }] },
});
say({ type: "result", subtype: "success", is_error: false, result: reply, session_id: sessionId });
