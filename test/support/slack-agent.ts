/** The Slack surface in this process with an agent that says what a test wants. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSandbox } from "./sandbox.ts";
import { startSlackHere } from "./slack-here.ts";
import { wordsIn } from "./slack-stand-in.ts";

const AGENT = fileURLToPath(new URL("./scripted-agent.mjs", import.meta.url));

interface WithAgent extends NonNullable<Parameters<typeof startSlackHere>[0]> {
  /** More keys of `agent` in slack.json. */
  agent?: Record<string, unknown>;
}

export async function startSlackWithAgent({ agent = {}, config = {}, ...rest }: WithAgent = {}) {
  const files = openSandbox();
  const folder = files.at("agent");
  mkdirSync(folder);
  const command = [process.execPath, AGENT];
  const own = { command, environment: { SCRIPTED_AGENT_FOLDER: folder }, ...agent };
  const here = await startSlackHere({ config: { agent: own, send: [], ...config }, ...rest });
  const script = (replies: Record<string, unknown>) =>
    writeFileSync(`${folder}/script.json`, JSON.stringify(replies));
  script({});
  return {
    ...here,
    script,
    hold: () => writeFileSync(`${folder}/hold`, ""),
    release: () => rmSync(`${folder}/hold`),
    /** What each start of the agent was given. */
    told: (): { text: string; args: string[]; cwd: string; images: string[] }[] =>
      existsSync(`${folder}/told.jsonl`)
        ? readFileSync(`${folder}/told.jsonl`, "utf8")
            .split("\n")
            // The text behind the last line break is still being written.
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : [],
    callsOf: (method: string) => here.stand.calls.filter((call) => call.method === method),
    inThread: (channel: string) => here.stand.in(channel).map(wordsIn),
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}
