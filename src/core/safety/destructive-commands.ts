/** Programs that destroy, and the arguments that make them do it. */
import type { Danger, ToolCallPlace } from "./destructive.ts";
import { dangersOfPath } from "./destructive-paths.ts";
import type { Word } from "./shell-words.ts";

export function dangersOfCommand(name: string, args: Word[], place: ToolCallPlace): Danger[] {
  const words = args.map(({ text }) => text);
  if (name === "git") return dangersOfGit(words);
  if (name === "tee")
    return words
      .filter((word) => !word.startsWith("-"))
      .flatMap((path) => dangersOfPath(path, place));
  if (name === "dd")
    return words.some((word) => word.startsWith("of=") && word !== "of=/dev/null")
      ? ["overwrites_disk"]
      : [];
  if (/^mkfs(?:\..+)?$/.test(name)) return ["overwrites_disk"];
  const line = words.join(" ");
  const own = RULES.flatMap(([programs, pattern, danger]) =>
    programs.includes(name) && pattern.test(line) ? [danger] : [],
  );
  return [...own, ...writtenBy(name, words).flatMap((path) => dangersOfPath(path, place))];
}

function dangersOfGit(words: string[]): Danger[] {
  const start = startOfGit(words);
  const line = words.slice(start).join(" ");
  const isOdd = words
    .slice(0, start)
    .some((word) => /^--config-env/.test(word) || RUN_BY_GIT.test(word));
  return [
    ...(isOdd ? ["unclear" as const] : []),
    ...GIT.flatMap(([pattern, danger]) => (pattern.test(line) ? [danger] : [])),
  ];
}

/** Index of git's subcommand, behind the options that every subcommand has. */
export function startOfGit(words: readonly string[]): number {
  let at = 0;
  while (words[at]?.startsWith("-")) at += GIT_VALUED.test(words[at] ?? "") ? 2 : 1;
  return at;
}

const GIT_VALUED =
  /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|super-prefix|config-env|attr-source|exec-path))$/;
// Settings of git whose value is a program.
const RUN_BY_GIT =
  /^(?:alias\.|core\.(?:sshcommand|editor|fsmonitor|hookspath|askpass|gitproxy)|credential\..*helper|(?:diff|merge|filter|difftool|mergetool)\..*\.(?:command|textconv|driver|clean|smudge|process|cmd)|gpg\..*program|sequence\.editor|protocol\.ext)/i;

/** The files that a program's arguments make it write to. */
function writtenBy(name: string, words: string[]): string[] {
  const plain = words.filter((word) => !word.startsWith("-"));
  if (["cp", "mv", "install", "ln", "rsync", "scp"].includes(name)) {
    const folder = optionValue(
      words,
      /^(?:-t|--target-directory)$/,
      /^(?:-t|--target-directory=)(.+)$/,
    );
    const last = plain.length > 1 ? plain.at(-1) : undefined;
    // No undefined left.
    return [folder, last].filter(
      (path) => path !== undefined && !/^[\w.@-]+:/.test(path),
    ) as string[];
  }
  if (name === "sed" && words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word)))
    return words.some((word) => /^(?:-e|-f|--expression|--file)/.test(word))
      ? plain
      : plain.slice(1);
  if (name === "tar")
    return [optionValue(words, /^(?:-C|--directory)$/, /^--directory=(.+)$/)].filter(
      (path) => path !== undefined,
    );
  const output =
    name === "curl"
      ? optionValue(words, /^(?:-[a-zA-Z]*o|--output)$/, /^(?:-o|--output=)(.+)$/)
      : name === "wget"
        ? optionValue(
            words,
            /^(?:-[a-zA-Z]*O|--output-document)$/,
            /^(?:-[a-zA-Z]*O|--output-document=)(.+)$/,
          )
        : undefined;
  return output === undefined ? [] : [output];
}

function optionValue(words: string[], apart: RegExp, joined: RegExp): string | undefined {
  const at = words.findIndex((word) => apart.test(word));
  return at === -1 ? words.flatMap((word) => joined.exec(word)?.[1] ?? [])[0] : words[at + 1];
}

