/** Looking at files and folders, and changing text on its way through a pipe. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, type Grammar, open, type Program, reads } from "./grammar.ts";
import { isBuildOutput } from "./harmless-paths.ts";
import { onlyText } from "./harmless-words.ts";

/** `jar tf x.jar` lists; `-J` would start Java with other options. */
function readJar(words: readonly Argument[], call: Call): void {
  const [letters, ...rest] = words;
  const odd = rest.find(({ texts, begins }) =>
    (texts ?? [begins]).some((text) => !/^[\w./~]/.test(text)),
  );
  if (
    !/^-?(?:tv?f|--list)$/.test(letters === undefined ? "" : (onlyText(letters) ?? "")) ||
    odd !== undefined
  )
    throw new NotKnown(`${call.name} ${(odd ?? letters)?.source ?? ""}`);
}

/** Each plain word is a command of its own, and so are those to prepare and to clean up. */
function readTimed(words: readonly Argument[], call: Call): void {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Argument; // inside the array
    const text = onlyText(word);
    const next = words[at + 1];
    if (words.length === 1 && text === "--version") return;
    if (text !== null && /^(?:-[Ni]|--(?:shell=none|ignore-failure|show-output))$/.test(text))
      continue;
    const isNumber =
      text !== null && /^(?:-[wrmM]|--(?:warmup|runs|min-runs|max-runs))$/.test(text);
    if (isNumber && next !== undefined && /^\d+$/.test(onlyText(next) ?? "")) at++;
    else if (text === null || text.startsWith("-"))
      throw new NotKnown(`${call.name} ${word.source}`);
    else call.startScript(text);
  }
}

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
  const odd = members.find(
    (word) => !/^(?:["']?[\w.*]|--(?:wildcards|no-wildcards)$)/.test(word.source),
  );
  if (!isKnown || odd !== undefined)
    throw new NotKnown(`${call.name} ${(isKnown ? odd : letters)?.source ?? ""}`);
}

export const FILES_AND_TEXT: Grammar = {
  ...open("ls cat head tail wc cut tr paste fold fmt nl tac rev expand unexpand comm join"),
  ...open(
    "stat du df realpath readlink cmp diff md5sum sha1sum sha256sum sha512sum shasum md5 cksum",
  ),
  ...open(
    "hexdump od strings col colrm column jq numfmt factor tsort pathchk sum b2sum zcat gzcat",
  ),
  ...open("bzcat xzcat zipinfo bc cal ncal pr look dir vdir sha224sum sha384sum"),
  ...open("colordiff wdiff zdiff zcmp hexyl gojq pup c++filt glow"),
  ...open("eza exa lsd lsattr getfacl namei dust duf csvcut csvgrep csvlook"),
  ...open("csvstat csvsort csvjson getcap whatis apropos"),
  sort: reads(
    `-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z -k= -t= -S= --key= --field-separator=
    --reverse --numeric-sort --human-numeric-sort --version-sort --unique --ignore-case --stable
    --general-numeric-sort --zero-terminated --check --parallel=number --ignore-leading-blanks
    --dictionary-order --ignore-nonprinting --month-sort --random-sort --random-source= --sort=
    --buffer-size= --debug --merge --batch-size=number --files0-from= --check=quiet|silent`,
  ),
  // `-o` and `-e` write.
  diffstat: reads(
    "-b -c -C -f=number -g -K -l -m -N=number -p=number -q -r=number -s -t -u -w=number",
  ),
  // The second file of these two is written.
  uniq: reads(
    `-c -d -D -i -u -z -f=number -s=number -w=number --count --repeated --unique --ignore-case
      --all-repeated? --group? --skip-fields=number --skip-chars=number --check-chars=number
      --zero-terminated`,
    "text",
  ),
  xxd: reads("-l=number -s= -c=number -g=number -o=number -p -ps -b -u -i -e -E -a", "text"),
  // `-o` writes, and `-R` writes a page into each folder.
  tree: reads(
    `-a -d -l -f -x -q -N -Q -r -t -c -U -v -i -J -X -S -A -L=number -I= -P= -h -D -s -p -u
      -g -C -n -F
      --dirsfirst --filesfirst --noreport --gitignore --gitfile= --ignore-case --matchdirs --prune
      --info --metafirst --charset= --filelimit=number --si --du --timefmt= --inodes --device
      --sort? --fromfile --compress=number`,
  ),
  file: reads(
    `-b -i -L -h -k -z -p -r -s -0 -I -n -N -f= -F= -e= --brief --mime --mime-type --mime-encoding
      --dereference --no-dereference --keep-going --raw --extension --separator= --exclude=
      --files-from= --print0 --special-files`,
  ),
  "less|more": reads(
    `-N -R -S -F -X -E -r -n -i -I -e -m -M -s -f -g -G -q -w -d -c -u -p= -P= -x=number -NUM
      --RAW-CONTROL-CHARS --quit-if-one-screen --no-init --chop-long-lines --LINE-NUMBERS
      --line-numbers --ignore-case --IGNORE-CASE --pattern=`,
    "file…",
  ),
  "bat|batcat": reads(
    `-p -pp -P -n -A -d -u -f --plain? --paging=never --number --style= --color= --decorations= -l=
      --language= -r= --line-range= -H= --highlight-line= --theme= --tabs=number --wrap=
      --terminal-width=number --show-all --diff --diff-context=number --file-name= -m= --map-syntax=
      --list-languages --list-themes --squeeze-blank --italic-text= --force-colorization --binary=
      --nonprintable-notation= --strip-ansi= --no-config --unbuffered --no-pager --chop-long-lines`,
  ),
  "sed|gsed": {
    options: `-n -E -r -s -u -z -e=sed --quiet --silent --regexp-extended --expression=sed
      --separate --null-data --posix`,
    arguments: "sed text…",
    instead: "-e --expression",
  },
  "awk|gawk|mawk|nawk": {
    options: `-F= -v=assignment -b -c -P -r -M -N -S -O --field-separator= --assign=assignment
      --posix --traditional --re-interval --characters-as-bytes --csv -k --sandbox --bignum
      --lint?`,
    arguments: "awk text…",
    endsAtFirst: true,
  },
  // `-i` writes into the file, and `-s` into files of its own.
  yq: {
    options: `-r -o= -p= -P -e -c -y -j -n -N -C -M -I=number -0 -S --output-format= --input-format=
      --prettyPrint --exit-status --no-colors --colors --indent=number --no-doc --null-input
      --unwrapScalar? --raw-output --yaml-output --arg= --argjson= -f= --front-matter=extract
      --header-preprocess? --string-interpolation? --lua-globals --xml-attribute-prefix=
      --xml-content-name= --properties-separator= --nul-output --sort-keys`,
    arguments: "yq…",
  },
  xmllint: reads(
    `--noout --format --xpath= --recover --html --schema=project --dtdvalid=project --relaxng=project --valid --huge
      --nonet --noblanks --nocdata --encode= --pretty=number --xmlout --quiet --stream --timing
      --c14n --nowarning --nocompact`,
  ),
  xmlstarlet: {
    subcommands: { "sel|el|val|fo": reads("-t -m= -v= -o= -n -T -C -N= -i= -e -a -u") },
  },
  "7z|7za|7zz": { options: "-slt -ba -bd -y", hasLongDashes: true, arguments: "l|t|h text…" },
  "ffprobe|mediainfo": {
    ...reads(
      `-v= -hide_banner -show_streams -show_format -show_entries= -of= -print_format= -i=unsent
        -select_streams= -show_chapters -show_packets -count_frames -count_packets -loglevel=
        -pretty`,
      "unsent…",
    ),
    hasLongDashes: true,
  },
  plutil: { ...reads("-p -lint -type= -s"), hasLongDashes: true, needs: "-p -lint" },
  sips: { ...reads("-g="), needs: "-g" },
  lipo: { ...reads("-info -archs"), hasLongDashes: true, needs: "-info -archs" },
  "xsv|qsv": {
    subcommands: {
      "headers|count|stats|select|head|slice|frequency|table|search|flatten|sample": reads(
        `-n -d= -s= -l=number -i -v -j --just-names --no-headers --delimiter= --select= --len=number
          --start=number --end=number --everything --limit=number --ignore-case`,
      ),
    },
  },
  tldr: reads("-p=name", "name…"),
  iconv: reads("-f= -t= -l -c -s --from-code= --to-code= --list"),
  "dos2unix|unix2dos": { ...reads("-i? --info?"), needs: "-i --info" },
  shuf: reads("-n=number -e -i= -r -z --head-count=number --input-range= --repeat --echo"),
  hyperfine: { read: readTimed },
  "gzip|gunzip": {
    ...reads("-l -t -v -d -c -k -q -NUM --list --test --stdout --quiet --verbose"),
    needs: "-l -t -c --list --test --stdout",
  },
  "bzip2|bunzip2|xz|unxz|zstd|unzstd": {
    ...reads("-l -t -v -d -c -k -q -NUM --list --test --stdout --decompress --quiet --verbose"),
    needs: "-l -t -c --list --test --stdout",
    // The last of several ways wins, and one of them replaces the file.
    check: ({ options }, call) => {
      const isPrinted = options.has("-c") || options.has("--stdout");
      if (!isPrinted && (options.has("-d") || options.has("--decompress")))
        throw new NotKnown(`${call.name} -d`);
    },
  },
  unzip: {
    ...reads("-l -t -p -v -q -qq -Z -1 -Z1 -z -c"),
    endsAtFirst: true,
    needs: "-l -t -p -Z -Z1 -z -v -c",
  },
  jar: { read: readJar },
  "parquet-tools|parquet": {
    subcommands: {
      "schema|meta|head|rowcount|row-count|size|show|inspect|csv": reads("-n=number"),
    },
  },
  h5dump: { ...reads("-H -n -A -d= -g= -a= -p"), needs: "-H -n -A -d -g -a" },
  difft: reads("--display=name --color=name --context=number --skip-unchanged --check-only"),
  ctags: { ...reads("-x --c-kinds=name --fields=name --sort=no -R -u", "project…"), needs: "-x" },
  pdftotext: {
    // Without the dash it writes a file beside.
    ...reads("-layout -raw -f=number -l=number -nopgbrk -q -enc=name", "project text"),
    hasLongDashes: true,
    check: ({ arguments: [, to] }, call) => {
      if (to === undefined || onlyText(to) !== "-") throw new NotKnown(call.name);
    },
  },
  pdfinfo: { ...reads("-f=number -l=number -meta -box -isodates", "project"), hasLongDashes: true },
  readtags: reads("-t=project -l -e -n -p -i -N", "text…"),
  identify: { ...reads("-format=format -verbose -ping -quiet", "picture…"), hasLongDashes: true },
  exiftool: {
    ...reads(
      `-s -s2 -s3 -S -j -json -a -u -n -g -G -G1 -d= -all -EXIF:all -ImageSize -ImageWidth
      -ImageHeight -FileType -MIMEType -CreateDate -DateTimeOriginal -Duration -Orientation -Make
      -Model -FileSize -GPSLatitude -GPSLongitude -Title -Author`,
      "project…",
    ),
    hasLongDashes: true,
  },
  pandoc: {
    ...reads(
      `-f=document -t=document --from=document --to=document --wrap=none|auto|preserve
      --columns=number
        --toc --list-input-formats --list-output-formats --no-highlight -s --standalone`,
      "project…",
    ),
  },
  chktex: reads("-q -v?number -n=number -w=number", "project…"),
  "tar|gtar|bsdtar": { read: readTar },
  ar: { arguments: "t|tv text…" },
  base64: reads("-d -D -w=number --decode --wrap=number"),
  nm: reads(
    `-a -A -B -C -D -g -n -o -p -P -r -S -s -u -v -m -j -U --demangle? --defined-only
      --undefined-only --dynamic --extern-only --print-size --size-sort --no-sort --reverse-sort
      --numeric-sort --print-file-name --format= --radix= --line-numbers --no-demangle`,
    "file…",
  ),
  "readelf|otool|size|llvm-readelf|llvm-size|dwarfdump|llvm-dwarfdump": reads(
    `-a -h -l -S -s -d -n -r -u -A -D -I -L -W -t -v -V -e -g -w -x= -p= -j= -H --headers
      --wide --all
      --file-header --sections --segments --symbols --syms --relocs --dynamic --notes --debug-dump?
      --format= --radix=`,
    "file…",
  ),
  "objdump|llvm-objdump": reads(
    `-d -D -t -T -h -x -p -f -s -S -C -r -R -l -w -z -j= -M= --section= --disassemble? --demangle?
      --source --line-numbers --no-show-raw-insn --start-address= --stop-address= --syms
      --all-headers --full-contents --reloc --dynamic-syms --disassembler-options=`,
    "file…",
  ),
  "addr2line|llvm-symbolizer": reads(
    "-e= -f -C -p -i -a -s --exe= --functions --demangle",
    "file…",
  ),
  javap: {
    ...reads(
      `-c -v -p -s -l -sysinfo -verbose -private -public -protected -package -constants -cp=
        -classpath= -m=`,
    ),
    hasLongDashes: true,
  },
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
  man: reads("-k -f -P=cat --pager=cat", "name…"),
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
