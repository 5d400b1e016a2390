/** Looking at files and folders, and changing text on its way through a pipe. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, type Grammar, open, type Program, reads } from "./grammar.ts";
import { isBuildOutput } from "./harmless-paths.ts";
import { onlyText } from "./harmless-words.ts";

/** A project's own script may delete what it builds. */
const clearing: Program = {
  read: (words, call) => {
    const paths = words.filter((word) => !/^-[rRfv]+$|^--(?:recursive|force)$/.test(word.source));
    const isBuilt = (word: Argument) => isBuildOutput(onlyText(word) ?? "/");
    if (!call.isProjectScript || paths.length === 0 || !paths.every(isBuilt))
      throw new NotKnown(`${call.name} ${paths[0]?.source ?? ""}`);
  },
};

/** `tar tf x` and `tar -tzf x` list; other letters do more. */
function readTar(words: readonly Argument[], call: Call): void {
  const [letters, archive, ...members] = words;
  const list = letters === undefined ? "" : (onlyText(letters) ?? "");
  const name = archive === undefined ? "-" : (onlyText(archive) ?? "-");
  const isPiped = /^-?(?=\w*t)[tvzjJ]+$/.test(list) && archive === undefined;
  const isKnown = isPiped || (/^-?(?=\w*t)[tvzjJ]*f$/.test(list) && !/^-|:/.test(name));
  const odd = members.find((word) => !/^[\w.*]/.test(word.source));
  if (!isKnown || odd !== undefined)
    throw new NotKnown(`${call.name} ${(isKnown ? odd : letters)?.source ?? ""}`);
}

export const FILES_AND_TEXT: Grammar = {
  ...open("ls cat head tail wc cut tr paste fold fmt nl tac rev expand unexpand comm join"),
  ...open(
    "stat du df realpath readlink cmp diff md5sum sha1sum sha256sum sha512sum shasum md5 cksum",
  ),
  ...open("hexdump od strings column jq numfmt factor tsort pathchk sum b2sum zcat gzcat"),
  ...open("bzcat xzcat zipinfo bc cal pr look"),
  sort: reads(
    `-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z -k= -t= -S= --key= --field-separator=
    --reverse --numeric-sort --human-numeric-sort --version-sort --unique --ignore-case --stable
    --general-numeric-sort --zero-terminated --check --parallel=number`,
  ),
  // The second file of these two is written.
  uniq: reads(
    "-c -d -D -i -u -z -f=number -s=number -w=number --count --repeated --unique",
    "text",
  ),
  xxd: reads("-l=number -s= -c=number -g=number -p -b -u -i", "text"),
  tree: reads("-a -d -f -L=number -I= -P= -h -D -s -p -C -n --dirsfirst --noreport --gitignore -F"),
  file: reads("-b -i -L -k -z --brief --mime --mime-type --mime-encoding -I"),
  "less|more": reads("-N -R -S -F -X -E -r -n -i -I", "file…"),
  "bat|batcat": reads(
    "-p -P -n --plain --paging=never --number --style= --color= -l= --language= -r= --line-range=",
  ),
  "sed|gsed": {
    options: `-n -E -r -s -u -z -e=sed --quiet --silent --regexp-extended --expression=sed
      --separate --null-data --posix`,
    arguments: "sed text…",
    instead: "-e --expression",
  },
  "awk|gawk|mawk|nawk": {
    options: "-F= -v=assignment --field-separator= --assign=assignment",
    arguments: "awk text…",
    endsAtFirst: true,
  },
  yq: reads("-r -o= -p= -P -e -c -y -j --output-format= --input-format= -N --prettyPrint"),
  xmllint: reads("--noout --format --xpath= --recover --html"),
  "7z|7za|7zz": { arguments: "l text…" },
  tldr: reads("-p=name", "name…"),
  iconv: reads("-f= -t= -l -c --from-code= --to-code="),
  shuf: reads("-n=number -e -i= -r --head-count=number"),
  "gzip|gunzip": {
    ...reads("-l -t -v -d -c -k --list --test --stdout"),
    needs: "-l -t -c --list --test --stdout",
  },
  unzip: { ...reads("-l -t -p -v -q -Z -1"), endsAtFirst: true, needs: "-l -t -p -Z" },
  "tar|gtar|bsdtar": { read: readTar },
  ar: { arguments: "t|tv text…" },
  base64: reads("-d -D -w=number --decode --wrap=number"),
  nm: reads("-a -C -D -g -n -S -u --demangle --defined-only --undefined-only"),
  "readelf|otool|size": reads("-a -h -l -S -s -d -n -L -W"),
  objdump: reads("-d -t -T -h -x -p -f -S -C -r --section="),
  mkdir: reads("-p -v -m=number --parents --verbose --mode=number", "made…"),
  touch: reads("-a -m -c -t= -d= --no-create", "made…"),
  mktemp: reads("-d -t -u --directory", "name"),
  tee: reads("-a -i --append", "new…"),
  "rm|rimraf": clearing,
  cp: {
    options: "-r -R -a -p -v -n -f -L --recursive --archive --verbose --preserve --no-clobber",
    arguments: "text…",
    check: (given, call) => {
      const to = given.arguments.at(-1);
      if (to === undefined || given.arguments.length < 2 || !call.mayWrite(to))
        throw new NotKnown(`${call.name} ${given.arguments.map(({ source }) => source).join(" ")}`);
    },
  },
  man: reads("-k -f", "name…"),
  date: {
    options: "-u --utc -d= --date= -I? -R -r= -Iseconds -Is --iso-8601? --rfc-3339= -j -v=",
    arguments: "text",
    check: ({ arguments: [format] }, call) => {
      // Without the plus sign the argument sets the clock.
      const text = format === undefined ? "+" : (format.texts?.[0] ?? format.begins);
      if (!text.startsWith("+")) throw new NotKnown(`${call.name} ${format?.source}`);
    },
  },
};
