/** Searching: grep and its relatives, and find with everything that it may start. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, type Grammar, open, reads } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";
import { filledIn } from "./shell-itself.ts";

const PLAIN_TESTS = new Set(
  `-o -or -a -and -not ! ( ) -print -print0 -ls -prune -empty -depth -d -mount -xdev -follow
    -daystart -true -false -readable -writable -executable -noleaf -nouser -nogroup -quit -E -H
    -L -P -s -X ,`.split(/\s+/),
);
const VALUED_TESTS = new Set(
  `-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size
    -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -newermt -maxdepth -mindepth
    -user -group -uid -gid -perm -links -inum -samefile -lname -ilname -fstype -printf -used`.split(
    /\s+/,
  ),
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
  while (at < words.length) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word) ?? "";
    if (PLAIN_TESTS.has(text)) at++;
    else if (VALUED_TESTS.has(text)) {
      const value = words[at + 1];
      if (value === undefined || value.isSplit || value.isMany || value.mayVanish)
        throw new NotKnown(`${call.name} ${word.source} ${value?.source ?? ""}`);
      at += 2;
    } else if (text === "-exec" || text === "-execdir") {
      const end = endOfCommand(words, at);
      if (end === -1) throw new NotKnown(`${call.name} ${word.source}`);
      const command = words.slice(at + 1, end);
      // Behind a plus sign, all that is found stands there at once.
      const isMany = onlyText(words[end] as Argument) === "+"; // found just before
      const filled = command.map((one) => {
        const word = filledIn(one, "{}", begins);
        return word === one ? one : { ...word, isMany };
      });
      call.startCommand(filled);
      at = end + 1;
    } else throw new NotKnown(`${call.name} ${word.source}`);
  }
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
    `-i -n -l -c -v -w -x -o -s -S -u -uu -uuu -F -U -P -H -h -I -N -L -q -0 -p -a -. -A=number
      -B=number -C=number -m=number -g= -t= -T= -e= -j=number -r= -M=number -E= -f= --type=
      --type-not= --glob= --iglob= --files --hidden --no-ignore --no-ignore-vcs
      --files-with-matches --files-without-match --count --count-matches --line-number
      --no-line-number --no-heading --heading --ignore-case --smart-case --case-sensitive
      --fixed-strings --word-regexp --multiline --multiline-dotall --json --stats --color=
      --max-count=number --max-depth=number --context=number --after-context=number
      --before-context=number --only-matching --invert-match --pcre2 --follow --sort= --sortr=
      --with-filename --no-filename --vimgrep --replace= --max-columns=number --regexp=
      --type-list --trim --column --null --text --no-messages --passthru --debug
      --one-file-system`,
  ),
  "fd|fdfind": reads(
    `-e= -t= -d= -H -I -u -a -g -i -s -p -0 -L -E= -l -1 --extension= --type= --max-depth=number
      --min-depth=number --hidden --no-ignore --absolute-path --glob --exclude= --full-path
      --follow --ignore-case --fixed-strings --color= --changed-within= --size=
      --base-directory= --max-results=number`,
  ),
  ag: reads(
    `-i -l -n -c -v -w -Q -g= -G= -A=number -B=number -C=number --hidden --nocolor --ts --js
      --python`,
  ),
  ack: reads("-i -l -n -c -v -w -Q -g= -A=number -B=number -C=number --ts --js --python --nocolor"),
  "ast-grep|sg": {
    subcommands: {
      "run|scan": reads("-p= -l= --pattern= --lang= --json? -A=number -B=number -C=number"),
    },
    ...reads("-p= -l= --pattern= --lang= --json?"),
  },
  "find|gfind": { read: readFind },
  "locate|mdfind": reads("-i -c -l=number -n=number --limit=number -name="),
  zgrep: reads("-i -n -l -c -v -w -h -H -o -E -F -P -e= -A=number -B=number -C=number -m=number"),
  tokei: reads("-f -s= --sort= -t= -e="),
  "cloc|scc": reads(
    "--vcs=git --by-file --exclude-dir= --include-lang= --json --quiet --include-ext= -f=",
  ),
};
