/**
 * Git and GitHub as far as they read, and the few steps that add without taking away. Options that
 * run a program or write a file (`--output`, `--ext-diff`, `-O`, `--upload-pack`, `-c`) are left
 * out. `git commit` runs the project's hooks, which are trusted as its other scripts are.
 */

import { NotKnown } from "../shell/script-syntax.ts";
import { type Call, each, type Given, type Grammar, type Program, reads } from "./grammar.ts";
import { isOfKind } from "./harmless-kinds.ts";
import { onlyText } from "./harmless-words.ts";

const COMMITS = `-NUM -n=number --max-count=number --skip=number --since= --until= --after=
  --before= --author= --committer= --grep=pattern -i -E -F -P --all-match --invert-grep --all
  --branches? --tags? --remotes? --merges --no-merges --first-parent --reverse --topo-order
  --date-order --not --ancestry-path --cherry-pick --cherry-mark --left-right --left-only
  --right-only --full-history --simplify-merges --exclude= --glob= --reflog --walk-reflogs -g
  --no-walk --min-parents=number --max-parents=number --boundary --count`;
const FORMAT = `--oneline --pretty? --format= --abbrev-commit --no-abbrev-commit --abbrev?number
  --date= --graph --decorate? --no-decorate --no-color --color? --no-notes --show-signature
  --relative-date --parents --children --source --no-patch --log-size --encoding= --notes?
  --show-notes? --decorate-refs= --decorate-refs-exclude= --clear-decorations --mailmap
  --no-mailmap --use-mailmap --show-linear-break? --expand-tabs? --no-expand-tabs
  --simplify-by-decoration
  --show-pulls --sparse --dense --bisect --author-date-order --stdin --ignore-missing
  --alternate-refs --merge
  --no-standard-notes --since-as-filter= --max-age= --min-age= --timestamp --disk-usage?
  --left-right`;
const DIFF = `-p -u -s -U=number --unified=number --patch --stat? --numstat --shortstat
  --dirstat? --summary --patch-with-stat --compact-summary --name-only --name-status --raw
  --minimal --patience --histogram --diff-algorithm= --color-words? --word-diff?
  --word-diff-regex= --no-renames -M? --find-renames? -C? --find-copies? -B? -D --diff-filter=
  -S=pattern -G=pattern --pickaxe-all --pickaxe-regex -w -b --ignore-all-space --ignore-space-change
  --ignore-space-at-eol --ignore-blank-lines --ignore-cr-at-eol -W --function-context
  --no-ext-diff --no-textconv --check --exit-code --quiet --cached --staged --merge-base -R
  --relative? --text -a --no-prefix --src-prefix= --dst-prefix= --binary --full-index -z
  --submodule? --ignore-submodules? --inter-hunk-context=number --cc -c -m --combined-all-paths
  --follow -L= --color-moved? --no-index --stat-width=number --ws-error-highlight=
  --diff-merges= --remerge-diff --dd --ita-invisible-in-index --indent-heuristic --anchored=
  --no-indent-heuristic --color-moved-ws= --no-color-moved --rotate-to= --skip-to= --pickaxe
  --find-object= -O= -l=number --no-rename-empty --rename-empty --irreversible-delete
  --stat-count=number
  --stat-name-width=number --stat-graph-width=number --cumulative --line-prefix= --default-prefix
  --ours --theirs --base -0 -1 -2 -3 --renames -I= --ignore-matching-lines= --break-rewrites?
  --no-relative --output-indicator-new= --output-indicator-old= --output-indicator-context=`;

const history: Program = reads(`${COMMITS} ${FORMAT} ${DIFF}`);

/** At most this many arguments: with more of them, the command would change something. */
function atMost(count: number): Program["check"] {
  return (given, call) => {
    const [extra] = given.arguments.slice(count);
    if (extra !== undefined) throw new NotKnown(`${call.name} ${extra.source}`);
  };
}

/** Arguments are allowed only beside one of these options. */
function onlyWith(...options: string[]) {
  return (given: Given, call: Call): void => {
    const [first] = given.arguments;
    if (first !== undefined && !options.some((option) => given.options.has(option)))
      throw new NotKnown(`${call.name} ${first.source}`);
  };
}

