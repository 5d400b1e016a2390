import { statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { agentLogContract } from "../agent-log.contract.ts";
import { openSqlLog } from "./sql-log.ts";

describe("SQLite log", () => {
  agentLogContract(async () => {
    const files = openSandbox();
    return {
      open: () => openSqlLog({ path: files.at("state", "log.sqlite") }),
      dispose: async () => files[Symbol.dispose](),
    };
  });

  it("keeps its files to their owner", async () => {
    using files = openSandbox();
    const log = await openSqlLog({ path: files.at("state", "log.sqlite") });
    await log.write((changes) => changes.projectAt("/door", "door"));
    const modeOf = (...parts: string[]) => statSync(files.at(...parts)).mode & 0o777;
    expect(modeOf("state")).toBe(0o700);
    for (const ending of ["", "-wal", "-shm"]) expect(modeOf("state", `log.sqlite${ending}`)).toBe(0o600);
    await log.close();
  });
});
