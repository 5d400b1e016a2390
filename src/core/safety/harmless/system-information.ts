/** What runs on this machine, and what the machine is. */

import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";
import { type Call, each, type Grammar, open, reads } from "./grammar.ts";
import { onlyText } from "./harmless-words.ts";

/** The letter `e` without a dash shows what stands in the environment of others: keys, too. */
function readProcesses(words: readonly Argument[], call: Call): void {
  const odd = words.find((word, index) => {
    const before = index === 0 ? "" : (onlyText(words[index - 1] ?? word) ?? "");
    const isValue = /^(?:-\w*[CGUgopqstu]|--\w[\w-]*)$/.test(before);
    const text = onlyText(word) ?? (word.isNumber ? "1" : "e");
    return /^-\w*E/.test(text) || (!isValue && /^[A-Za-z]*e/.test(text));
  });
  if (odd !== undefined) throw new NotKnown(`${call.name} ${odd.source}`);
}

export const SYSTEM_INFORMATION: Grammar = {
  ...open("free uptime uname whoami id groups who w users last lscpu lsblk nproc sw_vers"),
  ...open(
    "vmstat iostat pgrep printenv locale tty getconf vm_stat lsusb lspci lsmod hostid logname",
  ),
  ...open("pstree pidof findmnt lsb_release tput clear whereis uuidgen mpstat sestatus getenforce"),
  ...open("tasklist findstr where systeminfo ver lslocks lsipc lsns lsmem ipcs"),
  ps: { read: readProcesses },
  blkid: reads("-o= -s= -L= -U= -p -k", "text…"),
  swapon: {
    options: "--show? -s --summary --noheadings --raw --bytes",
    needs: "--show -s --summary",
  },
  numactl: { options: "-H --hardware -s --show", needs: "-H --hardware -s --show" },
  "pm2|supervisorctl": {
    subcommands: {
      "list|ls|status|describe|show|logs|avail|pid": reads(
        "--lines=number --nostream --raw --timestamp --json --no-color",
        "name…",
      ),
    },
  },
  // They look at a running Java.
  "jps|jstack|jinfo|jstat": reads("-l -m -v -q -e -gc -gcutil -flags -class", "name…"),
  fnm: { subcommands: { "list|ls|current|list-remote": reads("", "name") } },
  loginctl: {
    subcommands: {
      "list-sessions|list-users|session-status|user-status|show-session|show-user|list-seats":
        reads("--no-pager --no-legend -p= --property= --value -a --all", "name…"),
    },
    options: "--no-pager",
    isFineAlone: true,
  },
  resolvectl: {
    subcommands: { "status|query|statistics": reads("--no-pager", "known") },
    isFineAlone: true,
  },
  networkctl: { subcommands: { "list|status": reads("--no-pager -a", "name") }, isFineAlone: true },
  nmcli: {
    options: "-t -f= -p -g= --fields= --terse",
    arguments: "dev|device|con|connection|general|g|d|c status|show",
  },
  tmux: {
    subcommands: {
      ...each(
        `ls list-sessions list-windows list-panes lsp lsw has-session has info list-keys
    list-clients lsc`,
        reads("-t= -a -s", ""),
      ),
      "capture-pane|capturep": { ...reads("-t= -p -e -J -N -S= -E= -a -q", ""), needs: "-p" },
    },
    options: "-V",
  },
  screen: { options: "-ls -list -v", hasLongDashes: true, needs: "-ls -list -v" },
  adb: {
    options: "-s=name -d -e",
    subcommands: {
      "devices|version|get-state|get-serialno|features|help": { options: "-l" },
      logcat: {
        ...reads("-d -t=number -T= -s -v=name -b=name -e= --pid=number -g -D", "text…"),
        needs: "-d -t -g",
      },
    },
  },
  emulator: {
    options: "-list-avds -version -accel-check",
    hasLongDashes: true,
    needs: "-list-avds -version -accel-check",
  },
  "avdmanager|sdkmanager": {
    options: "--list --list_installed",
    subcommands: { list: reads("-c", "avd|avds|device|devices|target|targets") },
    isFineAlone: true,
  },
  codesign: {
    options: "-d -v -vv -vvv -vvvv --display --verify --verbose? --deep --strict --entitlements=-",
    arguments: "text…",
    needs: "-d --display --verify -v",
  },
  "pkgutil|softwareupdate|mdls": {
    options: "--pkgs? -l --list -name= --pkg-info=name --files=name",
    hasLongDashes: true,
    arguments: "text…",
    needs: "--pkgs -l --list -name --pkg-info --files",
  },
  getent: {
    arguments: "ahosts|ahostsv4|hosts|passwd|group|services|protocols|networks|netgroup known…",
  },
  stty: { options: "-a", arguments: "size" },
  // On a Mac, its argument is a program to start.
  arch: {},
  mount: {},
  "gpg|gpg2": { options: "-k -K --list-keys --list-secret-keys", needs: "-k -K --list-keys" },
  hostname: reads("-f -s -i -I -d --fqdn --short", ""),
  hostnamectl: { arguments: "status" },
  timedatectl: { arguments: "status|show|list-timezones" },
  taskset: { options: "-c", arguments: "names", startsCommand: true },
  ionice: { options: "-c=number -n=number -t", startsCommand: true },
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
      ...each(
        `status is-active is-enabled is-failed list-units list-unit-files list-timers
    show cat list-dependencies get-default list-sockets is-system-running
    show-environment`,
        reads(
          `--user --no-pager -q --quiet -l --full -a --all -t= --type= --state= -n=number -p=
            --property= --value --failed --no-legend --plain -o=`,
        ),
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
      --output=form --grep= --reverse --quiet --list-boots --disk-usage --case-sensitive?
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
  ...each(
    `java javac ruby perl lua rustc gcc g++ clang cc kotlinc scala julia R ghc elixir
    erl swiftc tig tsx ts-node code ffmpeg convert pandoc claude codex gemini
    opencode aider protoc claude-code supabase stripe firebase sentry-cli ansible
    latexmk vagrant nginx iex jj hg svn hub ssh strace ltrace gdb bundle fzf`,
    {
      options: "-v -version -V",
      hasLongDashes: true,
      needs: "-v -version -V",
    },
  ),
  // Says what it is, and nothing else.
  ...each(
    `act ansible-playbook apachectl bicep borg caddy cloudflared cmake-format
    conan consul dagger devspace earthly elasticsearch emacs etcd fish git-lfs
    gs haproxy httpd inkscape k9s kompose magick minio mkcert mmdc mongod
    mongosh mongo mysqld nano ngrok nu nvim pdflatex podman-compose
    postgres premake5 pwsh qpdf rclone redis-server restic sam scons
    serverless skaffold tailscale terragrunt tilt traefik typst vault vcpkg vim wg
    xelatex socat hyperfine lighthouse solc cast anvil rsync scp sftp telnet ssh-keyscan patch ed zip openscad blender
    godot unity cocoapods fastlane ios-deploy flyway liquibase goose atlas migrate
    sqlc buf grpcurl evans k6 wrk ab vegeta locust siege newman bruno mitmproxy
    tshark tcpdump nmap strace ltrace gdb lldb valgrind perf bpftrace sops age
    slither delta Rscript minisign cosign syft grype snyk renovate changeset lerna-lite
    nodemon forever serve http-server json-server live-server concurrently husky lint-staged
    degit yo plop gulp grunt bower ember meteor expo eas ionic cordova capacitor
    nativescript electron tauri wails neutralino wasm-pack wasm-bindgen trunk cross
    sqlx diesel sea-orm-cli cargo-make bacon watchexec entr fswatch reflex air
    home-manager guix stow chezmoi yadm rust-analyzer clang-query scan-build iwyu
    include-what-you-use qmake cpanm perltidy ghcid hpack guile sbcl tcl units jc xargs celery
    mlflow airflow django-admin infracost dive zx node-gyp tsc-alias source-map-explorer
    lint-staged make-dir swift-format tuist melos plantuml dprint cargo-nextest just-lsp pyenv
    hadolint-bin k3s kubie kubeseal velero cilium hubble linkerd crossplane vcluster telepresence
    okteto garden tanka jb jsonnet cue dhall starship zoxide atuin direnv-bin hyperfine-bin
    watchman sccache ccache distcc icecc mold lld bear cppfront emcc em++ wasm-opt wat2wasm
    wasmtime wasmer bun-types deno-lint pip-tools pip-compile pipx-bin flit maturin setuptools
    virtualenv cookiecutter copier cruft mdformat pymarkdown tree-sitter ctags gtags global
    sqlite-utils litecli pgcli mycli usql dbmate sqitch refinery pgloader clickhouse
    clickhouse-client influx etcdctl consul-template nomad-pack boundary waypoint`,
    { needs: "--version" },
  ),
  direnv: { subcommands: { status: {}, version: {} } },
  dvc: { subcommands: { status: reads("-q -v --json", ""), dag: reads("--md --dot", "") } },
  hg: {
    visitsRepository: true,
    subcommands: {
      ...each(
        `status st log diff branches summary heads tip parents annotate blame cat files
    manifest paths tags identify id root outgoing incoming showconfig`,
        reads(
          `-l=number -r= -c= --stat -p -v -q -n -u -d -a -m -i -b -k= -f --limit=number
            --graph -G --template= -T= --git -w -B -U=number --rev= --change= --no-status`,
          "text…",
        ),
      ),
    },
    options: "",
  },
  svn: {
    subcommands: {
      "status|st|log|diff|info|list|ls|cat|blame|propget|proplist": reads(
        `-l=number -r= -c= -v -q -u -R --limit=number --revision= --show-item=name
          --summarize --xml --stop-on-copy --depth=name --internal-diff --no-newline`,
        "text…",
      ),
    },
  },
  jj: {
    visitsRepository: true,
    subcommands: {
      "log|status|st|diff|show": reads(
        `-r= -n=number --no-pager --stat -s --git -T= --no-graph --summary -p --patch --from=
          --to= --name-only --color-words --context=number --limit=number --reversed --types`,
        "text…",
      ),
      "evolog|obslog|files|root|version": reads("-r= -n=number --no-pager -p", "text…"),
      "file|op|operation|bookmark|branch|config|git|workspace|tag": {
        subcommands: {
          "list|show|log|root": reads(
            "-r= -a --all --no-pager -n=number -T= --limit=number",
            "text…",
          ),
        },
      },
    },
    options: "--no-pager",
  },
  "nvidia-smi": reads(
    "-L -q --query-gpu= --query-compute-apps= --format= -l=number -i=number -d=name",
    "topo|pmon|dmon",
  ),
  "rocm-smi|nvcc|nvtop": { options: "--showuse --showmeminfo=name -a --showallinfo -V" },
  ollama: {
    subcommands: {
      "list|ls|ps|show": reads("--modelfile --parameters --template --system --license -v", "name"),
    },
    options: "-v",
  },
  askline: {
    subcommands: {
      "status|show|history|list|ls|doctor|verify": reads(
        "--json --limit=number -n=number",
        "name…",
      ),
    },
  },
};
