/**
 * Secrets that have no shape of their own, known by what stands before them: a header, a URL's user,
 * an option, or a name such as `DB_PASSWORD`. Code is full of such names, so what stands there must
 * also look like a value and not like a variable, a type or a word.
 *
 * A value ends before every character that a shell acts on: see `shapes.ts`.
 */
import type { Shape } from "./shapes.ts";

const VALUE = "[A-Za-z0-9!#%*+,./:=?@\\\\^_~{}-]";
/** In which a `name=value` of a URL or a connection string ends. */
const PLAIN = "[A-Za-z0-9!#%*+./:=?@^_~-]";
const SECRET_NAME =
  "(?:pass(?:word|wd|phrase|_?code)|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|" +
  "secret[_-]?key|private[_-]?key|account[_-]?key|shared[_-]?access[_-]?key|signing[_-]?key|" +
  "encryption[_-]?key|master[_-]?key|auth[_-]?key|client[_-]?secret|credentials?|" +
  "connection[_-]?string|authtoken|pat)";
const PASSWORD_NAME = /pass(?:word|wd|phrase|_?code)$|[_-]pwd$|^pwd$/i;

/** Headers and URLs: what stands there is a credential whatever it looks like. */
export const CREDENTIALS: readonly Shape[] = [
  {
    kind: { noun: "token" },
    hints: ["uthorization", "UTHORIZATION"],
    pattern:
      /(?<=authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token|apikey|digest|negotiate)\s{1,4})[A-Za-z0-9._~+/=:-]{6,4000}/gi,
  },
  {
    kind: { noun: "token" },
    hints: ["earer ", "EARER "],
    pattern: /(?<=\bbearer )(?=[a-z._~+/=-]{0,4000}[0-9A-Z])[A-Za-z0-9._~+/=-]{16,4000}/gi,
  },
  {
    kind: { noun: "key" },
    hints: ["-Key", "-key", "-KEY", "-Token", "-token", "-TOKEN"],
    pattern:
      /(?<=\b(?:x-[a-z-]{0,30}(?:key|token)|private-token|api-key|circle-token)["']?\s{0,4}:\s{0,4}["']?)[A-Za-z0-9._~+/=-]{8,2000}/gi,
  },
  {
    kind: { noun: "password" },
    hints: ["://"],
    pattern: /(?<=:\/\/[^\s/:@'"<>$`]{0,128}:)[A-Za-z0-9!#%*+,.=?^_~-]{1,256}(?=@[A-Za-z0-9[])/g,
  },
  {
    kind: { noun: "token" },
    hints: ["://"],
    // A user without a password is a name, unless it is as long as a token.
    pattern: /(?<=:\/\/)(?=[^\s@/]{0,100}\d)[A-Za-z0-9_-]{24,256}(?=@[A-Za-z0-9[])/g,
  },
  {
    kind: { noun: "password" },
    hints: ["curl"],
    pattern:
      /(?<=\bcurl\b[^\n;|&]{0,400}\s(?:-u|--user|--proxy-user)[ =]?["']?[\w.@+-]{1,80}:)[A-Za-z0-9!#%*+,./=?@^_~-]{3,200}/g,
  },
  {
    kind: { noun: "password" },
    hints: ["mysql", "mariadb"],
    pattern:
      /(?<=\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n;|&]{0,400}\s-p)[A-Za-z0-9!#%*+,./=?@^_~-]{3,200}/g,
  },
  {
    kind: { noun: "secret" },
    hints: ["sig=", "Signature="],
    pattern: /(?<=[?&](?:sig|X-(?:Amz|Goog)-Signature|Signature)=)[A-Za-z0-9%+/=_~-]{20,1000}/g,
  },
];

interface Named {
  /** Begins at the part of the name that tells: what stands before it is not searched through. */
  readonly pattern: RegExp;
  isSecret(name: string, value: string, after: string): boolean;
}

const AFTER_NAME = `(?<end>${SECRET_NAME})`;

/** A name that ends like a secret's, then its value: as the groups `end` and `value`. */
export const NAMED: readonly Named[] = [
  {
    // --token abc, --password=abc
    pattern: new RegExp(
      `(?<=(?:^|[\\s"'])--(?:[a-z0-9]{1,20}-){0,4})${AFTER_NAME}[ =](?<quote>["']?)(?<value>${VALUE}{4,512})`,
      "gim",
    ),
    isSecret: (_name, value) => !/^[-./~{]/.test(value) && !isPlaceholder(value),
  },
  {
    // "password": "abc", password = 'abc'
    pattern: new RegExp(
      `${AFTER_NAME}\\\\?["']?\\s{0,4}(?:[:=]|=>|:=)\\s{0,4}\\\\?(?<quote>["'])(?<value>${VALUE}{4,2000})`,
      "gi",
    ),
    isSecret: (name, value) =>
      !isPlaceholder(value) && !isPath(value) && !isWords(value) && !isSame(name, value),
  },
  {
    // DB_PASSWORD=abc
    pattern: new RegExp(`${AFTER_NAME}=(?<quote>["']?)(?<value>${VALUE}{4,2000})`, "gi"),
    isSecret: (name, value, after) => isEnvironment(name, value) || isPair(name, value, after),
  },
  {
    // password: abc1, aws_secret_access_key = wJalr…
    pattern: new RegExp(
      `${AFTER_NAME}["']?(?:\\s{0,4}[:=]\\s{1,4}|:)(?<quote>)(?<value>${PLAIN}{6,2000})`,
      "gi",
    ),
    isSecret: (name, value, after) => isYaml(name, value, after),
  },
];

function isEnvironment(name: string, value: string): boolean {
  if (name !== name.toUpperCase() || name === "PWD" || isPlaceholder(value) || isPath(value))
    return false;
  return PASSWORD_NAME.test(name) || !isWords(value);
}

/** A pair of a connection string or a query, in which code's `token=token1)` is none. */
function isPair(name: string, value: string, after: string): boolean {
  if (isPlaceholder(value) || isPath(value) || isSame(name, value) || /[([.,)]/.test(after))
    return false;
  if (PASSWORD_NAME.test(name)) return after === "" || /[\s;&"']/.test(after);
  return value.length >= 8 && isMixed(value);
}

function isYaml(name: string, value: string, after: string): boolean {
  if (isPlaceholder(value) || isPath(value) || isSame(name, value) || /[([,]/.test(after))
    return false;
  if (!isMixed(value) || isCode(value)) return false;
  return PASSWORD_NAME.test(name) || value.length >= 16;
}

function isMixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** `config.token2`, `Token2`, `1.2.3` and the like. */
function isCode(value: string): boolean {
  return /^[A-Za-z_]+(?:[./][A-Za-z_]\w*)+$/.test(value) || /^[A-Z][a-z]+\d?$/.test(value);
}

/** Words, as names of things are: `access-token`, `not.set`. */
function isWords(value: string): boolean {
  return /^[A-Za-z]+(?:[-_ ./:][A-Za-z]+)*[.!?:]*$/.test(value) &&
    !/[a-z][A-Z]\w*[a-z][A-Z]/.test(value)
    ? value.length < 24 || /[-_ ./:]/.test(value)
    : /^\d{1,5}$/.test(value);
}

function isPath(value: string): boolean {
  return /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|(?:https?|file):\/\/)/.test(value) && !/[=]$/.test(value);
}

function isSame(name: string, value: string): boolean {
  const plain = (text: string) => text.replace(/[\W_]/g, "").toLowerCase();
  return plain(name).endsWith(plain(value)) || plain(value) === plain(name);
}

const PLACEHOLDER =
  /^(?:true|false|null|none|nil|undefined|string|str|number|bytes|optional|required|process\.env\b.*|os\.environ\b.*|import\.meta\b.*|env\.\w+|x{3,}|\*{3,}|\.{3,}|#{3,}|change[-_]?me|redacted|placeholder|your[-_].*|my[-_]?(?:secret|token|password|key)|<.*|\{\{.*|%[A-Z_]+%|%[sdv]|\{\w*\}|[0-9a-f]{40}\.\.\.)$/i;

function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.replace(/[,;.:]+$/, ""));
}
