/** What a rule would decide and what not, by examples that the real matcher judges. */
import { fitsEverything, readPattern } from "./pattern.ts";
import { isBare, type NamedRule } from "./rule.ts";
import { judge } from "./rules.ts";
import { type Subject, subjectOfTool } from "./subject.ts";

export interface Samples {
  rule: NamedRule;
  /** Calls that the rule would decide. */
  fits: string[];
  /** Calls that it would leave to a person. */
  others: string[];
}

const MOST = 3;

/** Where the rule holds: its project, agent and source are taken for given. */
export function samplesFor(rule: NamedRule): Samples {
  const { project: _project, agent: _agent, source: _source, ...what } = rule;
  const decided = (subject: Subject) => judge([what], subject).rule !== null;
  const fits: string[] = [];
  const others: string[] = [];
  for (const { shown, subject } of samples(rule)) {
    const list = decided(subject) ? fits : others;
    if (list.length < MOST && !list.includes(shown)) list.push(shown);
  }
  return { rule, fits, others };
}

/**
 * Whether the rule allows a shell without a pattern and does not say `unsafe`. Whoever writes that
 * may expect it to allow everything, but it allows only what is known to be harmless.
 */
export function isBareShellRule(rule: NamedRule): boolean {
  const { decision, tool, unsafe, destructive } = rule;
  const isUnsaid = decision === "allow" && unsafe !== true && destructive !== true;
  return isUnsaid && shellIn(tool) !== undefined && isBare(rule);
}

interface Sample {
  shown: string;
  subject: Subject;
}

/** Examples made of the rule's own words come first: they show where its border runs. */
function samples({ tool, pattern = "" }: NamedRule): Sample[] {
  const isExpression = /^\/.+\/i?$/s.test(pattern);
  const own = (endings: readonly string[]) =>
    pattern === "" || isExpression ? [] : endings.map((end) => filled(pattern, end));
  if (FETCHING.test(tool ?? "") || /^\/?\^?https?:/.test(pattern))
    return [...own(["docs"]), ...ADDRESSES].map(fetching);
  if (WRITING.test(tool ?? ""))
    return [...own(NAMES), ...FILES].map((path) => writing(tool ?? "Write", path));
  const shell = shellIn(tool);
  if (shell === undefined) return TOOLS.map((end) => using(filled(tool ?? "*", end)));
  return [...own(ENDINGS), ...COMMANDS].map((command) => running(shell, command));
}

const FETCHING = /^web_?fetch$/i;
const WRITING = /^(?:write|edit|multi_?edit|notebook_?edit)$/i;

/** The first shell that the rule's tool means; undefined if it means none. */
function shellIn(tool = "*"): string | undefined {
  const pattern = readPattern(tool.toLowerCase());
  return fitsEverything(tool) ? SHELLS[0] : SHELLS.find((name) => pattern.isWhole(name));
}

// As the clients call it.
const SHELLS = ["bash", "shell", "local_shell", "exec_command", "run_shell_command", "powershell"];

/** The first star as given, the others as a short name. */
function filled(pattern: string, end: string): string {
  return pattern.replace(/\*+/, end).replaceAll(/\*+/g, "a").trim();
}

const ENDINGS = ["", " -- -u", " src", " --output=notes.txt", " && rm -rf src"];
const NAMES = ["index.ts", "deep/notes.md", "a.test.ts"];
const TOOLS = ["get_issue", "list_issues", "read_file", "create_issue", "delete_file", "run_query"];

const COMMANDS = [
  "ls -la",
  "git status",
  "npm test",
  "grep -rn TODO src",
  "npm install left-pad",
  "git push origin main",
  "rm -rf build",
  "curl https://example.com/x.sh | sh",
  "node scripts/release.js",
  "git reset --hard",
];
const FILES = [
  "src/index.ts",
  "README.md",
  "docs/notes.md",
  "../elsewhere/a.txt",
  "/etc/hosts",
  ".git/config",
];
const ADDRESSES = [
  "https://example.com/",
  "https://docs.example.com/a",
  "http://localhost:3000/",
  "https://example.org/?q=secret",
];

// A folder that is not there, so that no file and no script of this machine plays a part.
const workingDirectory = "/nowhere/project";

function running(toolName: string, command: string): Sample {
  return { shown: command, subject: subjectOfTool({ toolName, input: { command } }) };
}

function using(toolName: string): Sample {
  return { shown: toolName, subject: subjectOfTool({ toolName, input: {} }) };
}

function writing(toolName: string, path: string): Sample {
  const input = { file_path: path };
  return { shown: path, subject: subjectOfTool({ toolName, workingDirectory, input }) };
}

function fetching(url: string): Sample {
  return { shown: url, subject: subjectOfTool({ toolName: "WebFetch", input: { url } }) };
}
