/**
 * Files that hold keys and passwords. Reading is harmless, but what an agent reads leaves the
 * machine, so nobody is taken to have allowed these by allowing to read.
 */
import { regex } from "../shell/regex.ts";
import type { Argument } from "../shell/script-values.ts";

/** The first word by which a program would show a secret; none for those that show no contents. */
export function secretAmong(name: string, words: readonly Argument[]): Argument | undefined {
  if (name === "git") return secretOfGit(words);
  // A library of jq's may be a file with keys.
  if (name === "jq") {
    const library = words.find(({ source }) => /\b(?:import|include)\s*"|^-L/.test(source));
    if (library !== undefined) return library;
  }
  // Names in a file are shown where nothing is called so.
  const lists = words.find(({ source }) => /^--files0-from=/.test(source));
  if (lists !== undefined && isSecretPath(lists.source.replace(/^[^=]*=/, ""))) return lists;
  // Whatever the program is: unless it is sure to look at names alone, it may show the file.
  if (!SHOWS.has(name)) return ONLY_NAMES.has(name) ? undefined : words.find(isSurelySecret);
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
  const lines = words.find(({ source }, at) => /^-\w*f$/.test(source) && isAt(words[at + 1]));
  return lines ?? words.find((word) => word !== pattern && isSecret(word));
}

function isAt(word: Argument | undefined): boolean {
  return word !== undefined && isSecret(word);
}

/** Not by a name that a folder or a test has as well. */
function isSurelySecret(word: Argument): boolean {
  const isOption = /^["']?-/.test(word.source);
  return !isOption && isSecret(word) && !/^[^~/]*\bcredentials["']?$/.test(word.source);
}

export function isSecret({ texts, begins, source, isMany }: Argument): boolean {
  if (texts !== null) return texts.some(isSecretPath);
  const said = source.replace(/["'\\]/g, "").replace(/^\$(?:HOME|\{HOME\})/, "~");
  return (
    isSecretPath(said) || (isMany && /[*?[]/.test(source) && (mayFind(begins) || isAnyKey(said)))
  );
}

export function isSecretPath(path: string): boolean {
  return SECRET.test(path) && !OPEN.test(path);
}

/**
 * Whether a command prints the names of secrets, so that the next one may open them: `find -name
 * '.env*'`, `echo .env`.
 */
export function namesSecret(name: string, words: readonly Argument[]): Argument | undefined {
  if (
    !PRINTS_NAMES.has(name) &&
    (name !== "git" || !/^(?:ls-files|check-ignore)$/.test(words[0]?.source ?? ""))
  )
    return undefined;
  const hidden = printsHidden(name, words);
  if (hidden !== undefined) return hidden;
  // What it puts together may be any name.
  const joined = name === "printf" ? words.find(({ source }) => JOINED.test(source)) : undefined;
  if (joined !== undefined) return joined;
  return words.find(
    (word) => isSecret(word) || (word.texts ?? [word.source]).some((text) => namesSecretText(text)),
  );
}

const JOINED = /[^\s\\n"'%]%s|%s[^\s\\"']/;

/** `ls -a` prints the names of hidden files, `git ls-files -o` those that are not to be shared. */
function printsHidden(name: string, words: readonly Argument[]): Argument | undefined {
  const has = (option: RegExp) => words.find(({ source }) => option.test(source));
  if (name === "ls") return has(/^-\w*[aA]|^--(?:almost-)?all$/);
  if (name !== "git") return undefined;
  if (words[0]?.source === "check-ignore") return words[0];
  const untracked = has(/^-\w*[oi]\w*$|^--(?:others|ignored)$/);
  const isShared = has(/^--exclude-standard$/) !== undefined && !has(/^-\w*i\w*$|^--ignored$/);
  return isShared ? undefined : untracked;
}

/** A pattern for names of files stands for each that it may find. */
function namesSecretText(text: string): boolean {
  const bare = text.replace(/["'\\^$]/g, "");
  if (bare === "" || bare.startsWith("!")) return false;
  return isSecretPath(bare) || (/[*?]/.test(bare) && mayBeSecret(bare));
}

/** `*.pem` finds private keys, too. */
function isAnyKey(pattern: string): boolean {
  const name = pattern.slice(pattern.lastIndexOf("/") + 1);
  return /\*.*\.pem$/.test(name) && !/cert|chain|\bca\b|pub/i.test(name);
}

function mayBeSecret(pattern: string): boolean {
  return (
    /secret|credential|passw|private/i.test(pattern) ||
    isAnyKey(pattern) ||
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
    (verb === "log" && said.some((word) => word.startsWith("-L"))) ||
    /^(?:show|diff|blame|cat-file|grep|annotate|format-patch)$/.test(verb) ||
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
    // `-L1,20:file` shows it, too.
    if (/^-(?!L)/.test(word.source)) return false;
    const inCommit = word.texts?.some((text) => namesSecretText(text.replace(/^[^/:]*:/, "")));
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
  strings xxd od hexdump base64 jq yq ack ugrep pdfgrep diff cmp comm join sqlite3 openssl zcat python python3 cp file
  grep egrep fgrep zgrep rg ag awk gawk mawk nawk sed gsed mapfile read`.split(/\s+/),
);
// Programs that look at a file's name, place, size or sum, and those that have an own check.
const ONLY_NAMES = new Set(
  `ls dir vdir eza exa lsd stat test [ [[ find gfind fd fdfind locate mdfind du wc file touch
  mkdir basename dirname realpath readlink echo printf namei getfacl lsattr md5sum sha1sum
  sha224sum sha256sum sha384sum sha512sum shasum md5 cksum b2sum sum git gh rm rimraf cd pushd
  type which whereis command env export lsof for mdls tar unzip zipinfo askline true false :
  identify kubectl docker helm`.split(/\s+/),
);
const LOOKS = new Set(
  "grep egrep fgrep zgrep rg ag ack ugrep pdfgrep awk gawk mawk nawk sed gsed jq yq".split(" "),
);

const NAMES = [
  ".ssh",
  ".aws",
  ".gnupg",
  ".env",
  ".netrc",
  ".pgpass",
  ".git-credentials",
  "id_rsa",
  "id_ed25519",
];
const SECRET = new RegExp(
  [
    String.raw`(?:^|\/)(?:\.env(?:\.[\w.-]+)?|\.(?:netrc|pypirc|pgpass|htpasswd|git-credentials))$`,
    String.raw`(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?)$`,
    String.raw`(?:^|\/)(?:secrets?\.(?:json|ya?ml|toml|env)|[^/]+\.(?:p12|pfx|p8|key|kdbx|jks))$`,
    String.raw`(?:^|\/)secrets\/(?:[\w.-]+\/)*[\w-]+(?:\.(?:json|ya?ml|toml|env|txt|ini))?$`,
    String.raw`(?:^|\/)(?:[\w.-]+\.tfstate(?:\.backup)?|terraform\.tfvars|[\w.-]+\.auto\.tfvars)$`,
    String.raw`(?:^|\/)(?:service-account[\w-]*|[\w-]+[-_]key)\.json$|(?:^|\/)deploy_key$`,
    String.raw`(?:^|\/)\.(?:envrc|dev\.vars|vault-token|s3cfg|boto|my\.cnf|databrickscfg|sentryclirc)$`,
    String.raw`(?:^|\/)\.(?:bash|zsh|psql|mysql|python|sqlite|irb|pry|rediscli|node_repl)_history$`,
    String.raw`(?:^|\/)(?:\.wakatime\.cfg|\.claude\.json|fish_history)$`,
    String.raw`(?:^|\/)\.(?:cargo|gem|composer|terraform\.d)\/(?:credentials[\w.]*|auth\.json)$`,
    String.raw`(?:^|\/)\.m2\/settings(?:-security)?\.xml$|(?:^|\/)\.dbt\/profiles\.yml$`,
    String.raw`(?:^|\/)\.(?:oci|fly|snowsql|netlify)\/config(?:\.\w+)?$`,
    String.raw`(?:^|\/)\.kaggle\/kaggle\.json$|(?:^|\/)\.?huggingface\/token$`,
    String.raw`^(?:\/var)?\/run\/secrets(?:\/|$)|^[~/].*\/\.(?:yarnrc\.yml|bunfig\.toml)$`,
    String.raw`(?:^|\/)\.gradle\/gradle\.properties$`,
    String.raw`(?:^|\/)[^/]*(?:private|key)[^/]*\.pem$`,
    String.raw`(?:^|\/)\.(?:ssh|gnupg|aws|azure)(?:\/|$)`,
    String.raw`(?:^|\/)\.(?:kube\/config|docker\/config\.json)$`,
    String.raw`(?:^|\/)\.config\/(?:gh|hub|gcloud|op|sops|rclone|doctl|stripe|configstore|github-copilot)(?:\/|$)|^[~/].*\/\.npmrc$`,
    String.raw`(?:^|\/)\.(?:claude|codex|gemini)\/(?:\.credentials|auth|oauth_creds)\.json$`,
    String.raw`(?:^|\/)opencode\/auth\.json$|^\/etc\/g?shadow|^\/proc\/[^/]+\/(?:environ|mem)$`,
    String.raw`(?:^|\/)(?:cookies\.sqlite|key4\.db|logins\.json|Login Data|keyrings|Keychains)(?:\/|$)`,
    String.raw`(?:[Cc]hrome|[Cc]hromium|[Ee]dge|Brave[\w-]*)\/.*\/Cookies$|(?:^|\/)\.nuget\/NuGet\/`,
  ].join("|"),
);
const OPEN = regex()`
  \.(?:example|sample|template|dist|defaults?|test|pub)$|\.ssh/(?:config|known_hosts)$
  |^\.aws/config$
`;