const GIT: [RegExp, Danger][] = [
  [
    /^push\b.* (?:-\w*[fd]\w*|--for\S*|--del\S*|--mir\S*|--prune?|\+\S+|:\S+)(?: |$)/,
    "rewrites_history",
  ],
  [/^(?:filter-branch|filter-repo|replace)\b/, "rewrites_history"],
  [/^reflog (?:expire|delete)\b|^gc\b.*--prune|^update-ref\b.* -d\b/, "rewrites_history"],
  [
    /^branch\b.* (?:-\w*D\w*|-\w*d\w*|--del\S*)(?: |$)|^tag\b.* (?:-d|--del\S*)(?: |$)/,
    "rewrites_history",
  ],
  [/^reset\b.* --(?:ha|me|k)/, "discards_changes"],
  [/^clean\b(?!.* (?:-\w*n\w*|--dry-run)(?: |$))/, "discards_changes"],
  [/^checkout\b.* (?:--(?: |$)|-f\b|--for|\.(?: |$))/, "discards_changes"],
  [/^switch\b.* (?:-f\b|--for|--disc)/, "discards_changes"],
  [/^restore\b(?!.* (?:--staged|-S)\b(?!.*(?:--worktree|-W)\b))/, "discards_changes"],
  [/^stash (?:drop|clear)\b/, "discards_changes"],
  [/^worktree remove\b.* (?:-f|--force)\b/, "discards_changes"],
  [
    /^config\b.* (?:alias\.|core\.(?:sshcommand|editor|fsmonitor|hookspath|askpass))\S* \S/i,
    "changes_secrets",
  ],
  [/^rm\b(?!.* --cached\b)/, "deletes_files"],
];

const ALWAYS = /^/;
const CLOUD_DELETION =
  /(?:^|[ :-])(?:delete|destroy|terminate|remove|rm|rb|purge|uninstall)(?:[ :-]|$)/;
