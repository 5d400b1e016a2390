import { describe, expect, it } from "vitest";
import { paint } from "../../terminal/text/style.ts";
import { unifiedDiff } from "./diff.ts";

const shown = (before: string | null, after: string) =>
  unifiedDiff("/x", before, after)
    .map((line) => paint(line, { isPlain: true }))
    .slice(3);

describe("the difference that is shown before a change", () => {
  const long = (servers: string) =>
    `{"tips":"${"t".repeat(900)}","mcpServers":{${servers}},"rest":"${"r".repeat(900)}"}\n`;

  it("shows the change itself in a file that is one long line", () => {
    const ours = `"askline":{"command":"${"a".repeat(300)}"}`;
    const [out = "", put = ""] = shown(long(""), long(ours));
    expect(put).toContain(ours);
    expect(put).toMatch(/^\+…t+","mcpServers":\{.*\},"rest":"r+…$/);
    expect(out).toMatch(/^-…t+","mcpServers":\{\},"rest":"r+…$/);
    expect(out.length).toBeLessThan(200);
  });

  it("shows all of a long line that is put in or taken out as a whole", () => {
    const line = "x".repeat(500);
    expect(shown("a\n", `a\n${line}\n`)).toEqual([" a", `+${line}`]);
    expect(shown(`a\n${line}\n`, "a\n")).toEqual([" a", `-${line}`]);
  });

  it("keeps the indentation of a file that has tabs", () => {
    expect(shown('{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"b": {\n\t\t"c": 2\n\t}\n}\n')).toEqual([
      ...[" {", '-    "a": 1', '+    "a": 1,', '+    "b": {', '+        "c": 2', "+    }", " }"],
    ]);
  });
});
