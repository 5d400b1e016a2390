import { describe, expect, it } from "vitest";
import { type TomlPart, UnusualToml, withoutTable, withTable } from "./toml-part.ts";
import { NotToml } from "./toml-scan.ts";

const PART: TomlPart = {
  kind: "table",
  path: ["mcp_servers", "askline"],
  lines: ["[mcp_servers.askline]", 'command = "askline"', 'args = ["mcp"]'],
};
const BLOCK = `# Added by \`askline init\`; \`askline uninit\` takes it out again.
[mcp_servers.askline]
command = "askline"
args = ["mcp"]
`;

const FILES = {
  "an empty file": "",
  "keys alone": 'model = "gpt-5"\napproval_policy = "on-request"\n',
  "other servers":
    '[mcp_servers]\n\n[mcp_servers.docs]\ncommand = "npx"\nargs = [\n  "-y", # yes\n  "docs",\n]\n',
  "strings of every kind": `a = """
[mcp_servers.askline] is no table here \\""" still not
"""
b = '''
[[nor]] "this'''
c = 'C:\\path\\'
d = "tab \\t # no comment"
e = 1979-05-27 07:32:00Z
f = { g = [1, 2.5e3, -inf], "h i" = true } # a comment [not.a.table]
`,
  "dotted and quoted names":
    '[projects."/home/me/a.b"]\ntrust_level = "trusted"\n[a . b.\'c\']\nx.y."z" = 0x1F\n',
  "lists of tables": "[[rules]]\nname = 'one'\n[[rules]]\nname = 'two'\n",
  "lists of tables with tables below them":
    "[[rules]]\n[rules.when]\nx = 1\n[[rules]]\n[rules.when]\nx = 2\n",
  "Windows line ends": 'model = "x"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
};

describe("the table in a TOML file", () => {
  it.each(Object.entries(FILES))(
    "goes to the end of %s, once, and comes out again",
    (_, before) => {
      const { text, done } = withTable(before, PART);
      expect(text.startsWith(before)).toBe(true);
      expect(text.replaceAll("\r\n", "\n").endsWith(BLOCK)).toBe(true);
      expect(withTable(text, PART)).toEqual({ text, done: [] });
      const [part] = done;
      expect(part && withoutTable(text, part)).toBe(before);
    },
  );

  it("leaves what the client wrote below it", () => {
    const { text } = withTable('model = "x"\n', PART);
    const trusted = `${text}\n[hooks.state."hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n`;
    expect(withoutTable(trusted, PART)).toBe(
      'model = "x"\n\n[hooks.state."hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
    );
  });

  it("takes the place of one that somebody wrote, and gives it back", () => {
    const theirs =
      '[mcp_servers.askline]\ncommand = "mine"\n\n[mcp_servers.askline.env]\nA = "1"\n\n[tui]\nx = 1\n';
    const { text, done } = withTable(theirs, PART);
    expect(text).toContain(BLOCK);
    expect(text).not.toContain("mine");
    const [part] = done;
    const back = part && withoutTable(`${text}y = 2\n`, part);
    expect(back).toContain(
      '[mcp_servers.askline]\ncommand = "mine"\n[mcp_servers.askline.env]\nA = "1"\n',
    );
    expect(back).toContain("[tui]\nx = 1\ny = 2\n");
  });

  it("takes the place of its own earlier one", () => {
    const old = { ...PART, lines: ["[mcp_servers.askline]", 'command = "/old/askline"'] };
    const { text } = withTable(withTable('model = "x"\n', old).text, PART);
    expect(text).toBe(`model = "x"\n\n${BLOCK}`);
  });

  it.each([
    "mcp_servers = { docs = { command = 'npx' } }\n",
    "mcp_servers.askline.command = 'mine'\n",
    "[mcp_servers]\naskline = { command = 'mine' }\n",
    "[[mcp_servers]]\nname = 'docs'\n",
  ])("refuses a file that says it otherwise: %j", (text) => {
    expect(() => withTable(text, PART)).toThrow(UnusualToml);
  });

  it.each([
    "[a\n",
    "a = \n",
    "a = [1, 2\n",
    'a = "x\n',
    "a b = 1\n",
    "= 1\n",
    "[a]\n[a]\n",
    "[[a]]\n[a.b]\n[a.b]\n",
    "[a.b]\n[[c]]\n[a.b]\n",
    "<<<<<<< HEAD\n",
    '{"a": 1}\n',
  ])("refuses what is not TOML: %j", (text) => {
    expect(() => withTable(text, PART)).toThrow(NotToml);
  });
});
