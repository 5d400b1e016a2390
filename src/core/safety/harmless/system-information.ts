/** What runs on this machine, and what the machine is. */

import { NotKnown } from "../shell/script-syntax.ts";
import { type Grammar, open, reads } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";

export const SYSTEM_INFORMATION: Grammar = {
  ...open("ps free uptime uname whoami id groups who w users last lscpu lsblk nproc sw_vers"),
  ...open(
    "vmstat iostat pgrep printenv locale tty getconf vm_stat lsusb lspci lsmod hostid logname",
  ),
  ...open("pstree pidof findmnt lsb_release tput clear whereis uuidgen"),
  getent: { arguments: "name known…" },
  stty: { options: "-a", arguments: "size" },
  // On a Mac, its argument is a program to start.
  arch: {},
  mount: {},
  "gpg|gpg2": { options: "-k -K --list-keys --list-secret-keys", needs: "-k -K --list-keys" },
  hostname: reads("-f -s -i -I -d --fqdn --short", ""),
  hostnamectl: { arguments: "status" },
  timedatectl: { arguments: "status|show|list-timezones" },
  top: reads("-b -n=number -l=number -o= -p= -u= -w=number -H -c -s=number -stats="),
  htop: {},
  dmesg: reads("-T -H -l= -k -x --level= --color? --ctime -t", ""),
  sysctl: {
    options: "-a -n -q -e -A -b",
    arguments: "name…",
  },
  kill: {
    read: (words, call) => {
      // Signal 0 only asks whether the process is there.
      const [signal, process, ...more] = words;
      const isAsked = signal !== undefined && /^-(?:0|l)$/.test(onlyText(signal) ?? "");
      if (!isAsked || more.length > 0 || process?.isSplit)
        throw new NotKnown([call.name, signal?.source, process?.source].join(" "));
    },
  },
  systemctl: {
    options: "--user --no-pager -q --quiet -l --full -a --all -t= --type= --state= -n=number -o=",
    subcommands: {
      "status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|show|cat|list-dependencies|get-default|list-sockets|is-system-running|show-environment":
        reads(
          `--user --no-pager -q --quiet -l --full -a --all -t= --type= --state= -n=number -p=
            --property= --value --failed --no-legend --plain -o=`,
        ),
    },
  },
  service: { arguments: "name status" },
  launchctl: {
    subcommands: { "list|print|print-disabled|blame|dumpstate|version": reads("", "text") },
  },
  journalctl: reads(
    `-u= -n=number -f -e -x -b? -p= -k -o= -g= -r -q -a -t= -S= -U= --unit= --user-unit= --user
      --system --since= --until= --lines=number --follow --no-pager --boot? --priority= --dmesg
      --output= --grep= --reverse --quiet --list-boots --disk-usage --case-sensitive?
      --no-hostname --identifier=`,
  ),
  crontab: { options: "-l", needs: "-l" },
  defaults: { subcommands: { "read|find|domains|read-type": reads("-g -app=", "text…") } },
  pmset: { options: "-g", arguments: "batt|assertions|log|ps", needs: "-g" },
  "system_profiler|ioreg": {
    options: "-g -detailLevel= -l -r -c= -json",
    hasLongDashes: true,
    arguments: "name",
  },
  diskutil: { subcommands: { "list|info": reads("-plist", "text") } },
  "xcode-select": { options: "-p --print-path", needs: "-p --print-path" },
  xcrun: {
    options: "--find=name --show-sdk-path --sdk=name",
    hasLongDashes: true,
    subcommands: { simctl: { subcommands: { list: reads("-j --json", "name…") } } },
    isFineAlone: true,
  },
  "java|javac|ruby|perl|lua|rustc|gcc|g++|clang|cc|kotlinc|scala|julia|R|ghc|elixir|erl|swiftc|tig|tsx|ts-node|code|ffmpeg|convert|pandoc|claude|codex|gemini|opencode|aider|nvidia-smi|protoc|ollama|claude-code|supabase|stripe|firebase|sentry-cli|ansible|vagrant|packer|nginx|nix|direnv|jj|hg|svn|hub|ssh":
    {
      options: "-v -version -V",
      hasLongDashes: true,
      needs: "-v -version -V",
    },
  hg: {
    subcommands: { "status|log|diff|branch|summary": reads("-l=number -r= --stat -p", "text…") },
    options: "",
  },
  svn: {
    subcommands: { "status|log|diff|info": reads("-l=number -r= -v -q --limit=number", "text…") },
  },
  jj: {
    subcommands: {
      "log|status|st|diff|show": reads(
        "-r= -n=number --no-pager --stat -s --git -T= --no-graph --summary",
        "text…",
      ),
    },
    options: "--no-pager",
  },
  "nvidia-smi": reads("-L -q --query-gpu= --format= -l=number"),
  askline: {
    subcommands: {
      "status|show|history|list|ls|doctor|verify": reads(
        "--json --limit=number -n=number",
        "name…",
      ),
    },
  },
};
