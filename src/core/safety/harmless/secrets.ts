/**
 * Files that hold keys and passwords. Reading is harmless, but what an agent reads leaves the
 * machine, so nobody is taken to have allowed these by allowing to read.
 */
import { regex } from "../regex.ts";
import type { Argument } from "../shell/script-values.ts";

/** The first word by which a program would show a secret; none for those that show no contents. */
export function secretAmong(name: string, words: readonly Argument[]): Argument | undefined {
  if (name === "git") return words.find((word) => isElsewhere(word) && isSecret(word));
  if (!SHOWS.has(name)) return undefined;
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
  strings xxd od hexdump base64 jq yq diff cmp comm join sqlite3 openssl zcat python python3 cp
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
