/**
 * opencode's permissions and questions through its plugin: the real plugin file in a stand-in for
 * opencode's plugin host, with recordings of the real program. The names in them are not ours, and
 * nothing here knows them.
 */
import { describe, expect, it } from "vitest";
import { type OpencodeStandIn, openOpencode, type Told, upTo } from "../support/opencode.ts";

describe.each([true, false])("opencode's dialogs, a hub runs: %s", (hasHub) => {
  it.each([
    ["allow", "allow", { reply: "once" }],
    ["deny", "deny", { reply: "reject", message: expect.stringMatching(/\w/) }],
    ["always", "2", { reply: "always" }],
  ])("a permission is answered with %s in opencode's own process", async (_, says, body) => {
    await using opencode = await open(hasHub);
    const asked = await tellUpTo(opencode, "permission.asked");
    const ask = await opencode.openAsk();
    expect(ask.questions[0]?.title).toBe(`Bash: ${asked.metadata.command}`);
    await answer(opencode, ask.id, says);
    await expect
      .poll(() => opencode.posted)
      .toEqual([{ url: `/permission/${asked.id}/reply`, body, status: 200 }]);
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "used" });
  });

  it("questions are answered with labels and own words", async () => {
    await using opencode = await open(hasHub);
    const asked = await tellUpTo(opencode, "question.asked", { without: "permission.asked" });
    const ask = await opencode.openAsk();
    expect(ask.questions.map(({ title }) => title)).toEqual(
      asked.questions.map(({ header }: { header: string }) => header),
    );
    const reply = {
      answers: [{ optionIds: ["2"] }, { optionIds: ["1"], customText: "mine, all" }],
    };
    await opencode.desk.answer(ask.id, reply, { surface: "portal" });
    const [one, many] = asked.questions;
    await expect
      .poll(() => opencode.posted)
      .toEqual([
        {
          url: `/question/${asked.id}/reply`,
          body: { answers: [[one.options[1].label], [many.options[0].label, "mine, all"]] },
          status: 200,
        },
      ]);
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "used" });
  });

  it("a question is rejected, and the person's words follow as a prompt", async () => {
    await using opencode = await open(hasHub);
    const asked = await tellUpTo(opencode, "question.asked", { without: "permission.asked" });
    const { id } = await opencode.openAsk();
    expect(await opencode.home.askline("reject", id, "--reason", "not now")).toMatchObject({
      code: 0,
    });
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "used" });
    await opencode.tell(event("session.idle", { sessionID: asked.sessionID }));
    await expect
      .poll(() => opencode.posted)
      .toMatchObject([
        { url: `/question/${asked.id}/reject`, status: 200 },
        {
          url: `/session/${asked.sessionID}/prompt_async`,
          body: { parts: [{ type: "text", text: "not now" }] },
        },
      ]);
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "used" });
  });

  it.each([
    ["once", { kind: "in_terminal", did: "allowed" }],
    ["reject", { kind: "in_terminal", did: "declined" }],
  ])("the terminal's %s ends the ask", async (reply, expected) => {
    await using opencode = await open(hasHub);
    const { id, sessionID } = await tellUpTo(opencode, "permission.asked");
    await opencode.openAsk();
    await opencode.tell(event("permission.replied", { sessionID, requestID: id, reply }));
    await expect.poll(() => effect(opencode)).toMatchObject(expected);
    expect(opencode.posted).toEqual([]);
  });

  it("the terminal's answers end the ask of a question", async () => {
    await using opencode = await open(hasHub);
    const { id, sessionID } = await tellUpTo(opencode, "question.asked", {
      without: "permission.asked",
    });
    await opencode.openAsk();
    const answers = [["SQLite"], ["Auth", "my own words"]];
    await opencode.tell(event("question.replied", { sessionID, requestID: id, answers }));
    await expect
      .poll(async () => (await opencode.onlyAsk()).outcome)
      .toMatchObject({
        status: "completed",
        provenance: { surface: "agent" },
        reply: {
          answers: [{ optionIds: ["2"] }, { optionIds: ["1"], customText: "my own words" }],
        },
      });
  });

  it("an answer that opencode no longer wants is told as not used", async () => {
    await using opencode = await open(hasHub);
    const { id } = await tellUpTo(opencode, "permission.asked");
    const ask = await opencode.openAsk();
    await opencode.forget("permission", id);
    await answer(opencode, ask.id, "allow");
    await expect.poll(() => opencode.posted).toMatchObject([{ status: 404 }]);
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "not_taken" });
  });

  it("what was asked before the plugin was there is answered once, also if the plugin starts anew", async () => {
    await using opencode = await open(hasHub);
    const [, asked] = upTo(opencode.project, "permission.asked");
    await opencode.list("permission", asked);
    await opencode.load();
    await opencode.openAsk();
    await opencode.load();
    const ask = await opencode.onlyAsk();
    await answer(opencode, ask.id, "allow");
    await expect
      .poll(() => opencode.posted)
      .toMatchObject([{ body: { reply: "once" }, status: 200 }]);
    await expect.poll(() => opencode.desk.list({ status: "pending" })).toEqual([]);
    const outcomes = (await opencode.desk.list()).map(({ outcome }) => outcome?.status);
    expect(outcomes.filter((status) => status === "completed")).toEqual(["completed"]);
  });
});

