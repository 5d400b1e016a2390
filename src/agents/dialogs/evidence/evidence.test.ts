/** What a page is given to show of a call: whole, marked, and harmless whatever an agent writes. */
import { describe, expect, it } from "vitest";
import type { Ask } from "../../../core/ask/ask.ts";
import { evidenceOf } from "./evidence.ts";

const file = (text: string | null) => ({ locale: "en" as const, readText: async () => text });

function permission(toolName: string, input: Record<string, unknown>, more: Partial<Ask> = {}) {
  const options = ["allow", "deny"].map((id) => ({ id, label: id }));
  const question = { title: toolName, prompt: "", selectionMode: "hybrid", options };
  return {
    ...{ id: "1", questions: [question], source: { kind: "hook", workingDirectory: "/home/ada" } },
    ...{ dialog: { client: "claude-code", kind: "permission", input, toolName } },
    ...more,
  } as unknown as Ask;
}

const BEFORE = "import a\nimport b\n\nfunction go() {\n  unlink(old);\n  return 1;\n}\n";

describe("a changed file", () => {
  it("is shown with the lines around it, its numbers, its words and what to look at twice", async () => {
    const input = {
      ...{ file_path: "/home/ada/src/go.ts", old_string: "  unlink(old);\n  return 1;" },
      new_string: "  rmSync(old);\n  return 2;",
    };
    const shown = await evidenceOf(permission("Edit", input), file(BEFORE));
    expect(shown).toMatchObject({ about: "change", rest: null, notices: [] });
    expect(shown?.parts).toMatchObject([
      {
        ...{ kind: "change", path: "src/go.ts", language: "typescript", added: 2, removed: 2 },
        rows: [
          { sign: " ", old: 1, fresh: 1, text: "import a" },
          ...[{ text: "import b" }, { text: "" }, { old: 4, text: "function go() {" }],
          { sign: "-", old: 5, fresh: null, text: "  unlink(old);", words: [[2, 8]] },
          { sign: "-", old: 6, text: "  return 1;" },
          {
            sign: "+",
            old: null,
            fresh: 5,
            words: [[2, 8]],
            mark: { from: 2, to: 13, why: "Deletes files." },
          },
          { sign: "+", fresh: 6, words: [[9, 10]] },
          { sign: " ", old: 7, fresh: 7, text: "}" },
        ],
      },
    ]);
  });

  it("is looked at twice where code deletes a folder or hands a command to a shell", async () => {
    const marked = async (line: string) => {
      const input = { file_path: "/home/ada/a.ts", content: line };
      const [part] = (await evidenceOf(permission("Write", input), file("")))?.parts ?? [];
      const [row] = part?.kind === "change" ? part.rows : [];
      return row?.sign === "+" ? row.mark?.why : undefined;
    };
    expect(await marked("await rm(cache, { recursive: true });")).toBe("Deletes files.");
    expect(await marked('execSync("git push --force");')).toBe("Rewrites or deletes git history.");
    expect(await marked("const kept = rows.filter((row) => row.isNew);")).toBeUndefined();
  });

  it("that is not where the call says it is, is shown by the call alone, without numbers", async () => {
    const input = { file_path: "a.md", old_string: "x", new_string: "y" };
    for (const text of ["other", "x and x", null]) {
      const shown = await evidenceOf(permission("Edit", input), file(text));
      expect(shown?.parts[0]).toMatchObject({
        rows: [
          { sign: "-", old: null, fresh: null, text: "x" },
          { sign: "+", old: null, fresh: null, text: "y" },
        ],
      });
    }
  });

  it("keeps every changed line, and leaves out unchanged ones far away", async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}`);
    const content = lines
      .map((line, index) => (index % 500 === 250 ? `${line}!` : line))
      .join("\n");
    const shown = await evidenceOf(
      permission("Write", { file_path: "/home/ada/a.txt", content }),
      file(lines.join("\n")),
    );
    const [part] = shown?.parts ?? [];
    const rows = part?.kind === "change" ? part.rows : [];
    expect(rows.filter(({ sign }) => sign === "+")).toHaveLength(4);
    expect(rows.length).toBeLessThan(400);
    const hidden = rows.map((row) =>
      row.sign === "gap" ? (row.count ?? 0) : Number(row.sign !== "+"),
    );
    expect(hidden.reduce((sum, count) => sum + count)).toBe(2000);
  });

  it("of a patch is shown file by file; a deleted one as the patch says it", async () => {
    const patch = (deed: string) =>
      `*** Begin Patch\n*** ${deed} File: a.py\n@@\n-x\n+y\n*** Add File: b.sh\n+rm -rf ~\n*** End Patch`;
    const codex = { dialog: { client: "codex", kind: "permission", toolName: "apply_patch" } };
    const shown = (deed: string) => {
      const input = { command: patch(deed) };
      return evidenceOf(
        permission("apply_patch", input, { dialog: { ...codex.dialog, input } as never }),
        file(""),
      );
    };
    expect((await shown("Update"))?.parts).toMatchObject([
      { path: "a.py", added: 1, removed: 1 },
      { path: "b.sh", rows: [{ text: "rm -rf ~", mark: { why: "Deletes files." } }] },
    ]);
    expect((await shown("Delete"))?.parts).toMatchObject([{ kind: "text", language: "diff" }]);
  });
});

describe("a command", () => {
  it("has its risk in its place, in the reader's language, and the rest of its input", async () => {
    const input = { command: "ls && rm -rf build", timeout: 5, description: "Cleans up" };
    const shown = await evidenceOf(permission("Bash", input), { ...file(""), locale: "ko" });
    expect(shown).toMatchObject({
      ...{ about: "command", risk: "destructive", reasons: ["파일을 지웁니다."] },
      ...{ remark: "Cleans up", rest: '{\n  "timeout": 5\n}' },
      parts: [{ text: input.command, marks: [{ from: 6, to: 18, why: "파일을 지웁니다." }] }],
    });
  });

  it("with characters that cannot be seen has them written out, and says so", async () => {
    const shown = await evidenceOf(permission("Bash", { command: "rm -rf \u202ebuild" }), file(""));
    expect(shown?.notices).toHaveLength(1);
    expect(shown?.parts).toMatchObject([
      { text: "rm -rf \\u{202e}build", marks: [{ from: 0, to: 20 }] },
    ]);
  });

  it("that is not shown whole has no evidence: its prompt says so, and cannot be allowed", async () => {
    const long = `echo ${"x".repeat(60_000)}`;
    expect(await evidenceOf(permission("Bash", { command: long }), file(""))).toBeNull();
  });
});
