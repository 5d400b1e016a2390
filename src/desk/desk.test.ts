/** The desk on a real file store, with a clock moved by hand. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineAt } from "../../test/support/hand-clock.ts";
import type { AskChange } from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { thisProcess } from "../store/process-identity.ts";
import { createDesk, type Desk, type DeskParts } from "./desk.ts";

const colour = { prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] };
const source = { kind: "test" };
const ada = { surface: "test", who: "Ada" };
const red = { answers: [{ optionIds: ["1"] }] };
const blue = { answers: [{ optionIds: ["2"] }] };

function open(parts: Partial<DeskParts> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "askline-desk-"));
  const clock = handClock();
  const desks: Desk[] = [];
  return {
    clock,
    /** Each stands for a process of its own. */
    desk(more: Partial<DeskParts> = {}): Desk {
      const store = openFileStore({ directory, machine: machineAt(clock) });
      const desk = createDesk({
        store,
        clock,
        newId: randomUUID,
        owner: thisProcess,
        lifeOf: () => "alive",
        ...parts,
        ...more,
      });
      desks.push(desk);
      return desk;
    },
    async [Symbol.asyncDispose]() {
      for (const desk of desks) await desk.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

describe("answers", () => {
  it("reach the one who waits, with who decided, where and when", async () => {
    await using test = open();
    const agent = test.desk();
    const ask = await agent.ask({ questions: [colour], source });
    const waiting = agent.wait(ask.id);
    await test.desk().answer(ask.id, blue, ada);
    expect((await waiting).outcome).toEqual({
      status: "completed",
      reply: blue,
      provenance: { by: "person", surface: "test", who: "Ada", at: test.clock.now().toISOString() },
    });
  });

  it("count once: a repeat is fine even after the deadline, a different one is not", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    await desk.answer(ask.id, red, ada);
    test.clock.advance(120);
    expect((await desk.answer(ask.id, red, { surface: "elsewhere" })).outcome?.provenance.who).toBe(
      "Ada",
    );
    await expect(desk.answer(ask.id, blue, ada)).rejects.toMatchObject({ code: "already_settled" });
  });

  it("that allow what destroys are refused until they are confirmed", async () => {
    await using test = open();
    const desk = test.desk();
    const risk = { level: "destructive" as const, reasons: ["deletes_files"] };
    const options = [
      { id: "deny", label: "Deny" },
      { id: "allow", label: "Allow once" },
    ];
    const put = () =>
      desk.ask({ questions: [{ prompt: "rm?", options }], source, presentation: { risk } });
    const allow = { answers: [{ optionIds: ["allow"] }] };
    const ask = await put();
    await expect(desk.answer(ask.id, allow, ada)).rejects.toMatchObject({
      ...{ code: "not_confirmed", reasons: ["deletes_files"] },
    });
    expect((await desk.load(ask.id)).outcome).toBeNull();
    await desk.answer(ask.id, allow, { ...ada, confirmed: true });
    expect((await desk.load(ask.id)).outcome?.provenance).not.toHaveProperty("confirmed");
    const deny = { answers: [{ optionIds: ["deny"] }] };
    expect((await desk.answer((await put()).id, deny, ada)).outcome?.status).toBe("completed");
  });

  it("that break the rules are refused and leave the ask open", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [{ ...colour, selectionMode: "single" }], source });
    await expect(
      desk.answer(ask.id, { answers: [{ optionIds: ["1", "2"] }] }, ada),
    ).rejects.toMatchObject({
      code: "invalid_reply",
    });
    await expect(
      desk.answer(ask.id, { answers: [{ optionIds: [], customText: "Green" }] }, ada),
    ).rejects.toThrow(/not free text/);
    await expect(desk.answer(ask.id, { answers: [] }, ada)).rejects.toThrow(
      /1 questions need 1 answers/,
    );
    await expect(
      desk.answer(ask.id, { answers: [{ optionIds: ["1"], optionNotes: { 7: "why" } }] }, ada),
    ).rejects.toThrow(/"7" is not one of the options/);
    expect((await desk.load(ask.id)).outcome).toBeNull();
  });
});

