import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonPart, UnusualJson, withoutParts, withParts } from "./json-parts.ts";
import { isSame, type Json, NotJson, readJsonc } from "./jsonc.ts";

const SERVER: JsonPart = {
  kind: "value",
  path: ["mcpServers", "askline"],
  value: { command: "askline", args: ["mcp"] },
  isOurName: true,
};
const HOOK: JsonPart = {
  kind: "element",
  path: ["hooks", "Stop"],
  value: { hooks: [{ type: "command", command: "askline hook Stop", timeout: 5 }] },
};
const RULE: JsonPart = { kind: "element", path: ["permissions", "allow"], value: "mcp__askline" };
const PARTS = [SERVER, HOOK, RULE];

describe("parts of a JSON file", () => {
  it.each([
    ["an empty file", "", '{\n  "permissions": {\n    "allow": ["mcp__askline"]\n  }\n}\n'],
    ["an empty object", "{}", '{\n  "permissions": {\n    "allow": ["mcp__askline"]\n  }\n}'],
    ["one line", '{"a":1}', '{"a":1,"permissions":{"allow":["mcp__askline"]}}'],
    [
      "one line with spaces",
      '{ "permissions": { "allow": ["ls"] } }',
      '{ "permissions": { "allow": ["ls","mcp__askline"] } }',
    ],
    [
      "tabs",
      '{\n\t"a": 1\n}\n',
      '{\n\t"a": 1,\n\t"permissions": {\n\t\t"allow": ["mcp__askline"]\n\t}\n}\n',
    ],
    [
      "Windows line ends",
      '{\r\n    "a": 1\r\n}',
      '{\r\n    "a": 1,\r\n    "permissions": {\r\n        "allow": ["mcp__askline"]\r\n    }\r\n}',
    ],
    [
      "a comment behind the last value",
      '{\n  "a": 1 // one, not two\n  // "b": 2\n}\n',
      '{\n  "a": 1, // one, not two\n  // "b": 2\n  "permissions": {\n    "allow": ["mcp__askline"]\n  }\n}\n',
    ],
    [
      "a trailing comma",
      '{\n  "permissions": {\n    "allow": [\n      "ls",\n    ],\n  },\n}\n',
      '{\n  "permissions": {\n    "allow": [\n      "ls",\n      "mcp__askline",\n    ],\n  },\n}\n',
    ],
    [
      "a bracket that shares its line",
      '{\n  "a": 1 }',
      '{\n  "a": 1,\n  "permissions": {\n    "allow": ["mcp__askline"]\n  } }',
    ],
    [
      "a byte order mark",
      '\uFEFF{"a":1}',
      '\uFEFF{"a":1,"permissions":{"allow":["mcp__askline"]}}',
    ],
  ])("fits into %s without touching the rest", (_, before, after) => {
    expect(withParts(before, [RULE]).text).toBe(after);
  });

  it.each([
    ["a list where an object belongs", '{"permissions": []}'],
    ["text where a list belongs", '{"permissions": {"allow": "all"}}'],
    ["a doubled key", '{"permissions": {}, "permissions": {}}'],
    ["a list as the whole file", "[]"],
    ["null", "null"],
  ])("refuses %s", (_, text) => {
    expect(() => withParts(text, [RULE])).toThrow(UnusualJson);
  });

  it.each([
    "{",
    '{"a": 1 "b": 2}',
    "{'a': 1}",
    '{"a": undefined}',
    '{"a": 1} x',
    '{"a": "\n"}',
    "{,}",
    "[".repeat(10_000),
  ])("refuses what is not JSON: %j", (text) => {
    expect(() => withParts(text, [RULE])).toThrow(NotJson);
  });

  it("says in which line it is broken", () => {
    const broken = () => readJsonc('{\n  "a": 1,\n  oops\n}');
    expect(broken).toThrow(expect.objectContaining({ line: 3 }));
  });

  const hookOf = (command: string): JsonPart => ({
    ...HOOK,
    value: { hooks: [{ type: "command", command }] },
  });

  it.each([
    ["by its name", "/usr/local/bin/askline hook Stop", []],
    ["in the package", "/opt/node '/x y/node_modules/askline/dist/cli.js' hook Stop", []],
    [
      "by the record",
      "/opt/node /clone/dist/cli.js hook Stop",
      [hookOf("/opt/node /clone/dist/cli.js hook Stop")],
    ],
  ])(
    "replaces a hook of an earlier installation, known %s, instead of adding another",
    (_, command, earlier) => {
      const old = JSON.stringify({ hooks: { Stop: [hookOf(command).value] } });
      expect(JSON.parse(withParts(old, [HOOK], earlier).text).hooks.Stop).toEqual([HOOK.value]);
    },
  );

  it.each([
    "/opt/node /other/dist/cli.js hook Stop",
    "myaskline hook Stop",
    "askline-lint hook",
    "echo askline",
  ])("leaves a hook of somebody else alone: %s", (command) => {
    const theirs = hookOf(command).value;
    const { text, done } = withParts(JSON.stringify({ hooks: { Stop: [theirs] } }), [HOOK]);
    expect(JSON.parse(text).hooks.Stop).toEqual([theirs, HOOK.value]);
    expect(JSON.parse(withoutParts(text, done)).hooks.Stop).toEqual([theirs]);
  });

  it("takes its own hook out again after somebody changed how long it may take", () => {
    const { text, done } = withParts("{}", [hookOf("/opt/node /clone/dist/cli.js hook Stop")]);
    const edited = text.replace('"type"', '"timeout": 9, "type"');
    expect(JSON.parse(withoutParts(edited, done))).toEqual({});
  });

  it("leaves alone what somebody changed, unless it has our name", () => {
    const env: JsonPart = { kind: "value", path: ["env", "WAIT"], value: "0" };
    const { text, done } = withParts('{"a":1}', [SERVER, env]);
    const edited = text.replace('"WAIT":"0"', '"WAIT":"7"').replace('"mcp"', '"mcp","--http"');
    expect(JSON.parse(withoutParts(edited, done))).toEqual({ a: 1, env: { WAIT: "7" } });
  });

  it("puts back what it replaced", () => {
    const { text, done } = withParts('{"mcpServers":{"askline":{"url":"mine"}},"b":2}', [SERVER]);
    expect(JSON.parse(text).mcpServers.askline).toEqual(SERVER.value);
    expect(JSON.parse(withoutParts(`${text} `, done))).toEqual({
      mcpServers: { askline: { url: "mine" } },
      b: 2,
    });
  });

  it("go into any file, keep every value and comment of it, and come out again", () => {
    fc.assert(
      fc.property(settings, layout, (value, how) => {
        const before = printed(value, how);
        const { text, done } = withParts(before, PARTS);
        const now = readJsonc(text).value as { [key: string]: Json };
        expect(commentsIn(text)).toEqual(commentsIn(before));
        expect(withParts(text, PARTS)).toEqual({ text, done: [] });
        expect(JSON.stringify(now)).toContain("mcp__askline");
        expect(isSame(readJsonc(withoutParts(text, done)).value, value)).toBe(true);
        expect(commentsIn(withoutParts(text, done))).toEqual(commentsIn(before));
      }),
      { numRuns: 500 },
    );
  });

  it("a hook comes out of a group that somebody added theirs to, and is not put in a second time", () => {
    const ours = { type: "command", command: "askline hook Stop", timeout: 5 };
    const theirs = { type: "command", command: "say done" };
    const part: JsonPart = { kind: "element", path: ["hooks", "Stop"], value: { hooks: [ours] } };
    const { done } = withParts("{}", [part]);
    const edited = JSON.stringify({ hooks: { Stop: [{ hooks: [ours, theirs] }] } }, null, 2);
    expect(withParts(edited, [part]).done).toEqual([]);
    expect(JSON.parse(withoutParts(edited, done))).toEqual({
      hooks: { Stop: [{ hooks: [theirs] }] },
    });
  });

  it("come out of a file that others went on writing, and leave theirs", () => {
    fc.assert(
      fc.property(settings, layout, fc.nat(), (value, how, seed) => {
        const { text, done } = withParts(printed(value, how), PARTS);
        const theirs: JsonPart[] = [
          { kind: "value", path: ["theirs"], value: seed },
          {
            kind: "element",
            path: ["hooks", "Stop"],
            value: { hooks: [{ type: "command", command: "their hook" }] },
          },
          { kind: "element", path: ["permissions", "allow"], value: "Bash(make)" },
        ];
        const edited = withParts(text, theirs);
        const alone = withParts(printed(value, how), theirs);
        const rest = readJsonc(withoutParts(edited.text, done)).value;
        expect(isSame(rest, readJsonc(alone.text).value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

interface Printing {
  unit: string;
  eol: string;
  hasComments: boolean;
  hasTrailingCommas: boolean;
  isCompact: boolean;
}

const layout: fc.Arbitrary<Printing> = fc.record({
  unit: fc.constantFrom("  ", "    ", "\t"),
  eol: fc.constantFrom("\n", "\r\n"),
  hasComments: fc.boolean(),
  hasTrailingCommas: fc.boolean(),
  isCompact: fc.boolean(),
});

const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const settings = fc.record(
  {
    model: fc.constantFrom("opus", 'quo"ted', "// no comment", "/* nor this */"),
    permissions: fc.record(
      { allow: fc.array(fc.constantFrom("Bash(ls)", "Read", "a, b")) },
      { requiredKeys: [] },
    ),
    hooks: fc.dictionary(
      fc.constantFrom("Stop", "PreToolUse"),
      fc.array(fc.record({ matcher: fc.constant("x") })),
    ),
    mcpServers: fc.dictionary(
      fc.constantFrom("one", "two"),
      fc.record({ command: fc.constant("node") }),
    ),
    more: anything,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<{ [key: string]: Json }>;

let comments = 0;

/** Prints the value as a person may have written it by hand. */
function printed(value: Json, how: Printing, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const items = Object.entries(value).map(([key, item]) => {
    const shown = printed(item, how, indent + how.unit);
    return Array.isArray(value)
      ? shown
      : `${JSON.stringify(key)}:${how.isCompact ? "" : " "}${shown}`;
  });
  const [opening = "", closing = ""] = Array.isArray(value) ? "[]" : "{}";
  const comma = how.hasTrailingCommas && items.length > 0 ? "," : "";
  if (how.isCompact) return opening + items.join(",") + comma + closing;
  if (items.length === 0) return opening + closing;
  comments += 1;
  const note = how.hasComments ? ` // note ${comments}, of "some" {kind}` : "";
  const lines = items.map((item, index) => {
    const isLast = index === items.length - 1;
    return `${indent}${how.unit}${item}${isLast ? comma + note : ","}`;
  });
  return [opening, ...lines, indent + closing].join(how.eol);
}

function commentsIn(text: string): string[] {
  return text.match(/\/\/ note \d+/g) ?? [];
}
