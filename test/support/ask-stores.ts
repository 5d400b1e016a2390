/** The stores that asks may be kept in, each as the environment that leads programs to it. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Postgres, startPostgres } from "./postgres.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

export interface StoreHome extends Disposable {
  readonly files: Sandbox;
  /** The same for every program that shares the asks. */
  readonly env: Record<string, string>;
}

/** Runs the tests once for each store. */
export function onEveryStore(tests: (openHome: () => Promise<StoreHome>) => void) {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
  });
  afterAll(async () => postgres?.[Symbol.asyncDispose]());
  const urls = {
    files: async () => "",
    SQLite: async (files: Sandbox) => `sqlite:${files.at("asks.sqlite")}`,
    PostgreSQL: async () => (await postgres?.createSchema()) ?? "",
  };
  describe.each(Object.entries(urls))("with asks in %s", (_, urlIn) => {
    tests(async () => {
      const files = openSandbox();
      const url = await urlIn(files);
      const env = { ASKLINE_BROWSER: "none", ASKLINE_CONFIG_DIR: files.path };
      return {
        files,
        env: url === "" ? env : { ...env, ASKLINE_DATABASE_URL: url },
        [Symbol.dispose]: () => files[Symbol.dispose](),
      };
    });
  });
}
