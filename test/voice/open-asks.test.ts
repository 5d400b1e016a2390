/** Asks that no hooked agent put: scripts, CI, editors. Voice lists, reads and answers them too. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AskInput } from "../../src/desk/desk.ts";
import { startVoice, type TestVoice } from "../support/voice.ts";

const DEPLOY = {
  title: "Deploy",
  prompt: "Deploy build 4127 to production?",
  selectionMode: "single" as const,
  options: [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ],
};
const DATABASE = {
  questions: [
    {
      question: "Which database should we use?",
      header: "Choose",
      options: ["Postgres", "SQLite"].map((label) => ({ label, description: `About ${label}` })),
      multiSelect: false,
    },
  ],
};

let voice: TestVoice;
beforeAll(async () => {
  voice = await startVoice();
});
afterAll(() => voice[Symbol.asyncDispose]());

const put = (project: string, more: Partial<AskInput> = {}) =>
  voice.hub.desk.ask({
    questions: [DEPLOY],
    source: { kind: "command", project },
    mode: "detached",
    ...more,
  });

describe("asks of no agent", () => {
  it("are listed beside the agents, never among them, and answered by their id", async () => {
    const expected = voice.hub.agent("nobody-waits");
    await expected.post("UserPromptSubmit", { prompt: "Tidy up" });
    const late = await put("pipeline", { timeoutSeconds: 3600 });
    const soon = await put("deploy", { timeoutSeconds: 300 });
    const { body } = await voice.get("sessions");
    expect(body).toMatchObject({ total: 1, awaiting: 0, agents: [{ card: null }] });
    expect(body.asks).toMatchObject([
      {
        ...{ ask_id: soon.id, kind: "question", asked_by: "the command line", agent_id: null },
        ...{ project_name: "deploy", question_text: "Deploy build 4127 to production?" },
        options: [{ number: 1, option_id: "yes" }, { number: 2 }],
        ...{ is_destructive: false, can_be_answered: true, expires_at: soon.expiresAt },
      },
      { ask_id: late.id, project_name: "pipeline" },
    ]);
    expect(body.status_line).toBe(
      "One agent is running, and none needs you; 2 other questions are open.",
    );
    expect(body.results[0]).toBe("deploy asks: Deploy build 4127 to production?");

    const read = (await voice.get(`asks/${soon.id}/question`)).body;
    expect(read).toMatchObject({
      ...{ agent_id: null, ask_id: soon.id, asked_by: "the command line", state: null },
      ...{ can_be_answered: true, current_question_index: 0, needs_passkey: false },
      questions: [{ question_index: 0, accepts_text: false }],
    });
    expect(read.status_line).toBe("deploy asks: Deploy build 4127 to production?");
    const token = await voice.device("phone");
    const authorization = `Bearer ${token}`;
    const done = await voice.say({ text: "the first one", ask_id: soon.id }, { authorization });
    expect([done.status, done.body]).toMatchObject([
      200,
      { outcome: "answered", agent_id: null, project_name: "deploy", ask_id: soon.id },
    ]);
    expect(done.body.status_line).toBe("deploy has your answer: Yes.");
    expect((await voice.hub.desk.load(soon.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["yes"] }] },
      provenance: { by: "person", surface: "voice", who: "phone" },
    });
    const touched = await voice.say({ option_ids: ["no"], ask_id: late.id });
    expect(touched.body.outcome).toBe("answered");
    const again = await voice.say({ option_ids: ["yes"], ask_id: late.id });
    expect([again.status, again.body.error]).toEqual([409, "Already answered"]);
    expect((await voice.get(`asks/${late.id}/question`)).status).toBe(409);
    const gone = await voice.get("asks/00000000-0000-4000-8000-000000000000/question");
    expect([gone.status, gone.body.error]).toEqual([409, "That question is gone"]);
    await expected.post("SessionEnd", { reason: "exit" });
  });

  it("keep words without an id from the one agent that waits, until one is named", async () => {
    const dialog = await voice.hub.agent("shop").openDialog("AskUserQuestion", DATABASE);
    const own = await voice.hub.openAsk("shop");
    const ask = await put("deploy");
    expect((await voice.get("sessions")).body.agents).toMatchObject([
      { card: { ask_id: own.id, kind: "question", options: [{ label: "Postgres" }, {}] } },
    ]);
    const { body } = await voice.say({ text: "the first one" });
    expect(body).toMatchObject({
      outcome: "which_agent",
      agents: [{ project_name: "shop" }],
      asks: [{ ask_id: ask.id }],
    });
    expect(body.status_line).toBe(
      "One agent and one other question wait for you; which one do you mean?",
    );
    expect(body.results.join(" ")).toMatch(/shop asks.*deploy asks/);
    for (const { id } of [own, ask]) expect((await voice.hub.desk.load(id)).outcome).toBeNull();
    const named = await voice.say({ text: "deploy: no" });
    expect(named.body).toMatchObject({ outcome: "answered", ask_id: ask.id });
    expect(named.body.status_line).toBe("deploy has your answer: No.");
    // With nothing else open, the agent is meant again.
    expect((await voice.say({ text: "the first one" })).body).toMatchObject({
      outcome: "answered",
      project_name: "shop",
    });
    expect(await dialog.ended).toMatchObject({ by: "hook" });
  });

  it("are asked back where no agent waits, in both languages; a heard one is not mistaken", async () => {
    const ask = await put("deploy");
    const english = (await voice.say({ text: "yes" })).body;
    expect(english).toMatchObject({ outcome: "nobody_waiting", asks: [{ ask_id: ask.id }] });
    expect(english.status_line).toBe("No agent needs input, but one other question is open.");
    expect(english.next_action).toEqual(["Say the name first, then your answer."]);
    const korean = (await voice.say({ text: "yes", lang: "ko" })).body;
    expect(korean.status_line).toBe(
      "답이 필요한 에이전트는 없지만, 다른 질문 1개가 열려 있습니다.",
    );
    expect((await voice.get("sessions?lang=ko")).body.asks[0].asked_by).toBe("명령줄");
    await voice.get(`asks/${ask.id}/question`);
    await voice.hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["no"] }] },
      { surface: "portal", who: "Mina" },
    );
    // The yes is for what was heard, which somebody else has answered by now.
    const dialog = await voice.hub.agent("late").openDialog("AskUserQuestion", DATABASE);
    const other = await voice.hub.openAsk("late");
    const refused = await voice.say({ text: "yes, the first one" });
    expect([refused.status, refused.body.error]).toEqual([409, "Another question came meanwhile"]);
    expect((await voice.hub.desk.load(other.id)).outcome).toBeNull();
    dialog.pressEscape();
  });

  it("that destroy are read back first, and need the same device's confirmation", async () => {
    const ask = await put("cleaner", {
      presentation: { risk: { level: "destructive", reasons: ["removes"] } },
    });
    expect((await voice.get(`asks/${ask.id}/question`)).body.is_destructive).toBe(true);
    const [one, two] = [await voice.device("one"), await voice.device("two")];
    const as = (token: string) => ({ authorization: `Bearer ${token}` });
    const first = await voice.say({ text: "yes", ask_id: ask.id }, as(one));
    expect(first.body).toMatchObject({ outcome: "confirm", confirmation: { ask_id: ask.id } });
    expect((await voice.say({ text: "confirm", ask_id: ask.id }, as(two))).body.outcome).toBe(
      "asked_back",
    );
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
    expect((await voice.say({ text: "confirm" }, as(one))).body.outcome).toBe("answered");
  });

  it("with several questions are answered one after the other", async () => {
    const second = { ...DEPLOY, title: "Tell", prompt: "Tell the team?" };
    const ask = await put("release", { questions: [DEPLOY, second] });
    const { asks } = (await voice.get("sessions")).body;
    expect(asks.find(({ ask_id }: { ask_id: string }) => ask_id === ask.id)).toMatchObject({
      ...{ kind: "several", question_count: 2, options: null },
    });
    const kept = await voice.say({ option_ids: ["yes"], ask_id: ask.id, question_index: 0 });
    expect(kept.body).toMatchObject({
      outcome: "next_question",
      question: { question_index: 1, question_text: "Tell the team?" },
    });
    expect((await voice.say({ text: "no", ask_id: ask.id })).body.outcome).toBe("answered");
    expect((await voice.hub.desk.load(ask.id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["yes"] }, { optionIds: ["no"] }] },
    });
  });

  it("that only a passkey may allow say so before anything is read back, and can be refused", async () => {
    const ask = await put("vault", { presentation: { passkey: true } });
    expect((await voice.get(`asks/${ask.id}/question`)).body.needs_passkey).toBe(true);
    const { status, body } = await voice.say({ text: "yes", ask_id: ask.id });
    expect([status, body.error]).toEqual([409, "Only a passkey can allow this"]);
    expect((await voice.hub.desk.load(ask.id)).outcome).toBeNull();
    expect((await voice.say({ text: "cancel", ask_id: ask.id })).body.outcome).toBe("cancelled");
  });

  it("go back to whoever asked, with what the person wants to know", async () => {
    const ask = await put("unclear");
    const words = { ask_back: "elaborate", text: "What does it change?", ask_id: ask.id };
    const sent = await voice.say({ ...words, message_id: "back-to-whoever-1" });
    expect(sent.body).toMatchObject({ outcome: "sent_back", ask_id: ask.id });
    expect(sent.body.status_line).toBe("unclear is asked to say more.");
    expect((await voice.hub.desk.load(ask.id)).outcome).toMatchObject({
      ...{ status: "rejected", kind: "elaborate" },
      askBack: [{ questionIndex: 0, kind: "elaborate", text: "What does it change?" }],
    });
    // Sent again after a lost connection, it is not too late.
    expect((await voice.say({ ...words, message_id: "back-to-whoever-1" })).body.outcome).toBe(
      "sent_back",
    );
    const other = await put("unclear");
    const korean = await voice.say({ ask_back: "rephrase", ask_id: other.id, lang: "ko" });
    expect(korean.body.status_line).toBe("unclear: 다르게 물어봐 달라고 했습니다.");
    // Nobody can tell which question is meant, or what an option beside it should do.
    expect((await voice.say({ ask_back: "rephrase" })).status).toBe(400);
    const third = await put("unclear");
    const both = { ask_back: "rephrase", ask_id: third.id, option_ids: ["yes"] };
    expect((await voice.say(both)).status).toBe(400);
    expect((await voice.hub.desk.load(third.id)).outcome).toBeNull();
    await voice.say({ text: "cancel", ask_id: third.id });
  });

  it("are put off in all places, before their deadline, and not read aloud meanwhile", async () => {
    const ask = await put("later", { timeoutSeconds: 7200 });
    const post = (id: string, body: object) =>
      voice.send("POST", `asks/${id}/snooze`, {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const evening = new Date(Date.now() + 12 * 3_600_000).toISOString();
    const { body } = await post(ask.id, { until: evening });
    const wakes = new Date(Date.parse(ask.expiresAt ?? "") - 60_000).toISOString();
    expect(body).toMatchObject({
      snoozed_until: wakes,
      status_line: "The question of later is put off.",
    });
    const listed = (await voice.get("sessions")).body;
    expect(listed.asks).toMatchObject([{ ask_id: ask.id, snoozed_until: wakes }]);
    expect(listed.status_line).not.toContain("other question");
    const inbox = JSON.parse(readFileSync(voice.hub.files.at("snoozed.json"), "utf8"));
    expect(inbox[ask.id]).toMatchObject({ until: wakes });
    expect((await post(ask.id, { until: null, lang: "ko" })).body).toMatchObject({
      ...{ snoozed_until: null, status_line: "later: 질문이 다시 목록에 있습니다." },
    });
    const urgent = await put("now", { timeoutSeconds: 50 });
    expect((await post(urgent.id, { until: evening })).status).toBe(409);
    for (const { id } of [ask, urgent]) await voice.say({ text: "cancel", ask_id: id });
    expect((await post(ask.id, { until: evening })).status).toBe(409);
  });

  it("beyond what a reply holds are counted, found by their words, and read on from there", async () => {
    const urgent = await put("urgent", { timeoutSeconds: 120 });
    const asks = [];
    for (let number = 1; number <= 5; number++) {
      const prompt = `Keep 데이터베이스를 number ${number}?`;
      asks.push(await put("many", { questions: [{ ...DEPLOY, title: "Keep", prompt }] }));
    }
    const ids = (body: { asks: { ask_id: string }[] }) => body.asks.map(({ ask_id }) => ask_id);
    // What an agent before this test no longer waits for is gone in a moment.
    const listed = async () => (await voice.get("sessions?asks_limit=2")).body;
    await expect.poll(async () => (await listed()).asks_total).toBe(6);
    const body = await listed();
    expect(body.asks_next).toEqual(expect.any(String));
    // The newest two, and before them what ends soon although it is the oldest.
    expect(ids(body)).toEqual([urgent.id, ...asks.slice(3).map(({ id }) => id)]);
    expect(body.status_line).toMatch(/6 other questions are open\.$/);
    const seen = new Set(ids(body));
    for (let next = body.asks_next; next !== null; ) {
      const page = (await voice.get(`sessions?asks_limit=2&asks_after=${next}`)).body;
      for (const id of ids(page)) seen.add(id);
      next = page.asks_next;
    }
    expect(seen.size).toBe(6);
    // A piece of a Korean word, and a part of the name of the project.
    const found = (await voice.get(`sessions?q=${encodeURIComponent("베이스 MANY number 1")}`))
      .body;
    expect(found).toMatchObject({ asks_total: 1, asks: [{ ask_id: asks[0]?.id }] });
    expect((await voice.get("sessions?asks_after=nowhere")).status).toBe(400);
    for (const { id } of [urgent, ...asks]) await voice.say({ text: "cancel", ask_id: id });
  });

  it("come and go on the stream of events, for those who ask for them", async () => {
    const stop = new AbortController();
    const path = "/api/events?types=ask_updated";
    const response = await fetch(voice.hub.url + path, {
      headers: { authorization: `Bearer ${voice.hub.token}` },
      signal: stop.signal,
    });
    let text = "";
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const bytes of response.body ?? []) text += decoder.decode(bytes);
    })().catch(() => undefined);
    await expect.poll(() => text).toContain("event: resume");
    const ask = await put("streamed");
    await expect.poll(() => text).toContain(`"ask_id":"${ask.id}","status":"pending"`);
    await voice.say({ text: "no", ask_id: ask.id });
    await expect.poll(() => text).toContain(`"ask_id":"${ask.id}","status":"completed"`);
    expect(text).not.toMatch(/^id: .*\nevent: ask_updated/m);
    stop.abort();
    await reading;
  });
});
