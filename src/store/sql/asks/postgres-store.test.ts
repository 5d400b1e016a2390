import { afterAll, beforeAll, describe } from "vitest";
import { type PgBouncer, startPgBouncer } from "../../../../test/support/pgbouncer.ts";
import { type Postgres, startPostgres } from "../../../../test/support/postgres.ts";
import { askStoreContract, type OpenedStore } from "../../ask-store.contract.ts";
import { lazyStore } from "../../lazy-store.ts";
import { ownStoreContract } from "../../own-store.contract.ts";
import { openSqlStore } from "./open-asks.ts";
import { sqlStoreContract } from "./sql-store.contract.ts";

let postgres: Postgres;
let bouncer: PgBouncer;
beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  bouncer = await startPgBouncer(postgres);
});
afterAll(async () => {
  await bouncer?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
});

describe("PostgreSQL store", () => {
  const prepare = async (): Promise<OpenedStore> => {
    const url = await postgres.createSchema();
    return {
      open: (options) => lazyStore(() => openSqlStore({ url, ...options }), { hasJobs: true }),
      dispose: async () => undefined,
    };
  };
  askStoreContract(prepare);
  ownStoreContract(prepare);
  sqlStoreContract(prepare);
});

describe("PostgreSQL store behind PgBouncer in transaction mode", () => {
  const prepare = async (): Promise<OpenedStore> => {
    const url = bouncer.addressOf(await postgres.createSchema());
    const onWarning = () => undefined;
    return {
      open: (options) =>
        lazyStore(() => openSqlStore({ url, onWarning, ...options }), { hasJobs: true }),
      dispose: async () => undefined,
    };
  };
  askStoreContract(prepare);
  sqlStoreContract(prepare);
});