describe("opencode's dialogs and the hub", () => {
  it("a hub that comes back adopts what is open", async () => {
    await using opencode = await openOpencode();
    const hub = await opencode.startHub();
    await tellUpTo(opencode, "permission.asked");
    const ask = await opencode.openAsk();
    await hub.kill();
    await opencode.startHub();
    await answer(opencode, ask.id, "allow");
    await expect
      .poll(() => opencode.posted)
      .toMatchObject([{ body: { reply: "once" }, status: 200 }]);
    await expect.poll(() => effect(opencode)).toMatchObject({ kind: "used" });
    expect(await opencode.desk.list()).toHaveLength(1);
  });

  it("what destroys is marked, and needs a confirmation", async () => {
    await using opencode = await open(true);
    await tellUpTo(opencode, "permission.asked", { command: "rm -rf ~/photos" });
    const { id, presentation } = await opencode.openAsk();
    expect(presentation?.risk?.level).toBe("destructive");
    expect((await opencode.home.askline("answer", id, "allow")).code).not.toBe(0);
    expect(opencode.posted).toEqual([]);
    expect(await opencode.home.askline("answer", id, "allow", "--confirm")).toMatchObject({
      code: 0,
    });
    await expect.poll(() => opencode.posted).toMatchObject([{ body: { reply: "once" } }]);
  });

  it("a permission besides the tool's own shows what it is about", async () => {
    await using opencode = await open(true);
    const [told, asked] = upTo(opencode.project, "permission.asked");
    const more = { permission: "external_directory", patterns: ["/elsewhere/*"], metadata: {} };
    await opencode.tell(...told.slice(0, -1), event("permission.asked", { ...asked, ...more }));
    const { questions } = await opencode.openAsk();
    expect(questions[0]?.title).toBe("external_directory");
    expect(questions[0]?.prompt).toContain("/elsewhere/*");
    expect(questions[0]?.prompt).toContain(asked.metadata.command);
  });

  it("a sub-agent's permission is asked for the session that a person sees", async () => {
    await using opencode = await open(true);
    const [told, asked] = upTo(opencode.project, "permission.asked");
    await opencode.tell(...told.slice(0, -1));
    const child = { id: "ses_child", parentID: asked.sessionID, directory: opencode.project };
    await opencode.tell(
      event("session.created", { sessionID: child.id, info: child }),
      event("permission.asked", { ...asked, sessionID: child.id }),
    );
    const { dialog } = await opencode.openAsk();
    expect(dialog).toMatchObject({ sessionId: asked.sessionID, subagentId: child.id });
  });

  it("says where to answer if opencode's inner interface has changed", async () => {
    await using opencode = await openOpencode({ hasInterface: false });
    await opencode.startHub();
    await tellUpTo(opencode, "permission.asked");
    await expect
      .poll(() => opencode.home.json("agents"))
      .toMatchObject([{ client: "opencode", state: "AWAITING_INPUT" }]);
    expect(await opencode.desk.list()).toEqual([]);
  });
});

async function open(hasHub: boolean): Promise<OpencodeStandIn> {
  const opencode = await openOpencode();
  if (hasHub) await opencode.startHub();
  return opencode;
}

function event(type: string, properties: Record<string, unknown>): Told {
  return { k: "event", v: { type, properties } };
}

/** Tells everything up to the first event of this type; returns what that event says. */
async function tellUpTo(
  opencode: OpencodeStandIn,
  type: string,
  { without, command }: { without?: string; command?: string } = {},
) {
  const [told, properties] = upTo(opencode.project, type);
  const kept = told.filter(({ k, v }) => k !== "event" || v.type !== without);
  const before = command === undefined ? null : properties.metadata.command;
  const text = JSON.stringify(kept);
  await opencode.tell(
    ...(before === null ? kept : JSON.parse(text.replaceAll(before, command ?? ""))),
  );
  return properties;
}

async function answer({ home }: OpencodeStandIn, id: string, says: string) {
  expect(await home.askline("answer", id, says)).toMatchObject({ code: 0 });
}

async function effect(opencode: OpencodeStandIn) {
  return (await opencode.onlyAsk()).effect;
}
