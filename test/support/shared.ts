/** Something that several tests look at and leave as it was, opened once for all of them. */
import { afterAll, beforeAll } from "vitest";

/** Called within a `describe`: what the returned function gives is there while its tests run. */
export function shared<T extends AsyncDisposable>(open: () => Promise<T>): () => T {
  let one: T | undefined;
  beforeAll(async () => {
    one = await open();
  });
  afterAll(() => one?.[Symbol.asyncDispose]());
  return () => {
    if (one === undefined) throw new Error("It is there only while the tests of its describe run.");
    return one;
  };
}
