/** Searching: grep and its relatives, and find with everything that it may start. */

import { NotKnown } from "../shell/script-syntax.ts";
import { ANY, type Argument, asArgument } from "../shell/script-values.ts";
import { type Call, type Grammar, open, reads } from "./grammar.ts";
import { onlyText, readWords } from "./harmless-words.ts";
import { filledIn } from "./shell-itself.ts";

const PLAIN_TESTS = new Set(
  `-o -or -a -and -not ! ( ) -print -print0 -ls -prune -empty -depth -d -mount -xdev -follow
    -daystart -true -false -readable -writable -executable -noleaf -nouser -nogroup -quit -E -H
    -L -P -s -X ,`.split(/\s+/),
);
const VALUED_TESTS = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size
    -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -newermt -maxdepth -mindepth
    -user -group -uid -gid -perm -flags -Bmin -Bnewer -Btime -context -links -inum -samefile
    -lname -ilname -fstype -printf -used`.split(/\s+/),
);

function readFind(words: readonly Argument[], call: Call): void {
  let at = 0;
  const places: Argument[] = [];
  while (at < words.length) {
    const word = words[at] as Argument; // inside the array
    const begins = onlyText(word) ?? word.begins;
    if (word.isSplit || !/^[\w./~@+]/.test(begins)) break;
    places.push(word);
    at++;
  }
  // What is found begins with the place where it was looked for.
  const begins = places.length === 0 ? "./" : places.length === 1 ? nameOf(places[0]) : "x";
  const isChosen = choosesFiles(words.map((word) => onlyText(word) ?? ""));
  while (at < words.length) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word) ?? "";
    if (PLAIN_TESTS.has(text)) at++;
    else if (VALUED_TESTS.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) {
      const value = words[at + 1];
      if (value === undefined || value.isSplit || value.isMany || value.mayVanish)
        throw new NotKnown(`${call.name} ${word.source} ${value?.source ?? ""}`);
      at += 2;
    } else if (text === "-exec" || text === "-execdir") {
      const end = endOfCommand(words, at);
      if (end === -1) throw new NotKnown(`${call.name} ${word.source}`);
      const command = words.slice(at + 1, end);
      // Nothing chose among the files: those with keys would be shown, too.
      const isShowing = SHOWING.test(onlyText(command[0] ?? word) ?? "");
      if (isShowing && !isChosen && places.every(isBroad))
        throw new NotKnown(`${call.name} ${word.source} ${command[0]?.source ?? ""}`);
      // Behind a plus sign, all that is found stands there at once.
      const isMany = onlyText(words[end] as Argument) === "+"; // found just before
      const filled = command.map((one) => {
        const word = filledIn(one, "{}", begins);
        return word === one ? one : { ...word, isMany };
      });
      // In each folder that is found, also in those of others: no project is run there.
      if (text === "-execdir") call.startElsewhere(filled);
      else call.startCommand(filled);
      at = end + 1;
    } else throw new NotKnown(`${call.name} ${word.source}`);
  }
}

/** Programs that show all of a file. */
export const SHOWING =
  /^(?:cat|head|tail|less|more|bat|batcat|nl|tac|sed|strings|xxd|od|hexdump|base64)$/;

/** Whether a search has a word that chooses files by their names. */
export function choosesFiles(words: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      /^-i?(?:name|path|regex|wholename)$/.test(word) &&
      words[at - 1] !== "!" &&
      words[at - 1] !== "-not" &&
      /\w/.test(words[at + 1] ?? ""),
  );
}

/** The whole project, or a home. */
export function isBroad({ source }: Argument): boolean {
  return /^["']?(?:\.|\.\/|~\/?|\$HOME\/?|\/)["']?$/.test(source);
}

/** fd starts a command for each file, or one for all of them, with marks where their names go. */
function readFd(words: readonly Argument[], call: Call): void {
  const at = words.findIndex((word) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(onlyText(word) ?? ""));
  readWords(FD, at === -1 ? words : words.slice(0, at), call);
  if (at === -1) return;
  const end = words.findIndex((word, index) => index > at && onlyText(word) === ";");
  const command = words.slice(at + 1, end === -1 ? words.length : end);
  if (command.length === 0 || (end !== -1 && end < words.length - 1)) throw new NotKnown(call.name);
  const isBatch = /X|batch/.test(onlyText(words[at] as Argument) ?? ""); // found just before
  const isMarked = command.some(({ source }) => FD_MARK.test(source));
  // Names are printed from the folder on, so one may begin with a dash where older ones run it.
  const found = { ...asArgument(ANY, "{}"), isMany: isBatch };
  const filled = command.map((word) => {
    const [mark] = FD_MARK.exec(onlyText(word) ?? "") ?? [];
    return mark === undefined ? word : { ...filledIn(word, mark), isMany: isBatch };
  });
  call.startCommand(isMarked ? filled : [...filled, found]);
}

const FD_MARK = /\{(?:\/{1,2}\.?|\.)?\}/;
const FD = reads(
  `-e= -t= -d= -H -I -u -a -g -i -s -p -0 -L -E= -l -1 -q -S= -o= -j=number -c= --extension= --type=
    --max-depth=number --min-depth=number --exact-depth=number --hidden --no-hidden --no-ignore
    --no-ignore-vcs --no-ignore-parent --no-global-ignore-file --no-require-git --unrestricted
    --absolute-path --relative-path --glob --regex --exclude= --full-path --follow --ignore-case
    --case-sensitive --fixed-strings --and= --color= --changed-within= --changed-before= --newer=
    --older= --size= --owner= --prune --base-directory= --search-path= --path-separator=
    --strip-cwd-prefix? --max-results=number --threads=number --print0 --list-details --quiet
    --show-errors --one-file-system --format= --ignore-file= --hyperlink?`,
);

const AST_GREP = reads(
  `-p= -l= --pattern= --lang= --json? -A=number -B=number -C=number --selector=
    --strictness= --globs= --no-ignore= --color= --heading= --debug-query? --stdin
    --inline-rules= --report-style= --filter= --error? --warning? --info? --hint? --off?`,
);

/** `run` may be left out. */
function readAstGrep(words: readonly Argument[], call: Call): void {
  const [first, ...rest] = words;
  const name = first === undefined ? "" : (onlyText(first) ?? "");
  readWords(AST_GREP, /^(?:run|scan)$/.test(name) ? rest : words, call);
  if (/^(?:lsp|new|test|completions)$/.test(name)) throw new NotKnown(`${call.name} ${name}`);
}

/** A plus sign ends the command only behind `{}`. */
function endOfCommand(words: readonly Argument[], start: number): number {
  return words.findIndex((word, index) => {
    const text = index > start ? onlyText(word) : null;
    return text === ";" || (text === "+" && onlyText(words[index - 1] ?? word) === "{}");
  });
}

function nameOf(place: Argument | undefined): string {
  return place === undefined ? "./" : (onlyText(place) ?? place.begins);
}

export const SEARCH: Grammar = {
  ...open("grep egrep fgrep ggrep"),
  "rg|ripgrep": reads(
    `-i -n -l -c -v -w -x -o -s -S -u -uu -uuu -F -U -P -H -h -I -N -L -q -0 -p -a -b -. -A=number
      -B=number -C=number -m=number -d=number -g= -t= -T= -e=pattern -j=number -r= -M=number -E= -f=
      --type= --file= --ignore-file= --type-add= --type-clear= --encoding= --engine=
      --auto-hybrid-regex --no-pcre2 --no-unicode --crlf --null-data --byte-offset --quiet
      --no-search-zip --line-regexp --colors= --max-filesize= --dfa-size-limit=
      --regex-size-limit= --threads=number --path-separator= --context-separator=
      --field-match-separator= --field-context-separator= --no-context-separator --no-column
      --max-columns-preview --include-zero --count-matches --no-config --no-ignore-parent
      --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages
      --no-require-git --no-hidden --no-follow --no-json --no-stats --no-multiline --binary
      --no-binary --no-text --unrestricted --maxdepth=number --sort-files --line-buffered
      --block-buffered --mmap --no-mmap --trace --hyperlink-format= --ignore-file-case-insensitive
      --glob-case-insensitive --stop-on-nonmatch --invert-match --pretty --generate=
      --type-not= --glob= --iglob= --files --hidden --no-ignore --no-ignore-vcs
      --files-with-matches --files-without-match --count --count-matches --line-number
      --no-line-number --no-heading --heading --ignore-case --smart-case --case-sensitive
      --fixed-strings --word-regexp --multiline --multiline-dotall --json --stats --color=
      --max-count=number --max-depth=number --context=number --after-context=number
      --before-context=number --only-matching --invert-match --pcre2 --follow --sort= --sortr=
      --with-filename --no-filename --vimgrep --replace= --max-columns=number
      --regexp=pattern
      --type-list --trim --column --null --text --no-messages --passthru --debug
      --one-file-system -z --search-zip`,
  ),
  // It reads as grep does.
  "ugrep|ug|pdfgrep": reads(
    `-i -n -l -L -c -v -w -x -o -r -R -s -F -E -P -H -h -A=number -B=number -C=number -m=number -e=pattern
      --include= --exclude= --exclude-dir= --color?`,
  ),
  "fd|fdfind": { read: readFd },
  ag: reads(
    `-i -l -L -n -c -v -w -Q -F -s -S -u -U -t -a -f -r -R -0 -o -H -m=number -p= -g= -G= -A=number
      -B=number -C=number --hidden --nocolor --color --ts --js --python --go --rust --java --ruby
      --php --css --html --json --yaml --cpp --cc --csharp --swift --kotlin --scala --shell --sql
      --markdown --literal --ignore= --ignore-dir= --depth=number --count --files-with-matches
      --files-without-matches --stats --stats-only --numbers --nonumbers --group --nogroup
      --heading --noheading --filename --nofilename --column --vimgrep --max-count=number
      --case-sensitive --ignore-case --smart-case --word-regexp --all-types --all-text
      --unrestricted --skip-vcs-ignores --follow --only-matching --silent --width=number
      --path-to-ignore= --file-search-regex= --after=number --before=number --context=number
      --list-file-types --null --nobreak --break --invert-match --passthrough --passthru`,
  ),
  ack: reads(
    `-i -I -S -l -L -n -c -v -w -Q -h -H -1 -s -x -f -o -m=number -g= -A=number -B=number
      -C=number -t= --type= --ts --js --python --perl --ruby --go --java --php --css --html --json
      --nocolor --color --ignore-dir= --ignore-file= --count --sort-files --column --group
      --nogroup --heading --noheading --break --nobreak --files-with-matches
      --files-without-matches --literal --word-regexp --smart-case --ignore-case --follow
      --max-count=number --noenv --show-types --help-types --print0`,
  ),
  "ast-grep|sg": { read: readAstGrep },
  "find|gfind": { read: readFind },
  "locate|mdfind": reads("-i -c -l=number -n=number --limit=number -name="),
  "zegrep|zfgrep|bzgrep|xzgrep|zgrep": reads(
    "-i -n -l -c -v -w -h -H -o -E -F -P -e=pattern -A=number -B=number -C=number -m=number",
  ),
  tokei: reads(
    `-f -s= --sort= -t= -e= -C -c= -o=json|yaml|cbor --output=json|yaml|cbor --files --compact
      --exclude= --types= --hidden --no-ignore --num-format= --columns=number -l --languages -r=`,
  ),
  // Its options may stand behind one dash, and some of them write what was found.
  cloc: {
    ...reads(
      `--vcs=git --by-file --exclude-dir= --include-lang= --json --quiet --include-ext= --csv --yaml
        --xml --md --exclude-ext= --exclude-lang= --fullpath --match-f= --not-match-f= --match-d=
        --not-match-d= --by-file-by-lang --by-percent= --sum-one --skip-uniqueness --diff --git
        --count-and-diff --show-lang? --show-ext? --list-file=`,
    ),
    hasLongDashes: true,
  },
  scc: reads(
    `--by-file --exclude-dir= -f=tabular|wide|json|csv|html -s= --sort= --no-cocomo --no-complexity
      -i= --include-ext= -x= --format=tabular|wide|json|csv|cloc-yaml|html --wide -w --no-gen
      --no-min
      -c -d -u -p -a --ci -M= --not-match= -l --languages --avg-wage=number --uloc -z -v`,
  ),
};
