import { afterAll, beforeAll, describe } from "vitest";
import { type Postgres, startPostgres } from "../../../test/support/postgres.ts";
import { agentLogContract } from "../agent-log.contract.ts";
import { openPostgresLog } from "./postgres-log.ts";

describe("PostgreSQL log", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres[Symbol.asyncDispose]());

  agentLogContract(async () => {
    const connectionString = await postgres.createSchema();
    return { open: () => openPostgresLog({ connectionString }), dispose: async () => undefined };
  });
});
