import { describe } from "vitest";
import { openSandbox } from "../../../../test/support/sandbox.ts";
import { askStoreContract, type OpenedStore } from "../../ask-store.contract.ts";
import { lazyStore } from "../../lazy-store.ts";
import { ownStoreContract } from "../../own-store.contract.ts";
import { openSqlStore } from "./open-asks.ts";
import { sqlStoreContract } from "./sql-store.contract.ts";

describe("SQLite store", () => {
  const prepare = async (): Promise<OpenedStore> => {
    const files = openSandbox();
    const url = `sqlite:${files.at("state", "asks.sqlite")}`;
    return {
      open: (options) => lazyStore(() => openSqlStore({ url, ...options }), { hasJobs: true }),
      dispose: async () => files[Symbol.dispose](),
    };
  };
  askStoreContract(prepare);
  ownStoreContract(prepare);
  sqlStoreContract(prepare);
});
