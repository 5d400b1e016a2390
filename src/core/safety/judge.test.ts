import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

describe("judging a tool call", () => {
  it("knows what is harmless", () => {
    expect(judge("Bash", { command: "ls -la src" })).toMatchObject({ verdict: "harmless" });
  });

  it("says what is destroyed", () => {
    expect(judge("Bash", { command: "rm -rf build" })).toEqual({
      verdict: "destroys",
      dangers: ["deletes_files"],
      part: null,
    });
  });

  it("says that nobody can tell", () => {
    expect(judge("Bash", { command: "eval $x" })).toMatchObject({ verdict: "cannot_tell" });
  });
});