describe("deadlines", () => {
  it("settle an ask that is waited for, by the rule of its defaults", async () => {
    await using test = open();
    const desk = test.desk();
    const plain = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    const withDefault = await desk.ask({
      questions: [{ ...colour, defaultOptionIds: ["2"] }],
      source,
      timeoutSeconds: 60,
    });
    const waits = [desk.wait(plain.id), desk.wait(withDefault.id)];
    await test.clock.isArmed();
    test.clock.advance(61);
    const [without, withOne] = await Promise.all(waits);
    expect(without?.outcome).toMatchObject({
      status: "timed_out",
      kind: "none",
      provenance: { by: "rule" },
    });
    expect(withOne?.outcome).toMatchObject({
      status: "timed_out",
      kind: "default",
      reply: blue,
      provenance: { by: "default" },
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    "of %d seconds are refused in a sentence, and nothing is stored",
    async (timeoutSeconds) => {
      await using test = open();
      const desk = test.desk();
      await expect(desk.ask({ questions: [colour], source, timeoutSeconds })).rejects.toMatchObject(
        {
          code: "invalid_question",
          message: `No deadline is ${timeoutSeconds} seconds away: give timeoutSeconds as a number of seconds, or leave it out.`,
        },
      );
      expect(await desk.list()).toEqual([]);
    },
  );

  it("are kept by any desk that watches, even if the asking process does not", async () => {
    await using test = open();
    const ask = await test.desk().ask({ questions: [colour], source, timeoutSeconds: 60 });
    const settled = deferred<AskChange>();
    const watch = await test
      .desk()
      .watch((change) => change.ask?.outcome != null && settled.resolve(change));
    test.clock.advance(61);
    expect(await settled.promise).toMatchObject({
      id: ask.id,
      ask: { outcome: { status: "timed_out" } },
    });
    watch.close();
  });

  it("hold for a later desk: it lists, loads and answers nothing past them", async () => {
    await using test = open();
    const ask = await test.desk().ask({ questions: [colour], source, timeoutSeconds: 60 });
    test.clock.advance(61);
    await expect(test.desk().answer(ask.id, red, ada)).rejects.toMatchObject({
      code: "already_settled",
    });
    expect(await test.desk().list({ status: "pending" })).toEqual([]);
    expect((await test.desk().load(ask.id)).outcome).toMatchObject({ status: "timed_out" });
  });

  it("hold for pages and searches: what is past them is settled, and open no more", async () => {
    await using test = open();
    const past = await test.desk().ask({ questions: [colour], source, timeoutSeconds: 60 });
    const still = await test.desk().ask({ questions: [colour], source });
    test.clock.advance(61);
    const desk = test.desk();
    const pending = { status: "pending", limit: 5 } as const;
    expect((await desk.page(pending)).asks.map(({ id }) => id)).toEqual([still.id]);
    expect(await desk.find({ status: "pending", idPrefix: past.id })).toEqual([]);
    expect(await desk.find({ idPrefix: past.id })).toMatchObject([
      { outcome: { status: "timed_out" } },
    ]);
    expect(await desk.count({ status: "pending" }, 5)).toBe(1);
  });

  it("keep an ask past them from a glance, which settles nothing", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    expect((await desk.glance(5)).map(({ id }) => id)).toEqual([ask.id]);
    test.clock.advance(61);
    expect(await desk.glance(5)).toEqual([]);
  });

  it("move for every process when one extends them", async () => {
    await using test = open();
    const agent = test.desk();
    const ask = await agent.ask({ questions: [colour], source, timeoutSeconds: 60 });
    const waiting = agent.wait(ask.id);
    await test.clock.isArmed();
    await test.desk().extend(ask.id, 600);
    test.clock.advance(61);
    expect((await agent.load(ask.id)).outcome).toBeNull();
    await test.clock.isArmed();
    test.clock.advance(600);
    expect((await waiting).outcome.status).toBe("timed_out");
  });
});

describe("a clock that is set back by two hours", () => {
  const BACK = -2 * 3600;

  it("stops no deadline of an ask that is waited for or watched", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    const waiting = desk.wait(ask.id);
    while (!test.clock.isArmedWithin(61)) await new Promise(setImmediate);
    test.clock.advance(20);
    test.clock.set(BACK);
    test.clock.advance(39);
    expect((await test.desk().load(ask.id)).outcome).toBeNull();
    test.clock.advance(2);
    expect((await waiting).outcome.status).toBe("timed_out");
  });

  it("lets no answer in after the deadline", async () => {
    await using test = open();
    const desk = test.desk();
    const watch = await desk.watch(() => undefined);
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    while (!test.clock.isArmedWithin(61)) await new Promise(setImmediate);
    test.clock.set(BACK);
    test.clock.advance(61);
    await expect(desk.answer(ask.id, red, ada)).rejects.toMatchObject({ code: "already_settled" });
    expect((await test.desk().load(ask.id)).outcome).toMatchObject({ status: "timed_out" });
    watch.close();
  });

  it("heeds an extension that is made afterwards", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    const waiting = desk.wait(ask.id);
    while (!test.clock.isArmedWithin(61)) await new Promise(setImmediate);
    test.clock.set(BACK);
    await desk.extend(ask.id, 600);
    test.clock.advance(61);
    expect((await desk.load(ask.id)).outcome).toBeNull();
    while (!test.clock.isArmedWithin(601)) await new Promise(setImmediate);
    test.clock.advance(600);
    expect((await waiting).outcome.status).toBe("timed_out");
  });

  it("leaves an owner that died its 30 seconds, and no two hours", async () => {
    await using test = open({ lifeOf: () => "dead" });
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source });
    await desk.load(ask.id);
    test.clock.set(BACK);
    await desk.load(ask.id);
    test.clock.advance(31);
    expect((await desk.load(ask.id)).outcome).toMatchObject({ kind: "owner_gone" });
  });
});

