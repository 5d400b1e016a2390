/** git: what it throws away and rewrites, and its own ways to run programs and write files. */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";
import { valuesOf } from "./option-values.ts";

export interface GitDangers {
  dangers: Danger[];
  /** Command lines that git will hand to a shell. */
  scripts: string[];
  /** Files that git will write to. */
  written: string[];
}

/** `own` are the options before the subcommand, `words` the subcommand and what follows. */
export function dangersOfGit(own: readonly string[], words: readonly string[]): GitDangers {
  const line = words.join(" ");
  const settings = [
    ...valuesOf(own, "-c", { isCluster: false }),
    ...(words[0] === "clone" ? valuesOf(words, "-c --config") : []),
  ];
  const programs = settings.flatMap((setting) => {
    const [, key = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(setting) ?? [];
    return RUN_BY_GIT.test(key) && !USUAL_VALUE.test(value) ? [value] : [];
  });
  const isLoading =
    own.some((word) => /^--(?:config-env|exec-path(?:=|$))/.test(word) && word !== "--exec-path") ||
    settings.some((setting) => LOADED_BY_GIT.test(setting));
  const started = programsOf(words);
  const hidden = [...programs, ...started];
  const isOutside = own.some((word) => /^--(?:git-dir|work-tree)=?\//.test(word));
  return {
    dangers: [
      ...(hidden.length > 0 ? (["runs_hidden_program"] as const) : []),
      ...(hidden.length > 0 || isLoading ? (["unclear"] as const) : []),
      ...(isOutside && /^clean\b/.test(line) ? (["discards_changes"] as const) : []),
      ...GIT.flatMap(([pattern, danger]) => (pattern.test(line) ? [danger] : [])),
    ],
    scripts: hidden.map((script) => script.replace(/^!/, "")),
    written: WRITING.flatMap(([subcommands, options]) =>
      subcommands.test(words[0] ?? "") ? valuesOf(words.slice(1), options) : [],
    ),
  };
}

/** Programs that an option of the subcommand names. */
function programsOf(words: readonly string[]): string[] {
  const [subcommand = "", ...rest] = words;
  const before = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const named = RUNNING.flatMap(([subcommands, options]) =>
    subcommands.test(subcommand) ? valuesOf(before, options) : [],
  );
  const external = before.filter((word) => /^ext::/.test(word)).map((word) => word.slice(5));
  return [...named, ...external];
}

/** Settings whose value is a program. */
const RUN_BY_GIT = regex("i")`
  ^(?:alias\.|core\.(?:sshcommand|editor|pager|fsmonitor|hookspath|askpass|gitproxy
  |alternaterefscommand)|pager\.|credential\.(?:.*\.)?helper|diff\.external|(?:diff|merge
  |filter|difftool|mergetool|browser|man|tar|trailer)\..*\.?(?:command|textconv|driver|clean
  |smudge|process|cmd|path)|gpg\.(?:.*\.)?program|sequence\.editor|protocol\.ext
  |uploadpack\.packobjectshook|remote\..*\.(?:uploadpack|receivepack|vcs|proxy)
  |submodule\..*\.update|interactive\.difffilter|instaweb\.|sendemail\.(?:\w*cmd|smtpserver)
  |web\.browser)
`;
/** A pager that is none, an editor that changes nothing. */
const USUAL_VALUE = /^(?:|cat|less|true|false|:|vim?|nano|never|osxkeychain|store|cache|manager)$/;
const LOADED_BY_GIT = /^(?:include(?:if)?\.|init\.templatedir|core\.worktree)/i;

const RUNNING: [subcommands: RegExp, options: string][] = [
  [/^grep$/, "-O --open-files-in-pager"],
  [/^difftool$/, "-x --extcmd"],
  [/^clone$/, "-u --upload-pack"],
  [/^(?:fetch|pull|ls-remote|fetch-pack)$/, "--upload-pack"],
  [/^(?:ls-remote|fetch-pack|push|send-pack|archive|rebase)$/, "--exec"],
  [/^(?:push|send-pack)$/, "--receive-pack"],
  [/^rebase$/, "-x"],
  [/^filter-branch$/, "--tree-filter --index-filter --env-filter --msg-filter --commit-filter"],
];
const WRITING: [subcommands: RegExp, options: string][] = [
  [/^(?:log|diff|show|stash|format-patch|shortlog|whatchanged|range-diff|diff-tree)$/, "--output"],
  [/^archive$/, "-o --output"],
  [/^format-patch$/, "-o --output-directory"],
  [/^(?:fast-export|fast-import)$/, "--export-marks"],
  [/^config$/, "-f --file"],
  [/^(?:clone|init)$/, "--separate-git-dir"],
];

const GIT: [RegExp, Danger][] = [
  [
    /^push\b.* (?:-\w*[fd]\w*|--for\S*|--del\S*|--mir\S*|--prune?|\+\S+|\S*:\+\S+|:\S+)(?: |$)/,
    "rewrites_history",
  ],
  [/^(?:filter-branch|filter-repo|replace|prune|svn reset)\b/, "rewrites_history"],
  [/^reflog (?:expire|delete)\b|^(?:gc|maintenance|repack)\b.*--prune/, "rewrites_history"],
  [/^update-ref\b(?! --help)|^symbolic-ref\b.* (?:-d|--delete)\b/, "rewrites_history"],
  [
    regex()`
  ^branch\b.* (?:-\w*[dDMCf]\w*|--del\S*|--force)(?: |$)|^tag\b.* (?:-\w*[df]\w*|--del\S*
  |--force)(?: |$)
`,
    "rewrites_history",
  ],
  [/^(?:checkout\b.* -B|switch\b.* (?:-C|--force-create))(?: |$)/, "rewrites_history"],
  [
    regex()`
  ^fetch\b.* (?:\+\S+|-\w*f\w*|--force|--prune-tags)(?: |$)|^pull\b.* (?:-\w*f\w*
  |--force)(?: |$)
`,
    "rewrites_history",
  ],
  [
    /^remote (?:remove|rm|set-url|prune)\b|^notes (?:remove|prune)\b|^worktree prune\b/,
    "rewrites_history",
  ],
  [/^rebase\b.* (?:-i|--interactive|--root|--onto)\b|^lfs (?:prune|migrate)\b/, "rewrites_history"],
  [/^(?:rerere clear|credential reject|subtree\b.*--rejoin)\b/, "rewrites_history"],
  [/^reset\b.* --(?:ha|me|k)/, "discards_changes"],
  [/^clean\b(?!.* (?:-\w*n\w*|--dry-run)(?: |$))/, "discards_changes"],
  [
    /^checkout\b.* (?:--(?: |$)|-\w*f\w*(?: |$)|--(?:for|ours|theirs|pathspec-from)|\.(?: |$))/,
    "discards_changes",
  ],
  // A second plain word, or a word that ends like a file's name, is a path.
  [
    regex()`
  ^checkout(?!.* (?:-[bBt]|--track|--orphan|--detach)(?: |$)) (?:-\S+ )*(?:[^-\s]\S* [^-\s]\S*
  |[^-\s]\S*\.[a-z]{1,4})(?: |$)
`,
    "discards_changes",
  ],
  [/^switch\b.* (?:-\w*f\w*(?: |$)|--for(?!ce-create)|--disc)/, "discards_changes"],
  [/^restore\b(?!.* (?:--staged|-S)(?: |$)(?!.*(?:--worktree|-W)\b))/, "discards_changes"],
  [/^restore\b.* --staged\b.*(?:--worktree|-\w*W)/, "discards_changes"],
  [/^stash (?:drop|clear)\b/, "discards_changes"],
  [/^worktree remove\b.* (?:-f|--force)\b/, "discards_changes"],
  [/^(?:rebase|merge|am|cherry-pick|revert) --(?:abort|quit)\b/, "discards_changes"],
  [
    /^checkout-index\b.* (?:-\w*f\w*|--force)(?: |$)|^read-tree\b.* (?:-\w*u\w*|--reset)(?: |$)/,
    "discards_changes",
  ],
  [/^submodule (?:update\b.* (?:-f|--force)|deinit\b)/, "discards_changes"],
  [/^(?:apply|am)\b(?!.* --(?:check|stat|numstat|summary)(?: |$))/, "unclear"],
  [/^apply\b.* (?:-R|--reverse)(?: |$)/, "discards_changes"],
  [
    regex()`
  ^(?:merge-file|mv\b.* -f|mergetool|sparse-checkout (?:set|disable)|lfs checkout|p4
  |cvsexportcommit|instaweb|daemon|send-email|hook run|for-each-repo|maintenance start
  |credential-store|bugreport|interpret-trailers\b.* --in-place|update-index\b.* --(?:assume
  |skip))
`,
    "unclear",
  ],
  [/^bundle create\b|^commit-graph\b.*--output|^(?:init|clone)\b.* --template/, "unclear"],
  [
    regex("i")`
  ^config\b.* (?:alias\.|core\.(?:sshcommand|editor|pager|fsmonitor|hookspath|askpass)
  |credential\.|diff\.external|filter\.|include)\S* \S
`,
    "changes_secrets",
  ],
  [/^config\b.* --(?:unset|remove-section|rename-section|replace-all|edit)/, "changes_secrets"],
  [/^rm\b(?!.* --cached\b)/, "deletes_files"],
];
