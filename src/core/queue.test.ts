import { describe, expect, it } from "vitest";
import { createKeyedQueue, createQueue } from "./queue.ts";

/** Work that ends on command, and records when it began. */
function scene() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve(value: string): void; reject(error: Error): void }>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }));
  };
  const end = (name: string) => ends.get(name)?.resolve(name);
  const fail = (name: string) => ends.get(name)?.reject(new Error(name));
  return { begun, work, end, fail };
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve));

describe("a queue", () => {
  it("runs one piece of work after the other, and gives each its own result", async () => {
    const { begun, work, end } = scene();
    const queue = createQueue();
    const [one, two] = [queue(work("one")), queue(work("two"))];
    await aMoment();
    expect(begun).toEqual(["one"]);
    end("one");
    expect(await one).toBe("one");
    await aMoment();
    expect(begun).toEqual(["one", "two"]);
    end("two");
    expect(await two).toBe("two");
  });

  it("goes on after work that failed, also where it failed before it gave a promise", async () => {
    const { begun, work, end, fail } = scene();
    const queue = createQueue();
    const first = queue(work("first"));
    const broken = queue(() => {
      throw new Error("broken");
    });
    const last = queue(work("last"));
    await aMoment();
    fail("first");
    await expect(first).rejects.toThrow("first");
    await expect(broken).rejects.toThrow("broken");
    await aMoment();
    expect(begun).toEqual(["first", "last"]);
    end("last");
    expect(await last).toBe("last");
  });

  it("is idle once everything is done, what came meanwhile too", async () => {
    const { work, end } = scene();
    const queue = createQueue();
    let isIdle = false;
    void queue(work("one"));
    const idle = queue.idle().then(() => {
      isIdle = true;
    });
    void queue(work("two"));
    await aMoment();
    end("one");
    await aMoment();
    expect(isIdle).toBe(false);
    end("two");
    await idle;
    await createQueue().idle();
  });
});

describe("a queue for each key", () => {
  it("keeps those of one key in order and the others apart", async () => {
    const { begun, work, end } = scene();
    const queue = createKeyedQueue();
    void queue("a", work("a1"));
    void queue("a", work("a2"));
    void queue("b", work("b1"));
    await aMoment();
    expect(begun).toEqual(["a1", "b1"]);
    end("a1");
    await aMoment();
    expect(begun).toEqual(["a1", "b1", "a2"]);
  });

  it("lets go of a wait that is aborted, and nobody passes those before", async () => {
    const { begun, work, end } = scene();
    const queue = createKeyedQueue();
    const leaving = new AbortController();
    void queue("a", work("one"));
    const two = queue("a", work("two"), leaving.signal);
    void queue("a", work("three"));
    await aMoment();
    leaving.abort(new Error("left"));
    await expect(two).rejects.toThrow("left");
    await aMoment();
    expect(begun).toEqual(["one"]);
    end("one");
    await aMoment();
    expect(begun).toEqual(["one", "three"]);
  });

  it("does not begin for a signal that was aborted before", async () => {
    const { begun, work } = scene();
    const queue = createKeyedQueue();
    await expect(queue("a", work("one"), AbortSignal.abort(new Error("left")))).rejects.toThrow(
      "left",
    );
    expect(begun).toEqual([]);
    await queue.idle();
  });

  it("pauses between two pieces of work, and is not idle before the pause is over", async () => {
    const { begun, work, end } = scene();
    const pauses: (() => void)[] = [];
    const queue = createKeyedQueue({
      pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
    });
    void queue("a", work("one"));
    void queue("a", work("two"));
    await aMoment();
    end("one");
    await aMoment();
    expect(begun).toEqual(["one"]);
    pauses[0]?.();
    await aMoment();
    expect(begun).toEqual(["one", "two"]);
  });
});
