/** Recordings of the real daemon: what each request asks, and how its step and turn ended. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isRecord } from "../../../../core/json.ts";
import { bodyOfStep, bodyOfTurnEnd, refusedAt } from "./events.ts";
import { ItemChange, Thread, TurnEnd } from "./messages.ts";
import { dialogIn } from "./requests.ts";
import type { Params } from "./rpc.ts";

const FOLDER = new URL("../../../../../test/fixtures/codex/", import.meta.url);
const AT = "2026-11-15T19:00:00.000000Z";
const now = new Date(AT);

interface Line {
  readonly dir: string;
  readonly msg: { id?: number; method?: string; params?: Params };
}

const scenes = readdirSync(FOLDER, { withFileTypes: true })
  .filter(({ name }) => existsSync(new URL(`${name}/app-server.jsonl`, FOLDER)))
  .map(({ name }) => ({ name, lines: linesOf(name) }));

function linesOf(scene: string): Line[] {
  const text = readFileSync(new URL(`${scene}/app-server.jsonl`, FOLDER), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** What the daemon said by this method, once for each of its clients. */
function said(lines: readonly Line[], method: string): Params[] {
  return lines.flatMap(({ dir, msg }) =>
    dir === "in" && msg.method === method && msg.params ? [msg.params] : [],
  );
}

describe.each(scenes)("the recording $name", ({ lines }) => {
  const requests = lines.filter(
    ({ dir, msg }) => dir === "in" && msg.method !== undefined && msg.id !== undefined,
  );
  const thread = (id: unknown) => Thread.parse({ id, cwd: "/project" });

  it("asks a person for each command and each question", () => {
    for (const { msg } of requests) {
      const { id = 0, method = "", params = {} } = msg;
      if (method === "mcpServer/elicitation/request") continue;
      const about = { id, method, params, thread: thread(params["threadId"]), item: null };
      const dialog = dialogIn(about, AT);
      expect(dialog).toMatchObject({ toolUseId: params["itemId"], promptId: params["turnId"] });
      const command = String(dialog?.input["command"] ?? "");
      expect(command).not.toMatch(/-lc/);
      expect(String(params["command"] ?? "")).toContain(command);
    }
  });

  it("tells of every command whether it was declined", () => {
    for (const params of said(lines, "item/completed")) {
      const { item } = ItemChange.parse(params);
      if (item.type !== "commandExecution") continue;
      expect(refusedAt(item, now) !== null).toBe(item["status"] === "declined");
      expect(bodyOfStep(item)).toMatchObject({ toolName: "Bash", toolUseId: item.id });
    }
  });

  it("tells how every turn ended", () => {
    for (const params of said(lines, "turn/completed")) {
      const { turn } = TurnEnd.parse(params);
      const recorded = isRecord(params["turn"]) ? params["turn"]["error"] : null;
      const { type } = bodyOfTurnEnd(turn, now);
      expect(type).toBe(isRecord(recorded) ? "failed" : "stopped");
    }
  });
});

describe("the recording of a usage limit", () => {
  it("is a limit with the time at which it ends", () => {
    const ends = scenes.flatMap(({ lines }) => said(lines, "turn/completed"));
    const failed = ends.map((end) => bodyOfTurnEnd(TurnEnd.parse(end).turn, now));
    const limits = failed.filter((body) => body.type === "failed");
    expect(limits.map(({ kind }) => kind)).toEqual(["limit"]);
    const [{ resumesAt } = { resumesAt: null }] = limits;
    const again = new Date(resumesAt ?? "");
    expect([again.getHours(), again.getMinutes()]).toEqual([21, 23]);
  });
});
