/** What some commands print, so that `$(…)` is known not to become an option or several words. */
import { regex } from "../shell/regex.ts";
import {
  ANY,
  type Argument,
  beginning,
  known,
  NUMBER,
  type Value,
} from "../shell/script-values.ts";

export function outputOfWords(words: readonly Argument[]): Value {
  const texts = words.map(({ texts }) => (texts?.length === 1 ? (texts[0] ?? null) : null));
  if (texts.some((text) => text === null || /\s/.test(text))) return ANY;
  const line = texts.join(" ");
  return OUTPUTS.find(([pattern]) => pattern.test(line))?.[1] ?? ANY;
}

/** A name that begins with a letter or a digit and has no space in it. */
const NAME = beginning("x", true);
/** Names as `NAME` is one, each on a line of its own. */
export const NAMES: Value = { ...beginning("x", false), isList: true };
const FOLDER = beginning("/", false);
const TEMPORARY = known("/tmp/made-by-mktemp");

// Only what chooses among commits: a patch has lines that begin with a dash.
const CHOOSING = [
  String.raw`(?: (?:-\d+|-n \d+`,
  "--(?:all|reverse|no-merges|merges|first-parent|branches|tags)",
  String.raw`--(?:max-count|since|until|after|before|author|grep)=\S+|--`,
  String.raw`[A-Za-z.][\w./~^@{}-]*))*`,
].join("|");

const OUTPUTS: readonly (readonly [RegExp, Value])[] = [
  [/^wc -[lcwm]$/, NUMBER],
  [/^grep -(?=\w*c)[ciEFvwx]+ [^-\s]\S*(?: [^-\s]\S*)?$/, NUMBER],
  [/^(?:nproc|date (?:-u )?\+%s|jq length|jq -r length|id -u|id -g)$/, NUMBER],
  [/^date (?:-u )?\+%[YmdHMSsjF](?:[%YmdHMSsjF:_.T-]*)$/, NAME],
  [/^git rev-parse(?: --short(?:=\d+)?| --verify| --abbrev-ref)* [A-Za-z][\w./~^@{}-]*$/, NAME],
  [/^git merge-base [A-Za-z][\w./~^@{}-]* [A-Za-z][\w./~^@{}-]*$/, NAME],
  [/^git (?:branch --show-current|describe(?: --tags| --always| --abbrev=\d+)*)$/, NAME],
  [/^(?:whoami|uname(?: -[srm])?|arch|id -un)$/, NAME],
  [/^(?:pwd|git rev-parse --show-toplevel|npm (?:root|prefix|bin)(?: -g)?|brew --prefix)$/, FOLDER],
  [/^(?:which|go env (?:GOPATH|GOROOT|GOMODCACHE|GOCACHE)|xcode-select -p) ?[\w.-]*$/, FOLDER],
  [/^echo [A-Za-z0-9][\w./@-]*$/, NAME],
  // What git calls branches, tags and commits does not begin with a dash.
  [
    regex()`
  ^git branch(?: -[ar]| --list| --(?:no-)?merged| --sort=\S+
  |(?: [\w./*-]*\w)?)* --format=%\(refname(?::short)?\)(?: [\w./*]+)*$
`,
    NAMES,
  ],
  [
    regex()`
  ^git for-each-ref(?: --(?:sort|count)=\S+)* --format=%\((?:refname(?::short)?
  |objectname)\)(?: --(?:sort|count)=\S+| [\w./*-]+)*$
`,
    NAMES,
  ],
  [/^git (?:tag(?: -l| --list)?(?: --sort=\S+)*(?: [\w.*]+)?|remote)$/, NAMES],
  [new RegExp(`^git rev-list${CHOOSING}$`), NAMES],
  [new RegExp(`^git log${CHOOSING} --(?:pretty=(?:t?format:)?|format=)%[hH]${CHOOSING}$`), NAMES],
  [
    regex()`
  ^(?:docker|podman) (?:ps|images)(?: -a| --all)* (?:-a?q|--quiet|--format=? ?\{\{\.(?:Names
  |ID)\}\})$
`,
    NAMES,
  ],
  [/^kubectl(?: -n \S+)? get \w+(?: -[nl] \S+| -A)* -o=? ?name(?: -[nl] \S+| -A)*$/, NAMES],
  [/^mktemp(?: -d)?$/, TEMPORARY],
];

/** Whether a command prints only lines that it is given, so that what is known of them holds. */
export function keepsLines(words: readonly Argument[]): boolean {
  return KEEPS_LINES.test(words.map(({ source }) => source).join(" "));
}

const KEEPS_LINES = regex()`
  ^(?:(?:head|tail)(?: -n? ?\d+)?|(?:sort|tac)(?: -[a-zA-Z]+)?|uniq
  |grep(?: -[ivEFwx]+)* ["']?[\w.^$/|*()-]+["']?)$
`;
