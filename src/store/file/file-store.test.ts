import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { askStoreContract } from "../ask-store.contract.ts";
import { openFileStore } from "./file-store.ts";

describe("file store", () =>
  askStoreContract(async () => {
    const directory = mkdtempSync(join(tmpdir(), "askline-store-"));
    return {
      open: () => openFileStore({ directory }),
      dispose: async () => rmSync(directory, { recursive: true, force: true }),
    };
  }));