const RULES: [programs: string[], when: RegExp, danger: Danger][] = [
  [["rm", "unlink", "shred", "srm", "rimraf", "del-cli"], ALWAYS, "deletes_files"],
  [["truncate"], ALWAYS, "deletes_files"],
  [["find"], /(?:^| )-delete\b/, "deletes_files"],
  [["rsync"], /(?:^| )--(?:delete\S*|remove-source-files)\b/, "deletes_files"],
  [["mv"], /(?:^| )\/dev\/null$/, "deletes_files"],
  [["cp"], /^\/dev\/null /, "deletes_files"],
  [["tar"], /--remove-files\b/, "deletes_files"],
  [["crontab"], /(?:^| )-r\b/, "deletes_files"],
  [["crontab"], /^(?!.*(?:^| )-[lr]\b)/, "changes_secrets"],
  [["gpg", "gpg2"], /--delete/, "changes_secrets"],
  // Options whose value is a program of its own.
  [
    ["tar", "gtar", "bsdtar"],
    /--(?:checkpoint-action|to-command|use-compress-program|rsh-command)/,
    "unclear",
  ],
  [["ssh", "scp", "sftp"], /(?:Proxy|Local)Command/i, "unclear"],
  [["rsync"], /(?:^| )(?:-\w*e|--rsh)[ =](?!ssh(?: |$))|--rsync-path/, "unclear"],
  [["vim", "vi", "nvim", "ex", "emacs"], /(?:^| )(?:-c|-S|--cmd|--eval|\+\S)/, "unclear"],
  [["zip"], /(?:^| )(?:-TT|--unzip-command)\b/, "unclear"],
  // The agent that asks must not answer its own question.
  [
    ["askline"],
    /^(?:--state-dir \S+ |-\S+ )*(?:answer|reject|send|inbox|token (?:create|revoke)|pair|(?:un)?init|service|away|back|cleanup|slack connect)(?: |$)/,
    "decides_for_you",
  ],
  [
    ["fdisk", "sfdisk", "sgdisk", "parted", "wipefs", "blkdiscard", "mkswap"],
    /\S/,
    "overwrites_disk",
  ],
  [["diskutil"], /^(?:erase|partition|zero)/i, "overwrites_disk"],
  [["dropdb", "dropuser"], ALWAYS, "deletes_data"],
  [["mysqladmin"], /\bdrop\b/, "deletes_data"],
  [["pg_restore"], /(?:--clean\b|-\w*c\b)/, "deletes_data"],
  [["prisma"], /^migrate reset\b|--force-reset\b|--accept-data-loss\b/, "deletes_data"],
  [
    ["rails", "rake", "sequelize", "sequelize-cli"],
    /\bdb:(?:drop|reset|purge|truncate)/,
    "deletes_data",
  ],
  [["artisan", "php"], /\b(?:migrate:(?:fresh|reset|refresh)|db:wipe)\b/, "deletes_data"],
  [["supabase"], /^db reset\b/, "deletes_data"],
  [
    ["docker", "podman"],
    /^(?:rm|rmi|kill)\b|^\w+ (?:rm|prune|remove)\b|\bcompose\b.* (?:down\b.* (?:-v|--volumes)|rm)\b/,
    "deletes_resources",
  ],
  [["docker-compose"], /\bdown\b.* (?:-v|--volumes)\b|^rm\b/, "deletes_resources"],
  [
    ["kubectl", "oc"],
    /(?:^| )(?:delete|drain)(?: |$)|\breplace\b.*--force\b|--replicas=0\b/,
    "deletes_resources",
  ],
  [["helm"], /^(?:uninstall|delete|rollback)\b/, "deletes_resources"],
  [["terraform", "tofu", "terragrunt"], /(?:^| )(?:destroy|apply|state rm)\b/, "deletes_resources"],
  [
    ["pulumi", "cdk", "vagrant", "serverless", "sls"],
    /^(?:destroy|remove|down)\b/,
    "deletes_resources",
  ],
  [
    [
      "aws",
      "gcloud",
      "az",
      "gsutil",
      "heroku",
      "fly",
      "flyctl",
      "vercel",
      "netlify",
      "doctl",
      "wrangler",
    ],
    CLOUD_DELETION,
    "deletes_resources",
  ],
  [["aws"], /^s3 sync\b.*--delete\b/, "deletes_resources"],
  [["gh", "glab"], /^\S+ delete\b|^api\b.*(?:-X|--method)[ =]?DELETE\b/, "deletes_resources"],
  [
    ["curl", "http", "xh", "wget"],
    /(?:-X ?|--request[ =]|--method[ =]|^)DELETE\b/,
    "deletes_resources",
  ],
  [["chmod"], /(?:^| )(?:-\w*R|--recursive)|\b0?777\b/, "changes_permissions"],
  [["chown", "chgrp", "setfacl"], /(?:^| )(?:-\w*R|--recursive)/, "changes_permissions"],
  [["kill"], /(?:^| )-(?:9|KILL|SIGKILL|s (?:9|KILL|SIGKILL))\b|(?:^| )-1$/, "stops_processes"],
  [["killall", "pkill", "shutdown", "reboot", "halt", "poweroff"], ALWAYS, "stops_processes"],
  [
    ["systemctl", "launchctl", "service"],
    /\b(?:stop|disable|mask|kill|poweroff|reboot|unload|bootout)\b/,
    "stops_processes",
  ],
  [["npm", "pnpm", "yarn", "bun"], /(?:^| )(?:publish|unpublish|deprecate)(?: |$)/, "publishes"],
  [["cargo"], /^(?:publish|yank)\b/, "publishes"],
  [["gem"], /^(?:push|yank)\b/, "publishes"],
  [["twine", "poetry", "uv", "flit", "hatch"], /^(?:upload|publish)\b/, "publishes"],
  [["docker", "podman"], /^(?:image )?push\b/, "publishes"],
  [["gh"], /^(?:release create|pr merge)\b/, "publishes"],
  [["userdel", "groupdel", "passwd", "usermod", "visudo"], ALWAYS, "changes_secrets"],
  [["iptables", "nft"], /(?:^| )(?:-F|--flush|flush)\b/, "stops_processes"],
  [["ufw"], /^(?:disable|reset)\b/, "stops_processes"],
  [
    ["apt", "apt-get", "yum", "dnf", "brew", "pacman"],
    /^(?:remove|purge|autoremove|uninstall|erase|-R\w*)\b/,
    "deletes_files",
  ],
];
