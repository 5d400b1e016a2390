import { describe } from "vitest";
import { openSandbox } from "../../../../test/support/sandbox.ts";
import { askStoreContract } from "../../ask-store.contract.ts";
import { lazyStore } from "../../lazy-store.ts";
import { openSqlStore } from "./open-asks.ts";

describe("SQLite store", () => {
  askStoreContract(async () => {
    const files = openSandbox();
    const url = `sqlite:${files.at("state", "asks.sqlite")}`;
    return {
      open: (options) => lazyStore(() => openSqlStore({ url, ...options })),
      dispose: async () => files[Symbol.dispose](),
    };
  });
});
