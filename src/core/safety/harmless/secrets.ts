/**
 * Files that hold keys and passwords. Reading is harmless, but what an agent reads leaves the
 * machine, so nobody is taken to have allowed these by allowing to read.
 */
import { regex } from "../shell/regex.ts";
import type { Argument } from "../shell/script-values.ts";

/** The first word by which a program would show a secret; none for those that show no contents. */
export function secretAmong(name: string, words: readonly Argument[]): Argument | undefined {
  if (name === "git") return secretOfGit(words);
  if (name === "jq" && words.some(({ source }) => /\b(?:import|include)\s*"/.test(source)))
    return words[0];
  // Names in a file are shown where nothing is called so.
  const lists = words.find(({ source }) => /^--files0-from=/.test(source));
  if (lists !== undefined && isSecretPath(lists.source.replace(/^[^=]*=/, ""))) return lists;
  if (!SHOWS.has(name)) return undefined;
  const looked = words.find(({ source }, index) => {
    const before = words[index - 1]?.source ?? "";
    const [, glob] = /^(?:--(?:include|i?glob)=|-g=?)(.+)$/.exec(source) ?? [];
    return namesSecretText(glob ?? (/^(?:-g|--i?glob|--include)$/.test(before) ? source : ""));
  });
  if (looked !== undefined) return looked;
  // What is looked for may well speak of secrets.
  const pattern = LOOKS.has(name)
    ? words.find(({ source }) => !/^["']?[-/~]/.test(source))
    : undefined;
  return words.find((word) => word !== pattern && isSecret(word));
}

export function isSecret({ texts, begins, source, isMany }: Argument): boolean {
  if (texts !== null) return texts.some(isSecretPath);
  const said = source.replace(/["'\\]/g, "").replace(/^\$(?:HOME|\{HOME\})/, "~");
  return isSecretPath(said) || (isMany && /[*?[]/.test(source) && mayFind(begins));
}

export function isSecretPath(path: string): boolean {
  return SECRET.test(path) && !OPEN.test(path);
}

/**
 * Whether a command prints the names of secrets, so that the next one may open them: `find -name
 * '.env*'`, `echo .env`.
 */
export function namesSecret(name: string, words: readonly Argument[]): Argument | undefined {
  if (!PRINTS_NAMES.has(name) && (name !== "git" || words[0]?.source !== "ls-files"))
    return undefined;
  return words.find(
    (word) => isSecret(word) || (word.texts ?? [word.source]).some((text) => namesSecretText(text)),
  );
}

/** A pattern for names of files stands for each that it may find. */
function namesSecretText(text: string): boolean {
  const bare = text.replace(/["'\\^$]/g, "");
  if (bare === "" || bare.startsWith("!")) return false;
  return isSecretPath(bare) || (/[*?]/.test(bare) && mayBeSecret(bare));
}

function mayBeSecret(pattern: string): boolean {
  return (
    ["", "x"].some((filled) => isSecretPath(pattern.replaceAll(/[*?]+/g, filled))) ||
    mayFind(pattern.replace(/[*?].*$/s, ""))
  );
}

const PRINTS_NAMES = new Set(
  "find gfind fd fdfind ls echo printf locate tree realpath grep egrep rg".split(" "),
);

/** What git shows of a file, here or in a commit: names alone are none of it. */
function secretOfGit(words: readonly Argument[]): Argument | undefined {
  const said = words.map(({ source }) => source);
  const verb = said.find((word) => /^[a-z]/.test(word)) ?? "";
  const isShown =
    /^(?:show|diff|blame|cat-file|grep|annotate)$/.test(verb) ||
    (/^(?:log|whatchanged|stash)$/.test(verb) &&
      said.some((word) => /^-(?:p|u|U.*|-patch.*)$/.test(word)));
  const isOnlyNames = said.some((word) =>
    /^--(?:name-(?:only|status)|(?:num|short)?stat)$/.test(word),
  );
  // What is looked for may well speak of secrets.
  const sought = verb === "grep" ? said.find((word, at) => at > 0 && !word.startsWith("-")) : null;
  return words.find((word) => {
    if (isElsewhere(word) && isSecret(word)) return true;
    if (word.source === sought) return false;
    const inCommit = word.texts?.some((text) => isSecretPath(text.replace(/^[^/:]*:/, "")));
    return isShown && !isOnlyNames && inCommit === true;
  });
}

function isElsewhere({ texts, begins, source }: Argument): boolean {
  return /^["']?[/~$]/.test(source) || (texts ?? [begins]).some((text) => /^[/~]/.test(text));
}

/** Whether names that begin so may be those of secrets: `.e*`, `~/.ssh/*`. */
function mayFind(begins: string): boolean {
  const name = begins.slice(begins.lastIndexOf("/") + 1);
  if (/(?:^|\/)\.ssh\/$/.test(begins)) return true;
  return name !== "" && NAMES.some((secret) => secret.startsWith(name));
}

const SHOWS = new Set(
  `cat head tail less more bat batcat nl tac rev cut sort uniq paste fold fmt tr expand column
  strings xxd od hexdump base64 jq yq diff cmp comm join sqlite3 openssl zcat python python3 cp file
  grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed gsed mapfile read`.split(/\s+/),
);
const LOOKS = new Set("grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed gsed jq yq".split(" "));

const NAMES = [".env", ".netrc", ".pgpass", ".git-credentials", "id_rsa", "id_ed25519"];
const SECRET = new RegExp(
  [
    String.raw`(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.(?:netrc|pypirc|pgpass|htpasswd|git-credentials))$`,
    String.raw`(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?)$`,
    String.raw`(?:^|\/)(?:secrets?\.(?:json|ya?ml|toml|env)|[^/]+\.(?:p12|pfx|key|kdbx))$`,
    String.raw`(?:^|\/)[^/]*(?:private|key)[^/]*\.pem$`,
    String.raw`(?:^|\/)\.(?:ssh|gnupg|aws|azure)(?:\/|$)`,
    String.raw`(?:^|\/)\.(?:kube\/config|docker\/config\.json)$`,
    String.raw`(?:^|\/)\.config\/(?:gh|gcloud|op|sops)(?:\/|$)|^[~/].*\/\.npmrc$`,
    String.raw`(?:^|\/)\.(?:claude|codex|gemini)\/(?:\.credentials|auth|oauth_creds)\.json$`,
    String.raw`(?:^|\/)opencode\/auth\.json$|^\/etc\/g?shadow|^\/proc\/[^/]+\/(?:environ|mem)$`,
    String.raw`(?:^|\/)(?:cookies\.sqlite|key4\.db|logins\.json|Login Data|keyrings)(?:\/|$)`,
  ].join("|"),
);
const OPEN = regex()`
  \.(?:example|sample|template|dist|defaults?|test|pub)$|\.ssh/(?:config|known_hosts)$
  |^\.aws/config$
`;