describe("waits", () => {
  it("keep the deadline of an ask when another wait for it is aborted", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 60 });
    const abort = new AbortController();
    const aborted = desk.wait(ask.id, { signal: abort.signal }).catch(() => "aborted");
    const waiting = desk.wait(ask.id);
    await test.clock.isArmed();
    abort.abort();
    expect(await aborted).toBe("aborted");
    test.clock.advance(61);
    expect((await waiting).outcome.status).toBe("timed_out");
  });

  it("learn of a deadline that another process sets and leaves", async () => {
    await using test = open();
    const agent = test.desk();
    const ask = await agent.ask({ questions: [colour], source });
    const waiting = agent.wait(ask.id);
    await test.desk().extend(ask.id, 30);
    while (!test.clock.isArmedWithin(31)) await new Promise(setImmediate);
    test.clock.advance(31);
    expect((await waiting).outcome.status).toBe("timed_out");
  });

  it("end when the desk is closed", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source });
    const waiting = expect(desk.wait(ask.id)).rejects.toMatchObject({ code: "closed" });
    await desk.close();
    await waiting;
  });

  it("and other work leave no timer behind that keeps the process from ending", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source, timeoutSeconds: 600 });
    const underWay = [desk.extend(ask.id, 900), desk.watch(() => undefined), desk.wait(ask.id)];
    await desk.close();
    await Promise.allSettled(underWay);
    expect(test.clock.armed()).toBe(0);
    await expect(desk.watch(() => undefined)).rejects.toMatchObject({ code: "closed" });
  });

  it("may be many at once, which is no leak to warn of", async () => {
    await using test = open();
    const desk = test.desk();
    const { id } = await desk.ask({ questions: [colour], source });
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    const waiting = Promise.all(Array.from({ length: 20 }, () => desk.wait(id)));
    await test.clock.isArmed();
    await desk.answer(id, red, ada);
    await waiting;
    process.off("warning", warn);
    expect(warnings).toEqual([]);
  });

  it("notice that the owner died, though nobody watches", async () => {
    let life: "alive" | "dead" = "alive";
    await using test = open({ lifeOf: () => life });
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source });
    const waiting = test.desk().wait(ask.id);
    await test.clock.isArmed();
    life = "dead";
    const settled = waiting.then(({ outcome }) => outcome);
    while ((await Promise.race([settled, Promise.resolve(null)])) === null) {
      test.clock.advance(10);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await settled).toMatchObject({ status: "abandoned", kind: "owner_gone" });
  });
});

describe("owners", () => {
  it("that died 30 seconds ago leave a blocking ask abandoned, a detached one open", async () => {
    await using test = open({ lifeOf: () => "dead" });
    const desk = test.desk();
    const blocking = await desk.ask({ questions: [colour], source });
    const detached = await desk.ask({ questions: [colour], source, mode: "detached" });
    const handedOut = await desk.ask({ questions: [colour], source });
    await desk.detach(handedOut.id);
    expect(await desk.list({ status: "pending" })).toHaveLength(3);
    test.clock.advance(29);
    expect(await test.desk().list({ status: "pending" })).toHaveLength(3);
    test.clock.advance(2);
    const open_ = (await test.desk().list({ status: "pending" })).map(({ id }) => id).sort();
    expect(open_).toEqual([detached.id, handedOut.id].sort());
    expect((await desk.load(blocking.id)).outcome).toMatchObject({
      status: "abandoned",
      kind: "owner_gone",
      provenance: { by: "rule" },
    });
  });

  it("that live, or that nobody here can look at, keep their asks", async () => {
    await using test = open({ lifeOf: () => "unknown" });
    const desk = test.desk();
    await desk.ask({ questions: [colour], source });
    await desk.list();
    test.clock.advance(3600);
    expect(await desk.list({ status: "pending" })).toHaveLength(1);
  });
});

