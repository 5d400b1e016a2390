/** What some commands print, so that `$(…)` is known not to become an option or several words. */
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
const FOLDER = beginning("/", false);
const TEMPORARY = known("/tmp/made-by-mktemp");

const OUTPUTS: readonly (readonly [RegExp, Value])[] = [
  [/^wc -[lcwm]$/, NUMBER],
  [/^grep -(?=\w*c)[ciEFvwx]+ [^-\s]\S*(?: [^-\s]\S*)?$/, NUMBER],
  [/^(?:nproc|date (?:-u )?\+%s|jq length|jq -r length|id -u|id -g)$/, NUMBER],
  [/^date (?:-u )?\+%[YmdHMSsjF](?:[%YmdHMSsjF:_.T-]*)$/, NAME],
  [/^git rev-parse(?: --short(?:=\d+)?| --verify| --abbrev-ref)* [A-Za-z][\w./~^@{}-]*$/, NAME],
  [/^git merge-base [A-Za-z][\w./~^@{}-]* [A-Za-z][\w./~^@{}-]*$/, NAME],
  [/^git (?:branch --show-current|describe(?: --tags| --always| --abbrev=\d+)*)$/, NAME],
  [/^(?:whoami|uname(?: -[srm])?|arch|id -un)$/, NAME],
  [/^(?:pwd|git rev-parse --show-toplevel)$/, FOLDER],
  [/^mktemp(?: -d)?$/, TEMPORARY],
];
