/** Programs that destroy, as data: the arguments that make them do it, and what is lost. */
import { regex } from "../shell/regex.ts";
import type { Danger } from "./destructive.ts";

type Rule = [when: RegExp, danger: Danger];

/** The rules for a program; its arguments are one line, without the options before a subcommand. */
export function rulesOf(name: string): readonly Rule[] {
  if (/^mkfs(?:\..+)?$|^mke2fs$/.test(name)) return [[ALWAYS, "overwrites_disk"]];
  return BY_PROGRAM.get(name) ?? [];
}

/** Whether a program is known here: then its arguments are not searched for another one. */
export function isKnownProgram(name: string): boolean {
  return BY_PROGRAM.has(name);
}

const ALWAYS = /^/;
const RULES: [programs: string, when: RegExp, danger: Danger][] = [
  [
    "rm unlink shred srm rimraf del-cli wipe trash trash-put tmpwatch tmpreaper rmtree",
    ALWAYS,
    "deletes_files",
  ],
  ["truncate", ALWAYS, "deletes_files"],
  ["gio", /^(?:trash|remove)\b/, "deletes_files"],
  ["find", /(?:^| )-delete\b/, "deletes_files"],
  ["rsync", /(?:^| )--(?:del(?:ete\S*)?|remove-source-files)\b/, "deletes_files"],
  ["mv", /(?:^| )\/dev\/null$/, "deletes_files"],
  ["cp install", /^(?:-\S+ )*\/dev\/null /, "deletes_files"],
  ["ln", /^-\S*f\S* \/dev\/null /, "deletes_files"],
  ["fallocate", /(?:^| )-\w*[pzc]/, "deletes_files"],
  ["tar gtar bsdtar", /--remove-files\b|--recursive-unlink\b/, "deletes_files"],
  ["crontab", /(?:^| )-r\b/, "deletes_files"],
  ["crontab", /^(?!.*(?:^| )-[lr]\b)/, "changes_secrets"],
  ["gpg gpg2", /--delete/, "changes_secrets"],
  ["dd", /(?:^| )of=\/dev\/(?!(?:null|stdout|fd\/\d+)(?: |$))/, "overwrites_disk"],
  ["dd", /(?:^| )of=(?!\/dev\/|\/tmp\/)/, "unclear"],
  ["cp tee", /(?:^| )\/dev\/(?:sd|nvme|hd|vd|disk|mapper)\S*$/, "overwrites_disk"],
  ["fdisk sfdisk sgdisk parted wipefs blkdiscard mkswap", /\S/, "overwrites_disk"],
  ["diskutil", /^(?:erase|partition|zero)/i, "overwrites_disk"],
  ["badblocks", /(?:^| )-\w*w/, "overwrites_disk"],
  ["hdparm", /--security-erase/, "overwrites_disk"],
  ["nvme", /^(?:format|sanitize)\b/, "overwrites_disk"],
  ["cryptsetup", /^(?:luksFormat|erase|luksErase|reencrypt)\b/, "overwrites_disk"],
  ["pvremove lvremove vgremove lvreduce", ALWAYS, "overwrites_disk"],
  ["zpool zfs", /^(?:destroy|rollback|labelclear)\b/, "overwrites_disk"],
  ["btrfs", /\bdelete\b/, "overwrites_disk"],
  ["mdadm", /--(?:zero-superblock|stop|remove)/, "overwrites_disk"],
  ["qemu-img", /^(?:create|resize|convert|rebase|commit)\b/, "unclear"],
  ["dropdb dropuser pg_dropcluster pg_resetwal initdb", ALWAYS, "deletes_data"],
  ["mysqladmin", /\bdrop\b/, "deletes_data"],
  ["mysqladmin pg_ctl", /\b(?:shutdown|stop)\b/, "stops_processes"],
  ["mysqladmin", /\bpassword\b/, "changes_secrets"],
  ["pg_restore", /(?:--clean\b|-\w*c\b)/, "deletes_data"],
  ["mongorestore mongoimport rethinkdb-restore", /--(?:drop|force)\b/, "deletes_data"],
  ["bq", /^rm\b/, "deletes_data"],
  ["prisma", /^migrate reset\b|--force-reset\b|--accept-data-loss\b/, "deletes_data"],
  ["prisma typeorm", /^(?:db execute|query)\b/, "unclear"],
  [
    "rails rake sequelize sequelize-cli",
    /\bdb:(?:drop|reset|purge|truncate|migrate:undo|schema:load)/,
    "deletes_data",
  ],
  ["rails", /^(?:runner|r|console|c|destroy|d)\b/, "unclear"],
  ["rails", /(?:delete|destroy)_all/, "deletes_data"],
  ["typeorm", /\bschema:drop\b/, "deletes_data"],
  ["knex", /\bmigrate:(?:rollback|down)\b/, "deletes_data"],
  ["drizzle-kit", /^drop\b|--force\b/, "deletes_data"],
  [
    "artisan php",
    /\b(?:migrate:(?:fresh|reset|refresh)|db:wipe|doctrine:\w+:drop)\b|::truncate/,
    "deletes_data",
  ],
  [
    "python python3 django-admin manage.py",
    /(?:^|manage\.py )(?:flush|reset_db|sqlflush|migrate \S+ zero)\b|\.delete\(\)/,
    "deletes_data",
  ],
  ["alembic", /^downgrade\b/, "deletes_data"],
  ["flask", /^db (?:downgrade|drop)\b/, "deletes_data"],
  ["flask", /^shell\b/, "unclear"],
  ["wp", /\b(?:db (?:reset|drop|clean)|delete|empty)\b/, "deletes_data"],
  ["drush", /\bsql-drop|sql:drop\b/, "deletes_data"],
  ["supabase", /^db reset\b/, "deletes_data"],
  ["hasura goose migrate dbmate", /(?:^| )(?:drop|down(?:-to)?|reset|--down)\b/, "deletes_data"],
  ["flyway liquibase", /^(?:clean|drop-?all)\b/i, "deletes_data"],
  ["sqlite-utils", /^(?:drop|delete|reset)/, "deletes_data"],
  [
    "kafka-topics kafka-topics.sh kafka-delete-records kafka-delete-records.sh",
    /--delete\b|--offset-json-file/,
    "deletes_data",
  ],
  ["etcdctl", /^del\b/, "deletes_data"],
  ["ldapdelete", ALWAYS, "deletes_data"],
  ["influx", /^delete\b/, "deletes_data"],
  ["cypher-shell", /\bdelete\b/i, "deletes_data"],
  ["firebase", /:(?:delete|remove|disable)\b/, "deletes_data"],
  [
    "docker podman nerdctl",
    regex()`
  ^(?:rm|rmi)\b|^\w+ (?:rm|prune|remove|reset)\b|\bcompose\b.* (?:down\b.* (?:-v|--volumes)
  |rm)\b|^swarm leave|^system reset
`,
    "deletes_resources",
  ],
  [
    "docker podman nerdctl",
    regex()`
  ^(?:container )?(?:stop|kill|restart|pause)\b|\bcompose\b.* kill\b|^service (?:scale\b.*=0
  |update\b.*--replicas[ =]0)
`,
    "stops_processes",
  ],
  ["docker podman nerdctl", /^kill\b/, "deletes_resources"],
  [
    "docker podman",
    /^(?:image )?push\b|\bcompose\b.* push\b|^(?:buildx )?build\b.* --push\b/,
    "publishes",
  ],
  ["docker-compose", /\bdown\b.* (?:-v|--volumes)\b|^rm\b|(?:^| )rm(?: |$)/, "deletes_resources"],
  ["docker-compose", /(?:^| )kill\b/, "stops_processes"],
  ["buildah", /^(?:rm|rmi|prune)\b/, "deletes_resources"],
  ["buildah", /^push\b/, "publishes"],
  [
    "kubectl oc",
    regex()`
  (?:^| )(?:delete|drain|cordon|taint)(?: |$)|\breplace\b.*--force\b|--replicas[= ]0\b
  |--prune\b|replicas"?:\s*0|unschedulable
`,
    "deletes_resources",
  ],
  [
    "kubectl oc",
    regex()`
  (?:^| )(?:rollout (?:undo|restart)|config (?:delete-\w+|unset)|certificate (?:approve|deny)
  |create (?:clusterrolebinding|rolebinding|secret))
`,
    "changes_secrets",
  ],
  [
    "kubectl oc",
    regex()`
  ^(?!.*--dry-run=(?:client|server)\b).*(?:^| )(?:apply|patch|edit|set|label|annotate|cp|run
  |debug|autoscale|scale|create|replace|expose|attach)(?: |$)
`,
    "unclear",
  ],
  ["helm", /^(?:uninstall|delete|rollback|un|del)\b|^repo remove\b/, "deletes_resources"],
  ["helm", /^(?:upgrade|install|plugin (?:install|uninstall|update))\b/, "unclear"],
  ["helm oras crane", /^push\b/, "publishes"],
  [
    "terraform tofu terragrunt cdktf",
    regex()`
  (?:^| )(?:destroy|apply|state (?:rm|push|mv)|workspace delete|taint|force-unlock|import)\b
  |(?:^| )-destroy\b
`,
    "deletes_resources",
  ],
  ["terraform tofu", /(?:^| )(?:init)\b.* -(?:migrate-state|force-copy|reconfigure)/, "unclear"],
  [
    "pulumi cdk vagrant serverless sls",
    /^(?:destroy|remove|down|up|deploy|stack rm)\b/,
    "deletes_resources",
  ],
  ["packer", /^build\b/, "unclear"],
  ["earthly", /prune/, "deletes_files"],
  [
    "gh glab",
    regex()`
  ^(?:-R \S+ |--repo[ =]\S+ )?\S+ (?:delete|archive|remove)\b|^api\b.*(?:-X
  |--method)[ =]?DELETE\b|\bdelete(?:Ref|\w+)\(input
`,
    "deletes_resources",
  ],
  [
    "gh glab",
    regex()`
  ^repo (?:rename|edit|sync\b.*--force)|^(?:secret|variable) (?:set|delete)|^(?:ssh-key
  |gpg-key) |^auth (?:logout|login|token)|^workflow disable|^extension install|^alias set
`,
    "changes_secrets",
  ],
  [
    "gh glab",
    regex()`
  ^api\b.*(?:-X|--method)[ =]?(?:PUT|PATCH|POST)\b|^api\b.* -[fF] |^(?:issue|pr|mr) (?:close
  |review)\b|^run (?:cancel|rerun)|^workflow run
`,
    "unclear",
  ],
  ["gh glab", /^release (?:create|upload|edit)\b|^(?:pr|mr) merge\b|^gist create\b/, "publishes"],
  [
    "curl http xh wget",
    /(?:-[a-zA-Z]*X ?|--reques?t?[ =]|--method[ =]|^)DELETE\b/,
    "deletes_resources",
  ],
  [
    "chmod",
    /(?:^| )(?:-\w*R|--recursive)|\b0?777\b|(?:^| )(?:[ugoa]*\+\w*s|[2467]\d{3})\b/,
    "changes_permissions",
  ],
  ["chown chgrp setfacl chattr", /(?:^| )(?:-\w*R|--recursive)/, "changes_permissions"],
  ["chmod", /^(?:-\S+ )*(?:0{3,4}|[ugoa]*-r\w*)(?: |$)/, "changes_permissions"],
  ["setcap", ALWAYS, "changes_permissions"],
  [
    "kill",
    regex()`
  (?:^| )-(?:9|KILL|SIGKILL|STOP|[sn] (?:9|KILL|SIGKILL))\b|--signal[ =](?:9|KILL|SIGKILL)
  |(?:^| )-1$|(?:^| )-- -\d
`,
    "stops_processes",
  ],
  [
    `killall killall5 pkill skill fuser shutdown reboot halt poweroff kill-port fkill xkill kexec
    ipcrm`,
    ALWAYS,
    "stops_processes",
  ],
  // Which processes, only another program knows.
  ["kill", /^(?!.*(?:^| )(?:\d|%|\$|-\w*[lL]))/, "stops_processes"],
  ["init telinit", /^[016]\b/, "stops_processes"],
  [
    "systemctl launchctl service rc-service initctl supervisorctl monit sv loginctl circusctl",
    regex()`
  \b(?:stop|stopall|disable|mask|kill\S*|poweroff|reboot|unload|bootout|restart|isolate|remove
  |down|quit|shutdown|terminate-\w+|daemon-reexec)\b
`,
    "stops_processes",
  ],
  ["systemctl", /\bedit\b/, "changes_secrets"],
  ["nginx apachectl", /\b(?:stop|quit|graceful-stop)\b/, "stops_processes"],
  ["pm2 forever", /^(?:delete|stop\w*|kill|restart)\b/, "stops_processes"],
  ["brew", /^services (?:stop|restart|kill)\b/, "stops_processes"],
  ["s6-svc", /-\w*[dkx]/, "stops_processes"],
  ["tmux", /^kill-/, "stops_processes"],
  ["rtcwake pmset", ALWAYS, "stops_processes"],
  ["adb", /^reboot\b/, "stops_processes"],
  [
    "npm pnpm yarn bun lerna nx changeset jsr deno vsce ovsx np",
    regex()`
  ^(?!.*--dry-run).*(?:^| )(?:publish|unpublish|deprecate|dist-tag (?:add|rm)|owner (?:add|rm)
  |access (?:public|set|grant)|token create|team \w+)(?: |$)
`,
    "publishes",
  ],
  ["semantic-release np release-it standard-version goreleaser", /^(?!.*--dry-run)/, "publishes"],
  ["lerna", /^version\b/, "publishes"],
  ["cargo", /^(?:publish|yank|owner|release)\b/, "publishes"],
  ["gem", /^(?:push|yank|owner)\b/, "publishes"],
  ["rake", /^release\b/, "publishes"],
  ["twine poetry uv flit hatch pdm anaconda luarocks", /^(?:upload|publish)\b/, "publishes"],
  ["python python3", /setup\.py\b.* upload\b/, "publishes"],
  ["mvn mvnw", /(?:^| )(?:deploy|release:perform)(?: |$)/, "publishes"],
  ["gradle gradlew", /(?:^| )(?:publish\w*|uploadArchives)(?: |$)/, "publishes"],
  ["sbt", /(?:^| )(?:publish|publishSigned)(?: |$)/, "publishes"],
  ["mix", /^hex\.publish/, "publishes"],
  ["dotnet nuget pod dart flutter", /(?:^| )(?:push|publish -f|pub publish)\b/, "publishes"],
  ["dotnet", /^nuget (?:delete|locals\b.*--clear)/, "deletes_files"],
  ["ansible-galaxy", /\bpublish\b/, "publishes"],
  ["mail mailx sendmail mutt", /\S/, "publishes"],
  ["ngrok cloudflared localtunnel lt", /^(?!(?:--)?version$)./, "publishes"],
  ["wormhole ipfs", /^(?:send|add)\b/, "publishes"],
  ["xcrun", /upload-app/, "publishes"],
  ["chrome-webstore-upload", ALWAYS, "publishes"],
  ["cap", /\bdeploy\b/, "publishes"],
  [
    "userdel groupdel passwd usermod visudo chsh chpasswd useradd groupadd",
    ALWAYS,
    "changes_secrets",
  ],
  ["ssh-keygen", /(?:^| )-(?:R|f|p|A|t)\b/, "changes_secrets"],
  ["ssh-copy-id", /\S/, "changes_secrets"],
  ["security", /^(?:delete|add|set)-/, "changes_secrets"],
  ["secret-tool", /^(?:clear|store)\b/, "changes_secrets"],
  ["keyctl", /^(?:purge|revoke|unlink|clear)\b/, "changes_secrets"],
  ["op bw pass", /^(?:item )?(?:delete|rm|edit|insert|generate)\b/, "changes_secrets"],
  [
    "defaults dconf gsettings",
    /^(?:delete|reset|reset-recursively|write|set|load)\b/,
    "changes_secrets",
  ],
  ["pip pip3", /^config (?:set|unset|edit)\b/, "changes_secrets"],
  ["npm", /^config set\b/, "changes_secrets"],
  ["iptables ip6tables nft", /(?:^| )(?:-F|-P|-X|-D|--flush|flush|delete)\b/, "stops_processes"],
  ["ufw", /^(?:disable|reset|delete)\b/, "stops_processes"],
  ["ip", /\b(?:down|flush|del|delete)\b/, "stops_processes"],
  ["ifconfig", /\bdown\b/, "stops_processes"],
  ["nmcli", /\b(?:delete|off|down|disconnect)\b/, "stops_processes"],
  ["tc", /\bqdisc (?:add|del|replace|change)\b/, "stops_processes"],
  ["tailscale wg-quick", /^(?:down|logout)\b/, "stops_processes"],
  [
    "resolvectl hostnamectl timedatectl",
    /^(?:revert|set-\w+|reset\S*|flush\S*)\b/,
    "changes_secrets",
  ],
  ["date", /(?:^| )(?:-s|--set)/, "changes_secrets"],
  ["hwclock", /--(?:set|systohc|hctosys)|-w\b/, "changes_secrets"],
  ["sysctl", /(?:^| )-w\b|=/, "changes_secrets"],
  ["modprobe rmmod insmod kmod", /\S/, "stops_processes"],
  ["mount", /remount|(?:^| )(?:-o|--bind)\b/, "unclear"],
  ["umount swapoff losetup", /(?:^| )(?:-\w*[laDd]|\/)/, "stops_processes"],
  [
    `apt apt-get aptitude yum dnf brew pacman zypper apk snap flatpak port choco winget scoop
    emerge`,
    /^(?:remove|purge|autoremove|uninstall|erase|rm|del|cleanup|bundle cleanup|--unmerge|-R\w*)\b/,
    "deletes_files",
  ],
  ["pacman", /(?:^| )-R/, "deletes_files"],
  ["dpkg", /(?:^| )(?:-[rP]|--purge|--remove|--force-all)\b/, "deletes_files"],
  ["dpkg", /(?:^| )(?:-[xi]|--extract|--install)\b/, "unclear"],
  ["rpm", /(?:^| )(?:-e|--erase)\b/, "deletes_files"],
  ["nix-collect-garbage", ALWAYS, "deletes_files"],
  ["nix-store", /--(?:gc|delete)/, "deletes_files"],
  ["opam", /^remove\b/, "deletes_files"],
  [
    "hg svn jj bfg",
    /^(?:strip|rollback|delete|rm|remove|revert|abandon|--delete\S*|--strip\S*|update -C|purge)\b/,
    "rewrites_history",
  ],
  ["cmd cmd.exe", /\b(?:del|erase|rd|rmdir|format)\b/i, "deletes_files"],
  ["iex iwr", /^(?!--version$|-v$)/, "unclear"],
  [
    "ansible-playbook",
    /^(?!.*--(?:syntax-check|list-tasks|list-hosts|list-tags)(?: |$))./,
    "unclear",
  ],
  ["fab knife salt ansible", /^(?!--version$)./, "unclear"],
  ["run-parts run-mailcap xdg-open open", /\S/, "unclear"],
  ["xterm gnome-terminal konsole alacritty", /\S/, "unclear"],
  ["zipfile tarfile", /(?:^| )(?:-e|-c|--extract|--create)\b/, "unclear"],
  ["timeit cprofile profile trace pdb zipapp dc runpy", ALWAYS, "unclear"],
  ["venv", /--clear/, "deletes_files"],
  ["coverage", /^erase\b/, "deletes_files"],
  ["ssh", /(?:^| )-\w*R /, "publishes"],
  ["ffmpeg", /(?:^| )-y\b/, "unclear"],
  ["nmap", /--script/, "unclear"],
  ["file", /(?:^| )-\w*C/, "unclear"],
  ["hash", /(?:^| )-p\b/, "runs_hidden_program"],
  ["enable", /(?:^| )-f\b/, "runs_hidden_program"],
  ["history", /(?:^| )-[cwdar]/, "unclear"],
  ["fc", /(?:^| )-(?:e|s)\b/, "unclear"],
  ["unset", /\[/, "unclear"],
  ["newgrp", ALWAYS, "unclear"],
  ["nc ncat netcat telnet", /^(?!.*-\w*z).*\b(?:25|6379|3306|5432|27017|11211)$/, "unclear"],
  [
    "degit cookiecutter openapi-generator create-react-app",
    /(?:^| )(?:-f|--force|-o)\b/,
    "unclear",
  ],
  ["autoflake clang-format", /(?:^| )-\w*i/, "unclear"],
  ["php-cs-fixer", /^fix\b(?!.* --dry-run\b)/, "unclear"],
  [
    "jscodeshift codemod semgrep ast-grep ncu",
    /(?:^| )(?:-t|--autofix|-U|-u|--update-all)\b/,
    "unclear",
  ],
  ["changeset", /^version\b/, "unclear"],
  ["karma electron code", /(?:^| )(?:start \S+|-e)/, "unclear"],
  ["codex", /app-server daemon stop/, "stops_processes"],
];

const BY_PROGRAM = new Map<string, Rule[]>();
for (const [programs, when, danger] of RULES)
  for (const program of programs.split(/\s+/))
    BY_PROGRAM.set(program, [...(BY_PROGRAM.get(program) ?? []), [when, danger]]);
