/** What has to hold for every command: no disguise makes a destructive one harmless. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";
import { inShellQuotes } from "./shell/shell-quote.ts";

const DESTRUCTIVE = [
  ...["rm -rf src", "rm notes.md", "git reset --hard", "git clean -fd", "git push --force"],
  ...["find . -delete", "truncate -s 0 a.txt", "shred a.txt", "mv a.txt b.txt", "sed -i d a.txt"],
  ...["git checkout -- .", "docker system prune -af", "kubectl delete ns shop", "dd if=a of=b"],
  ...["psql -c 'drop table users'", "npm install evil", "git log --output=src/a.ts", "sort -o a b"],
  ...["curl -X DELETE http://a/b", "chmod -R 777 .", "kill -9 1", "tar -xf a.tar", "cp a b"],
  ...["git -c core.pager=./x log", "rg --pre ./x a", "node -e 1", "python x.py", "make deploy"],
  ...["echo x > src/index.ts", "cat a | tee src/index.ts", "rsync --delete a/ b/", "./x.sh"],
];

type Wrap = (command: string) => string;

const inDoubleQuotes: Wrap = (text) => `"${text.replace(/[\\$`"]/g, "\\$&")}"`;
const inAnsiQuotes: Wrap = (text) => `$'${text.replace(/[\\']/g, "\\$&").replace(/\n/g, "\\n")}'`;

const WRAPPERS: Record<string, Wrap> = {
  subshell: (command) => `(${command})`,
  group: (command) => `{ ${command}; }`,
  "bash -c": (command) => `bash -c ${inShellQuotes(command)}`,
  "sh -c in double quotes": (command) => `sh -c ${inDoubleQuotes(command)}`,
  "bash -c in ANSI-C quotes": (command) => `bash -c ${inAnsiQuotes(command)}`,
  "bash -lc": (command) => `bash -lc ${inShellQuotes(command)}`,
  eval: (command) => `eval ${inShellQuotes(command)}`,
  env: (command) => `env NODE_ENV=test sh -c ${inShellQuotes(command)}`,
  assignment: (command) => `CI=1 bash -c ${inShellQuotes(command)}`,
  xargs: (command) => `echo a | xargs -I{} sh -c ${inShellQuotes(command)}`,
  "xargs with words": (command) => `printf '%s\\n' ${inShellQuotes(command)} | xargs -n9 env`,
  "find -exec": (command) => `find . -exec sh -c ${inShellQuotes(command)} \\;`,
  timeout: (command) => `timeout 5 bash -c ${inShellQuotes(command)}`,
  nice: (command) => `nice -n 5 sh -c ${inShellQuotes(command)}`,
  substitution: (command) => `echo "$(${command}\n)"`,
  "unquoted substitution": (command) => `ls $(${command}\n)`,
  "process substitution": (command) => `cat <(${command}\n)`,
  "output substitution": (command) => `ls > >(${command}\n)`,
  "here-document": (command) => `bash <<'EOF'\n${command}\nEOF`,
  "substitution in a here-document": (command) => `cat <<EOF\n$(${command}\n)\nEOF`,
  "here-string": (command) => `sh <<< ${inShellQuotes(command)}`,
  pipe: (command) => `echo ${inShellQuotes(command)} | sh`,
  "variable then eval": (command) => `x=${inShellQuotes(command)}; eval "$x"`,
  "variable then run": (command) => `x=${inShellQuotes(command)}; $x`,
  "variable then bash": (command) => `x=${inShellQuotes(command)}; bash -c "$x"`,
  and: (command) => `true && ${command}`,
  or: (command) => `false || ${command}`,
  background: (command) => `${command} & wait`,
  "behind a comment": (command) => `# ls\n${command}`,
  loop: (command) => `for f in a b; do ${command}\ndone`,
  while: (command) => `while true; do ${command}\nbreak; done`,
  if: (command) => `if true; then ${command}\nfi`,
  "if's condition": (command) => `if ${command}\nthen ls; fi`,
  case: (command) => `case a in a) ${command}\n;; esac`,
  function: (command) => `f() { ${command}\n}; f`,
  "shadowing function": (command) => `ls() { ${command}\n}; ls`,
  alias: (command) => `alias ls=${inShellQuotes(command)}\nls`,
  trap: (command) => `trap ${inShellQuotes(command)} EXIT`,
  "node -e": (command) =>
    `node -e ${inShellQuotes(`require("child_process").execSync(${JSON.stringify(command)})`)}`,
  python: (command) =>
    `python3 -c ${inShellQuotes(`import os; os.system(${JSON.stringify(command)})`)}`,
  awk: (command) => `awk ${inShellQuotes(`BEGIN { system(${JSON.stringify(command)}) }`)}`,
  "awk pipe": (command) => `awk ${inShellQuotes(`BEGIN { ${JSON.stringify(command)} | getline }`)}`,
  "sed e": (command) => `echo a | sed ${inShellQuotes(`1e ${command}`)}`,
  git: (command) => `git -c alias.x=${inShellQuotes(`!${command}`)} x`,
  PROMPT_COMMAND: (command) => `PROMPT_COMMAND=${inShellQuotes(command)} bash -c ls`,
  "read index": (command) => `read 'a[$(${command})]' <<< x`,
  "printf -v": (command) => `printf -v 'a[$(${command})]' x`,
  arithmetic: (command) => `echo $((a[$(${command}\n)]))`,
  "quoted index": (command) => `x='a[$(${command.replaceAll("'", "")})]'; echo $((x))`,
  condition: (command) => `x='a[$(${command.replaceAll("'", "")})]'; [[ $x -eq 1 ]]`,
  ssh: (command) => `ssh host ${inShellQuotes(command)}`,
  "mapfile -C": (command) => `mapfile -C ${inShellQuotes(command)} -c 1 < a`,
  coproc: (command) => `coproc ${command}`,
  exec: (command) => `exec sh -c ${inShellQuotes(command)}`,
  script: (command) => `script -qc ${inShellQuotes(command)} /dev/null`,
  "docker exec": (command) => `docker exec web sh -c ${inShellQuotes(command)}`,
  "kubectl exec": (command) => `kubectl exec web -- sh -c ${inShellQuotes(command)}`,
  time: (command) => `time ${command}`,
  not: (command) => `! ${command}`,
  "line continued": (command) => command.replace(" ", " \\\n  "),
  piped: (command) => `ls | ${command} | cat`,
  "last of many": (command) => `${"ls; ".repeat(20)}${command}`,
};

const wrapped = fc
  .tuple(
    fc.constantFrom(...DESTRUCTIVE),
    fc.array(fc.constantFrom(...Object.keys(WRAPPERS)), { maxLength: 4 }),
  )
  .map(([command, names]) => names.reduce((text, name) => WRAPPERS[name]?.(text) ?? text, command));

const verdictOf = (command: string) => judge("Bash", { command }).verdict;

describe("a destructive command", () => {
  it.each(Object.keys(WRAPPERS))("is not harmless in: %s", (name) => {
    const passed = DESTRUCTIVE.filter(
      (command) => verdictOf(WRAPPERS[name]?.(command) ?? command) === "harmless",
    );
    expect(passed).toEqual([]);
  });

  it("is not harmless in any wrappers, one in the other", () => {
    fc.assert(
      fc.property(wrapped, (command) => {
        expect(verdictOf(command)).not.toBe("harmless");
      }),
      { numRuns: 250 },
    );
  });

  it("is not harmless however its words are quoted", () => {
    const quotings: Wrap[] = [(word) => word, inShellQuotes, inDoubleQuotes, inAnsiQuotes];
    const split: Wrap = (word) => `${word.slice(0, 1)}""${word.slice(1)}`;
    const escaped: Wrap = (word) => word.replace(/\w/, "\\$&");
    const quoting = fc.array(fc.constantFrom(...quotings, split, escaped), {
      minLength: 9,
      maxLength: 9,
    });
    const plain = DESTRUCTIVE.filter((command) => !/['>|]/.test(command));
    fc.assert(
      fc.property(fc.constantFrom(...plain), quoting, (command, how) => {
        const words = command.split(" ").map((word, index) => how[index]?.(word) ?? word);
        expect(verdictOf(words.join(" "))).not.toBe("harmless");
      }),
      { numRuns: 200 },
    );
  });

  it("is not made harmless by one more option", () => {
    const option = fc.constantFrom("--help-me", "-Z", "-", "--dry-run", "-n", "--version=1", "-v");
    fc.assert(
      fc.property(fc.constantFrom(...DESTRUCTIVE), option, fc.nat(3), (command, extra, at) => {
        // `-n` and `--dry-run` make some of these harmless; the grammar does not know them.
        const words = command.split(" ");
        const text = [...words.slice(0, at + 1), extra, ...words.slice(at + 1)].join(" ");
        expect(verdictOf(text)).not.toBe("harmless");
      }),
      { numRuns: 200 },
    );
  });
});

describe("a harmless command", () => {
  it("is no longer harmless with an option that nobody knows", () => {
    const commands = [
      "git log",
      "rg foo",
      "sort a",
      "find .",
      "curl http://a.b",
      "npm test",
      "tsc",
    ];
    const more = [
      "docker compose config",
      "kubectl get pods",
      "pytest",
      "cargo test",
      "go test",
      "sed -n 1p",
      "gh pr view",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...commands, ...more),
        fc.stringMatching(/^--[a-z]{3,8}-zz$/),
        (command, option) => {
          expect(verdictOf(`${command} ${option}`)).not.toBe("harmless");
          expect(verdictOf(`${command} ${option}=x`)).not.toBe("harmless");
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe("the judge", () => {
  const pieces = ["$", "(", ")", "`", "'", '"', "\\", "\n", " ", ";", "|", "&", "<", ">", "{", "}"];
  const words = [
    "ls",
    "rm",
    "for",
    "in",
    "do",
    "done",
    "if",
    "then",
    "fi",
    "case",
    "esac",
    "[[",
    "]]",
  ];
  const more = [
    "$(",
    "((",
    "))",
    "<<EOF",
    "EOF",
    "<<<",
    "${x",
    "x=",
    "-a",
    "[",
    "]",
    "!",
    "\u00a0",
    "\r",
    "\0",
  ];

  it("never throws", () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...pieces, ...words, ...more), fc.string({ maxLength: 4 })))
      .map((parts) => parts.join(""));
    const input = fc.oneof(text, fc.record({ command: text }), fc.anything());
    fc.assert(
      fc.property(input, fc.string(), (anything, tool) => {
        expect(() => judge("Bash", anything)).not.toThrow();
        expect(() => judge(tool, anything)).not.toThrow();
      }),
      { numRuns: 250 },
    );
  });

  it.each([...pieces, ...words, ...more, "a ", "$(ls ", "(ls;", "if ls; then ", "{a,b}", "ls\n"])(
    "comes to an end on a long script of %j",
    (unit) => {
      const command = unit.repeat(Math.floor(19_000 / unit.length));
      expect(["harmless", "cannot_tell", "destroys"]).toContain(verdictOf(command));
    },
  );

  it.each([
    ["a sed script", "sed 's/", "[a", "/b/' x"],
    ["an awk program", "awk '", "a / b ", "' x"],
    ["SQL", "psql -c 'select ", "count(", "'"],
    ["an address", "curl http://a/", "a.b:", ""],
    ["a test", "[ ", "a -a ", "]"],
  ])("comes to an end on %s", (_, before, unit, after) => {
    const command = before + unit.repeat(Math.floor(18_000 / unit.length)) + after;
    expect(verdictOf(command)).toBeTypeOf("string");
  });
});