/** Two names at most make a branch; with options, only those that list take names. */
function newOr(...options: string[]) {
  return (given: Given, call: Call): void => {
    const isNew =
      given.options.size === 0 &&
      given.arguments.length <= 2 &&
      given.arguments.every((word) => isOfKind(word, "revision", call));
    if (!isNew) onlyWith(...options)(given, call);
  };
}

const LOGIN = /header|password|token|secret|^["']?(?:\^?http|[.^$*+]+["']?$)/i;

const LISTING =
  "--sort= --format= --merged --no-merged --contains --no-contains --points-at= --column?";

export const GIT_READING: Grammar = {
  git: {
    visitsRepository: true,
    options: `--no-pager -P --paginate -p -C=folder -c=setting --no-optional-locks
      --literal-pathspecs --icase-pathspecs --glob-pathspecs --noglob-pathspecs
      --no-replace-objects --no-lazy-fetch --no-advice -v`,
    subcommands: {
      "log|show|diff|whatchanged|rev-list|diff-tree|diff-index|diff-files|range-diff": {
        ...history,
        options: `${history.options} -r --root --objects -t --no-commit-id`,
      },
      cherry: reads("-v --abbrev?number"),
      // Without the first it writes a file for each commit.
      "format-patch": {
        ...reads(`--stdout -NUM -n -N -s -k -p --no-stat --root --no-signature ${COMMITS}`),
        needs: "--stdout",
      },
      archive: { ...reads("-l --list", ""), needs: "-l --list" },
      help: reads("-a --all -g --guides -c --config", "name"),
      fsck: reads("--no-dangling --full --strict --no-progress --connectivity-only --unreachable"),
      "symbolic-ref": reads("--short -q --quiet", "revision"),
      "interpret-trailers": { ...reads("--parse --only-trailers --unfold"), needs: "--parse" },
      shortlog: reads(
        "-s -n -e -c --summary --numbered --email --all --since= --until= --no-merges",
      ),
      status: reads(
        `-s -b -v -u? -z --short --branch --porcelain? --long --untracked-files? --ignored?
          --verbose --show-stash --ahead-behind --no-ahead-behind --no-renames
          --ignore-submodules? --column? --no-column --find-renames? --no-long --no-show-stash`,
      ),
      "verify-commit|verify-tag": reads("-v --raw"),
      branch: {
        options: `-a -r -v -vv -l -i --all --remotes --verbose --list --show-current --no-color
          --color? --ignore-case --no-abbrev --abbrev?number ${LISTING}`,
        arguments: "text…",
        // A new branch takes nothing away; where there is one of that name, it refuses.
        check: newOr(...["-l", "--list", "--merged", "--no-merged", "--contains", "--no-contains"]),
      },
      tag: {
        options: `-l -n?number --list --ignore-case -i --no-color ${LISTING}`,
        arguments: "text…",
        check: onlyWith("-l", "--list", "--contains", "--merged", "--no-contains", "--no-merged"),
      },
      remote: {
        options: "-v --verbose",
        isFineAlone: true,
        subcommands: { "get-url|show": reads("-n --all --push -v", "revision…") },
      },
      config: {
        options: `--get= --get-all= --get-regexp= --get-urlmatch= --get-colorbool= -l --list
          --global
          --local --system --worktree --show-origin --show-scope --show-names --name-only -z --null
          --type= --bool --int --path --bool-or-int --default= --all --regexp --includes
          --no-includes --get-color=`,
        arguments: "text text",
        check: (given, call) => {
          const verb = given.arguments[0] === undefined ? null : onlyText(given.arguments[0]);
          const isVerb = verb === "get" || verb === "list";
          const isAsked = [...given.options.keys()].some((name) =>
            /^(?:--get|-l$|--list)/.test(name),
          );
          const isKey = verb === null || verb.includes(".") || isVerb || isAsked;
          atMost(isVerb ? 2 : isKey ? 1 : 0)?.(given, call);
          // Logins of servers are kept in the settings, too.
          const asked = [...given.options.values(), ...given.arguments];
          const login = asked.find((word) => word !== null && LOGIN.test(word.source));
          if (login) throw new NotKnown(`${call.name} ${login.source}`);
        },
      },
      "rev-parse": reads(
        `--short?number --verify -q --quiet --abbrev-ref? --symbolic-full-name --show-toplevel
          --git-dir --show-prefix --show-cdup --is-inside-work-tree --is-inside-git-dir
          --is-bare-repository --is-shallow-repository --git-common-dir --absolute-git-dir
          --symbolic --show-current --all --branches --remotes --tags --git-path=
          --show-superproject-working-tree --show-object-format? --show-ref-format --since= --until=
          --disambiguate= --glob= --exclude= --default= --not --revs-only --no-revs --flags
          --no-flags --sq --shared-index-path --local-env-vars --path-format= --end-of-options`,
      ),
      "ls-files": reads(
        `-c -d -m -o -i -s -u -k -z -t -v --cached --deleted --modified --others --ignored
          --stage --unmerged --killed --exclude-standard -x= --exclude= --directory
          --no-empty-directory --error-unmatch --full-name --recurse-submodules --eol --format=
          --deduplicate -X= --exclude-from= --exclude-per-directory= --resolve-undo --with-tree=
          --abbrev?number --debug --sparse -f`,
      ),
      "ls-tree": reads(
        `-d -r -t -l -z --name-only --name-status --long --full-name --full-tree
          --abbrev?number --object-only --format=`,
      ),
      "ls-remote": {
        options: "--heads --tags --refs -q --quiet --exit-code --get-url --sort= --symref -h -t",
        arguments: "remote text…",
      },
      "cat-file": reads(
        `-t -s -e -p -z -Z --batch? --batch-check? --batch-command? --batch-all-objects --unordered
          --follow-symlinks --buffer --allow-unknown-type --path=`,
      ),
      blame: reads(
        `-L= -w -M? -C? -s -e -l -t -c -p -n -f --porcelain --line-porcelain --since= --date=
          --root --show-stats --ignore-rev= --ignore-revs-file= --abbrev=number --first-parent
          --reverse --show-email --show-name --show-number --incremental --color-lines
          --color-by-age --progress --no-progress --until= --after= --before= --minimal -S= -b
          --encoding= --diff-algorithm= --ignore-all-space`,
      ),
      grep: reads(
        `-i -n -l -L -c -v -w -h -H -o -E -F -P -G -I -a -q -p -W -z -e=pattern -A=number -B=number
          -C=number -m=number --max-depth=number --cached --untracked --no-index --name-only
          --files-with-matches --count --line-number --ignore-case --word-regexp --break
          --heading --column --color? --no-color --and --or --not --all-match --only-matching
          --exclude-standard --recurse-submodules --fixed-strings --extended-regexp
          --perl-regexp --show-function --function-context --threads=number -f= -NUM --textconv
          --no-textconv --max-count=number --context=number --after-context=number
          --before-context=number --invert-match --no-exclude-standard --full-name --null -r
          --recursive --no-recursive --basic-regexp --quiet -L --files-without-match -U`,
      ),
      describe: reads(
        `--tags --all --always --long --abbrev=number --dirty? --exact-match --match=
          --exclude= --contains --candidates=number --first-parent --broken? --debug --no-abbrev`,
      ),
      "merge-base": reads("--all --is-ancestor --fork-point --octopus --independent"),
      "name-rev": reads(
        "--name-only --tags --refs= --exclude= --all --always --no-undefined --annotate-stdin",
      ),
      "for-each-ref": reads(
        `--count=number --ignore-case --omit-empty --exclude= --stdin --color? --include-root-refs
          ${LISTING}`,
      ),
      "check-ref-format": reads("--allow-onelevel --refspec-pattern --normalize --branch"),
      "check-mailmap": reads("--stdin"),
      "patch-id": reads("--stable --unstable --verbatim"),
      stripspace: reads("-s -c --strip-comments --comment-lines"),
      "verify-pack": reads("-v -s --verbose --stat-only"),
      "fmt-merge-msg": reads("--log?number --no-log -m= --into-name="),
      "get-tar-commit-id": reads(""),

      "show-ref": reads(
        "--heads --tags --head --verify -s --hash? --abbrev?number -q --quiet -d --dereference",
      ),
      "show-branch": reads(
        "-a -r --all --remotes --list --current --topics --sha1-name --no-color",
      ),
      "check-ignore": reads("-v -q -z -n --stdin --verbose --quiet --no-index --non-matching"),
      "check-attr": reads("-a --all --stdin -z --cached"),
      "count-objects": reads("-v -H --verbose --human-readable", ""),
      "hash-object": reads("--stdin -t= --no-filters"),
      "merge-tree": reads("--write-tree --name-only --messages --no-messages -z --merge-base="),
      var: reads("-l", "name"),
      version: reads("--build-options", ""),
      reflog: {
        isFineAlone: true,
        options: `${COMMITS} ${FORMAT}`,
        subcommands: { "show|HEAD|list": { ...history, options: `${COMMITS} ${FORMAT}` } },
      },
      stash: {
        isFineAlone: true,
        subcommands: {
          list: reads(`${COMMITS} ${FORMAT} ${DIFF}`),
          show: reads(`${DIFF} -u --include-untracked --only-untracked`),
          "push|save": reads(
            "-m= --message= -u --include-untracked -k --keep-index -q --quiet -S --staged",
          ),
        },
        options: "-u --include-untracked -k --keep-index",
      },
      worktree: { subcommands: { list: reads("--porcelain -v -z --verbose --expire=", "") } },
      "sparse-checkout": { subcommands: { list: reads("", "") } },
      bundle: { subcommands: { "verify|list-heads": reads("-q --quiet") } },
      lfs: {
        subcommands: {
          "ls-files|status|env|version|locks": reads(
            "-l -s -d -a -n --long --size --debug --all --deleted --name-only --json --porcelain",
          ),
        },
      },
      submodule: {
        subcommands: { "status|summary": reads("--recursive --cached") },
        isFineAlone: true,
      },
      notes: { subcommands: { "list|show": reads("") } },
      bisect: { subcommands: { log: reads("", "") } },
      rebase: { ...reads("--show-current-patch", ""), needs: "--show-current-patch" },
      am: { ...reads("--show-current-patch?", ""), needs: "--show-current-patch" },
      rerere: { subcommands: { "status|diff|remaining": reads("", "") } },
      apply: {
        ...reads(
          `--check --stat --numstat --summary -v -p=number -C=number --cached --index --recount -R
            --reverse --ignore-whitespace --ignore-space-change --whitespace=nowarn|warn|error
            --unidiff-zero --include= --exclude= --directory= --verbose -3`,
        ),

        needs: "--check --stat --numstat --summary",
      },
      add: reads(
        `-A -u -N -n -v -f -p --all --update --intent-to-add --dry-run --verbose --force --patch
        --no-all --ignore-errors --renormalize --refresh`,
      ),
      commit: {
        options: `-m= -a -q -v -s -S? -F=file --file=file --message= --all --quiet
          --verbose --signoff
          --file=file --untracked-files? --allow-empty --allow-empty-message --author=
          --date= --dry-run --short
          --porcelain --branch --fixup= --squash= --trailer= --cleanup= --no-edit --no-gpg-sign
          --gpg-sign? --status -i -o --include --only --no-status --no-post-rewrite`,
        arguments: "text…",
        runsProject: true,
      },
      switch: {
        options: `-c= --create= -q --quiet -t --track? --no-track --detach -d --guess --no-guess
          --progress --no-progress --no-recurse-submodules`,
        arguments: "revision revision",
      },
      checkout: {
        options:
          "-b= -q --quiet -t --track? --no-track --progress --no-progress --guess --no-guess",
        arguments: "revision",
        needs: "-b",
      },
      fetch: reads(
        `-q -v -t -n -a --all --tags --no-tags --quiet --verbose --dry-run --append --multiple
        -j=number --jobs=number --progress --no-progress --unshallow --no-recurse-submodules
        --recurse-submodules? --keep --ipv4 --ipv6
        -4 -6 --atomic --no-auto-gc --no-auto-maintenance --no-write-fetch-head --porcelain
        --no-prune --no-prune-tags --no-show-forced-updates --show-forced-updates
        --negotiation-tip=`,
        "revision…",
      ),
    },
  },
  gh: {
    subcommands: {
      ...each(
        `pr issue run repo release workflow label gist ruleset cache project variable
    secret org alias attestation codespace gpg-key ssh-key deploy-key autolink`,
        {
          subcommands: {
            "view|list|status|diff|checks|ls|item-list|field-list|check": reads(
              `-R= --repo= --json= -q= --jq= --template= -t= -L=number --limit=number -s= --state=
              -a= --assignee= -A= --author= -l= --label= -S= --search= -B= --base= -H= --head=
              -c --comments --name-only --patch --color= -b= --branch= -w= --workflow= -u=
              --user= -e= --event= --status= --log --log-failed -j= --job= -v --verbose
              --exit-status --attempt=number --required --watch -i=number --interval=number
              --fail-fast --draft -m= --milestone= --created= --commit= --files --raw -f=
              --filename= --order= --sort= -O= -K= --exclude-drafts --exclude-pre-releases
              --yaml --language= --topic= --visibility= --source --fork --archived --no-archived
              --owner= --reviewer= --involves= --mention= --app= --merged-at= --base-default
              --no-archived --limit=number --job= --user= --all --default --env= --secret
              --public -i --includes= --format= --key= --ref= --exclude=`,
            ),
            watch: reads("-R= --repo= --exit-status -i=number --interval=number --compact"),
          },
        },
      ),
      search: {
        subcommands: {
          "code|commits|issues|prs|repos": reads(
            `-R= --repo= --json= -q= --jq= -L=number --limit=number --state= --author= --owner=
              --language= --label= --sort= --order= --match= --extension= --filename=
              --assignee= --created= --updated= --size= --stars= --topic= --archived? --visibility=
              --merged? --draft? --review= --reviewer= --involves= --mentions= --commenter= --hash=
              --author-date= --committer-date= --closed= --no-label --include-prs --include-forks=
              --license= --forks= --followers= --good-first-issues= --base= --head= --checks=
              --interactions= --reactions= --comments= --milestone= --locked --no-assignee`,
          ),
        },
      },
      auth: { subcommands: { status: reads("-h= --hostname= --active", "") } },
      api: {
        options: `--jq= -q= --paginate --slurp --cache= -H=header -t= --template= -i
            --include --silent --verbose -X=GET --method=GET -f=ghfield -F=ghfield
            --field=ghfield --raw-field=ghfield`,
        // A question mark in it may look like a pattern for files.
        arguments: "unsent…",
        check: (given, call) => {
          const [path] = given.arguments;
          // A question to GraphQL may also be a change.
          const text = path === undefined ? "graphql" : (path.texts?.[0] ?? path.begins);
          const fields = ["-f", "-F", "--field", "--raw-field"];
          const isQuestion = fields.some((field) =>
            /^query=\s*(?:query\b|\{)/.test(given.options.get(field)?.texts?.[0] ?? ""),
          );
          if (text === "graphql" && isQuestion) return;
          if (/graphql|:\/\//i.test(text) || text === "")
            throw new NotKnown(`${call.name} ${path?.source}`);
          // With fields, it sends them unless it is told to get.
          const isGet = given.options.has("-X") || given.options.has("--method");
          if (!isGet && fields.some((field) => given.options.has(field)))
            throw new NotKnown(`${call.name} -f`);
        },
      },
      extension: { subcommands: { "list|search": reads("-L=number --limit=number") } },
      version: {},
      shortlog: reads(
        "-s -n -e -c --summary --numbered --email --all --since= --until= --no-merges",
      ),
      status: reads("-o= --org= -e= --exclude="),
    },
  },
  glab: {
    subcommands: {
      "mr|issue|ci|repo|release|pipeline": {
        subcommands: {
          "view|list|status|diff": reads(
            `-R= --repo= -F= --output=form --comments -A --all --per-page=number -P=number
              -p=number --page=number -a= --assignee= -l= --label= -m= --milestone= --author=
              -c --closed -M --merged -s= --source-branch= -t= --target-branch= -g= --group=
              --search= --system-logs -u --unresolved --draft -b= --branch= -O= --sort=`,
          ),
        },
      },
    },
  },
  delta: reads("-s -n --side-by-side --line-numbers --paging=never --color-only"),
  "diff-so-fancy": {},
};