describe("rules", () => {
  it("settle an ask as it is put, in their own name and never in a person's", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({
      questions: [colour],
      source,
      ruled: { rule: "always red", reply: red },
    });
    const at = test.clock.now().toISOString();
    const provenance = { by: "rule", surface: "rules", who: "always red", at };
    expect(ask.outcome).toEqual({ status: "completed", reply: red, provenance });
    expect((await test.desk().wait(ask.id)).outcome.provenance).toEqual(provenance);
    await expect(desk.answer(ask.id, blue, ada)).rejects.toMatchObject({ code: "already_settled" });
    const bad = { rule: "wrong", reply: { answers: [] } };
    await expect(desk.ask({ questions: [colour], source, ruled: bad })).rejects.toMatchObject({
      code: "invalid_reply",
    });
  });

  it("give a deadline to an ask without one, and to no other", async () => {
    await using test = open({
      timeoutFor: async ({ source: { kind } }) => (kind === "test" ? 60 : undefined),
    });
    const desk = test.desk();
    const seconds = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string | null }) =>
      expiresAt && (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000;
    expect(seconds(await desk.ask({ questions: [colour], source }))).toBe(60);
    expect(seconds(await desk.ask({ questions: [colour], source, timeoutSeconds: 5 }))).toBe(5);
    expect(seconds(await desk.ask({ questions: [colour], source: { kind: "other" } }))).toBeNull();
  });
});

describe("a person", () => {
  it("is known to be where they answer, decline or write", async () => {
    const seen: string[] = [];
    await using test = open({ onPerson: (surface) => seen.push(surface) });
    const desk = test.desk();
    const [one, two] = [
      await desk.ask({ questions: [colour], source }),
      await desk.ask({ questions: [colour], source }),
    ];
    await desk.drafts.save(one.id, { surface: "inbox", person: "Ada" }, {});
    await desk.answer(one.id, red, { surface: "portal" });
    await desk.reject(two.id, {}, { surface: "slack" });
    await desk.ask({ questions: [colour], source, ruled: { rule: "r", reply: red } });
    expect(seen).toEqual(["inbox", "portal", "slack"]);
  });
});

describe("other ends", () => {
  it("a rejection carries its kind and words, a cancel none", async () => {
    await using test = open();
    const desk = test.desk();
    const [one, two] = [
      await desk.ask({ questions: [colour], source }),
      await desk.ask({ questions: [colour], source }),
    ];
    const askBack = [{ questionIndex: 0, kind: "elaborate" as const, text: "What is it for?" }];
    const rejected = await desk.reject(one.id, { kind: "elaborate", askBack }, ada);
    expect(rejected.outcome).toMatchObject({
      kind: "elaborate",
      rejectionReason: "What is it for?",
      askBack,
    });
    expect((await desk.reject(two.id, { kind: "cancel" }, ada)).outcome).toMatchObject({
      kind: "cancel",
      rejectionReason: null,
    });
  });

  it("a withdrawn ask is gone for everyone and never looks like a person's doing", async () => {
    await using test = open();
    const desk = test.desk();
    const ask = await desk.ask({ questions: [colour], source });
    await desk.withdraw(ask.id, { surface: "mcp" });
    await expect(test.desk().answer(ask.id, red, ada)).rejects.toMatchObject({
      code: "already_settled",
    });
    expect((await desk.load(ask.id)).outcome?.provenance.by).toBe("rule");
  });

  it("no question, or one that cannot be asked, is refused before it is stored", async () => {
    await using test = open();
    const desk = test.desk();
    await expect(desk.ask({ questions: [], source })).rejects.toMatchObject({
      code: "invalid_question",
    });
    await expect(
      desk.ask({ questions: [{ prompt: "?", options: [], selectionMode: "single" }], source }),
    ).rejects.toThrow(/at least one option/);
    expect(await desk.list()).toEqual([]);
  });
});

interface HandClock extends Clock {
  advance(seconds: number): void;
  /** Somebody sets the clock: no time passes. */
  set(bySeconds: number): void;
  /** How many things wait for the time to pass. */
  armed(): number;
  /** Whether something is due within so many seconds. */
  isArmedWithin(seconds: number): boolean;
  /** Resolves once something waits for the time to pass. */
  isArmed(): Promise<void>;
}

function handClock(): HandClock {
  let time = 0;
  let wall = Date.parse("2026-01-01T00:00:00.000Z");
  const timers = new Set<{ at: number; run: () => void }>();
  let tellArmed = () => {};
  return {
    now: () => new Date(wall + time),
    monotonic: () => time,
    set(bySeconds) {
      wall += bySeconds * 1000;
    },
    after(milliseconds, run) {
      const timer = { at: time + milliseconds, run };
      timers.add(timer);
      tellArmed();
      return () => timers.delete(timer);
    },
    advance(seconds) {
      const until = time + seconds * 1000;
      for (;;) {
        const [next] = [...timers]
          .filter((timer) => timer.at <= until)
          .sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.run();
      }
      time = until;
    },
    armed: () => timers.size,
    isArmedWithin: (seconds) =>
      [...timers].some((timer) => timer.at <= time + seconds * 1000 && timer.at > time + 10_000),
    isArmed() {
      if (timers.size > 0) return Promise.resolve();
      return new Promise((resolve) => {
        tellArmed = resolve;
      });
    },
  };
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
