/** Linters and scanners for files of many kinds. */

import { each, type Grammar, reads, runner } from "./grammar.ts";

export const LINTERS: Grammar = {
  "bats|shellspec|prove": runner(
    `-t --tap -r --recursive -f= --filter= -j=number --jobs=number --print-output-on-failure
      -l -v -b
      --show-output-of-passing-tests --timing -T --verbose-run -x --trace -c --count -p --pretty
      --formatter=tap|pretty --merge --timer -Q --quiet --verbose --shuffle --color --nocolor`,
  ),
  actionlint: {
    ...runner("-color -no-color -oneline -verbose -ignore=", "project…"),
    hasLongDashes: true,
  },
  buf: {
    subcommands: {
      lint: runner("--error-format=name --path=project --config=project", "project"),
      breaking: runner("--against=unsent --path=project --error-format=name", "project"),
      "ls-files": runner("", "project"),
    },
  },
  "ansible-inventory": {
    ...runner("--list --graph --host= -i=inventory --inventory=inventory -y --yaml --vars", "name"),
    needs: "--list --graph --host",
  },
  vale: runner(
    "--output=line|JSON|CLI --minAlertLevel=name --glob= --no-exit --no-wrap",
    "project…",
  ),
  "ansible-playbook": {
    ...runner(
      `--syntax-check --list-tasks --list-hosts --list-tags -i=inventory --inventory=inventory
        -t= --tags= --skip-tags= -l= --limit= -v`,
      "project…",
    ),
    needs: "--syntax-check --list-tasks --list-hosts --list-tags",
  },
  semgrep: {
    ...reads(
      `--config=unsent -f=unsent --json --sarif -q --quiet --error --metrics=on|off|auto --severity=
        --include= --exclude= -l= --lang= -e= --pattern= --no-git-ignore --max-target-bytes=
        --timeout=number -j=number --jobs=number --verbose --strict`,
    ),
    needs: "--config -f -e --pattern",
  },
  gitleaks: {
    subcommands: {
      "detect|dir|git|protect": reads(
        `-s= --source= -v --verbose --no-git --redact? --no-banner --log-opts=commits --staged
          --exit-code=number -l=name --log-level=name`,
        "project",
      ),
      version: {},
    },
  },
  trivy: {
    subcommands: {
      "fs|filesystem|config|image|repo": reads(
        `--severity= --scanners= -q --quiet --ignore-unfixed --exit-code=number
          -f=table|json|sarif --format=table|json|sarif --skip-dirs= --skip-files=
          --no-progress --offline-scan --skip-db-update`,
        "unsent",
      ),
    },
  },
  lychee: runner("--offline -v -q --verbose --no-progress --format=name", "unsent…"),
  ...each(
    `shellcheck hadolint yamllint zizmor typos tflint checkov ansible-lint luacheck
    cppcheck codespell hlint jsonlint tfsec kubeconform kubeval kube-linter selene
    editorconfig-checker ec woke cpplint markdown-link-check slither detekt
    pyflakes pycodestyle djlint`,
    {
      options: `-s= -S= -f= -x -e= -d= --severity= --format= --shell= --exclude= --color?
        --no-color --strict -q --quiet -v --verbose --enable= --check --std= --output-format=
        --dialect= --offline -p=project --recursive --minimum-failure-severity=name
        --force-exclude`,
      arguments: "text…",
      runsProject: true,
    },
  ),
  "alejandra|nixfmt|nixpkgs-fmt|fourmolu|ormolu|cmake-format|swift-format|fantomas": {
    ...runner("--check -c -q --quiet lint"),
    needs: "--check -c",
  },
  "taplo|dprint": { runsProject: true, subcommands: { "check|lint": runner("--diff --quiet") } },
  "detect-secrets": { subcommands: { scan: runner("--all-files -n") } },
  conftest: { subcommands: { test: runner("-p=project --policy=project -o=name --output=name") } },
  opa: { subcommands: { "test|check|version": runner("-v --verbose --format=name -f=name") } },
  "terraform-docs": { subcommands: { "markdown|json|yaml|pretty": runner("--sort?", "project") } },
  // `--format` and `-F` write.
  ktlint: runner("--reporter=name --relative --color --log-level=name -l=name", "tests…"),
  stylua: { ...runner("--check -c"), needs: "--check -c" },
  shfmt: runner("-l -d -i=number -s -ci -bn -sr"),
};
