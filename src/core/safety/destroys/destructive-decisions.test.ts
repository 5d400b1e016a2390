import { describe, expect, it } from "vitest";
import { type Danger, isDestructive } from "./destructive.ts";

const place = { workingDirectory: "/home/mina/shop" };
const dangersOf = (command: string) => isDestructive("Bash", { command }, place).dangers;

describe("deciding in the person's place", () => {
  it.each([
    "askline answer 1234 yes",
    "node /usr/lib/node_modules/askline/dist/cli.js reject 1234",
    "npx -y askline@latest token rotate",
    "cat ~/.local/state/askline/hub.json",
    'cat "$XDG_STATE_HOME/askline/local-token.json"',
    "cd ~/.config && cat askline/rules.json",
    "jq . < ~/.config/askline/rules.json",
    "echo '{}' > ~/.config/askline/rules.json",
    "sed -i s/ask/allow/ /Users/mina/Library/Preferences/askline/rules.json",
    "curl -d '{}' http://127.0.0.1:8475/api/asks/1/answer",
    "curl http://askline.localhost:9000/",
    'node -e \'fetch("http://localhost:3000/api/asks/1/answer", { method: "POST" })\'',
    "echo x > /dev/tcp/127.0.0.1/8475",
    "nc -U ~/.codex/app-server-control/app-server-control.sock",
    "curl -d '{}' http://localhost:4096/permission/1/reply",
    "opencode attach http://localhost:4096",
    "claude -p --dangerously-skip-permissions 'go on'",
    "echo '{}' > .claude/settings.local.json",
  ])("is found: %s", (command) => {
    expect(dangersOf(command)).toContain("decides_for_you");
  });

  it.each([
    "askline list",
    "askline show 1234",
    "askline rules check",
    "askline rules test --tool Bash --command 'rm -rf build'",
    "askline ask 'Which answer?' --option a",
    "node dist/cli.js list",
    "grep -rn '\\.config/askline' src docs",
    "rg local-token src",
    "git commit -m 'rules: ~/.config/askline/rules.json is read once'",
    "echo 'The rules are in ~/.config/askline/rules.json'",
    "cat src/askline.ts docs/askline/rules.md",
    "cd ~/code/askline && cat package.json",
    "curl -s localhost:3000/api/users",
    "curl -s http://localhost:8080/health",
    "curl -s localhost:3000/api/events",
    "cat .claude/settings.json",
    "codex --version && claude --version",
  ])("is not: %s", (command) => {
    expect(dangersOf(command)).toEqual([]);
  });
});

describe("the input of another tool", () => {
  it.each<[tool: string, input: object, dangers: Danger[]]>([
    ["Read", { file_path: "/home/mina/.local/state/askline/hub.json" }, ["decides_for_you"]],
    ["Read", { file_path: "~/.config/askline/rules.json" }, ["decides_for_you"]],
    ["Grep", { pattern: "token", path: "/home/mina/.local/state/askline" }, ["decides_for_you"]],
    ["WebFetch", { url: "http://127.0.0.1:8475/api/asks", prompt: "x" }, ["decides_for_you"]],
    [
      "Edit",
      { file_path: "/home/mina/shop/.claude/settings.json" },
      ["decides_for_you", "changes_secrets"],
    ],
    ["mcp__x__run", { line: "rm -rf data" }, ["deletes_files"]],
    ["mcp__x__run", { step: { last: ["git", "push", "--force"] } }, ["rewrites_history"]],
    ["mcp__x__run", { steps: [{ do: "cd /srv && git reset --hard" }] }, ["discards_changes"]],
    ["mcp__x__argv", { program: ["sh", "-c", "rm -rf data"] }, ["deletes_files"]],
    ["mcp__db__do", { what: "DELETE FROM users;" }, ["deletes_data"]],
    [
      "mcp__db__do",
      { what: "with x as (delete from users returning 1) select 1" },
      ["deletes_data"],
    ],
    [
      "mcp__http__request",
      { url: "https://example.com/1", method: "DELETE" },
      ["deletes_resources"],
    ],
    ["mcp__http__request", { target: "http://localhost:8475/api/asks" }, ["decides_for_you"]],
    ["mcp__js__run", { code: 'require("fs").rmSync("x")' }, ["deletes_files", "unclear"]],
    ["mcp__py__run", { code: "import os; getattr(os, 're' + 'move')('x')" }, ["unclear"]],
    ["mcp__github__merge_pull_request", { pull_number: 1 }, ["publishes"]],
    ["mcp__x__stop_server", {}, ["stops_processes"]],
    ["Write", { file_path: "run.sh", content: "rm -rf data" }, []],
    ["Edit", { file_path: "a.sql", old_string: "drop table x;", new_string: "" }, []],
    ["TodoWrite", { todos: [{ content: "rm -rf build", status: "pending" }] }, []],
    ["WebSearch", { query: "git reset --hard undo" }, []],
    ["Task", { prompt: "rm -rf build and run the tests" }, []],
    ["mcp__github__create_issue", { title: "rm -rf fails", body: "git push --force" }, []],
    ["mcp__github__search_code", { q: "git reset --hard" }, []],
    ["mcp__slack__post", { channel: "dev", text: "rm -rf data; drop table users" }, []],
    ["mcp__db__query", { query: "how do I drop support for this" }, []],
    ["mcp__x__set", { mode: "delete from the list what is old" }, []],
    ["mcp__js__run", { code: "1 + 1" }, []],
  ])("%s %j", (tool, input, dangers) => {
    expect(isDestructive(tool, input, place).dangers).toEqual(dangers);
  });

  it("is read only so deep and so far", () => {
    let deep: unknown = "rm -rf data";
    for (let steps = 0; steps < 5000; steps++) deep = { in: deep };
    expect(() => isDestructive("mcp__x__run", deep)).not.toThrow();
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, "a b"]));
    expect(isDestructive("mcp__x__run", wide).dangers).toEqual([]);
  });
});

describe("what people run every day", () => {
  it.each([
    "NODE_OPTIONS=--max-old-space-size=4096 npm run build",
    "RUSTFLAGS='-D warnings' cargo build",
    "GOFLAGS=-mod=vendor go test ./...",
    "PYTHONPATH=src python -m pytest tests -k 'remove or delete'",
    'export PATH="$HOME/.local/bin:$PATH" && npm test',
    "GIT_SSH_COMMAND='ssh -i ~/.ssh/key' git fetch",
    "CC=clang make -j8",
    "git -c core.pager=cat log -3",
    "git checkout -b fix/issue-13 origin/main",
    "git diff main...HEAD --name-only",
    "git apply --check a.patch",
    "npx vitest run --config vitest.config.ts -t 'rm -rf data is asked'",
    "npx playwright test --project=chromium",
    "npx tsc -p tsconfig.build.json --noEmit",
    "npx http-server -p 8080",
    "npm publish --dry-run",
    "node --import tsx --test test/a.test.ts",
    "node -p \"require('./package.json').version\"",
    "python3 -c \"import json,sys; print(json.load(sys.stdin)['a'])\"",
    "go build -o bin/app ./cmd/app",
    "go test -race -count=1 ./...",
    "mvn test -Dtest=FooTest",
    "pytest --junitxml=reports/junit.xml",
    "gcc -Wall -c a.c -o build/a.o",
    "aws --profile dev s3 ls",
    "aws ec2 describe-instances --region eu-west-1",
    "gcloud run services describe web",
    "az vm list -o table",
    "heroku config",
    "kubectl -n prod logs web --tail=100",
    "helm -n prod list",
    "docker -H ssh://dev ps",
    "docker compose logs -f web",
    "psql -c '\\dt'",
    "sqlite3 app.db '.schema users'",
    "mongosh --eval 'db.users.find().limit(3)'",
    "curl -s -o /dev/null -w '%{http_code}' http://localhost:8080/",
    'curl -s -X POST http://localhost:3000/api/users -d \'{"name":"x"}\'',
    "tar tzf a.tgz && unzip -l a.zip",
    "gzip -dc a.gz | head",
    "strace -c ls",
    "valgrind --leak-check=full ./build/app",
    "gdb -batch -ex bt ./app core",
    "hyperfine 'npm test'",
    "nc -z localhost 5432",
    "kill $SERVER_PID",
    "kill %1",
    "tmux ls",
    "xxd -l 64 image.png",
    "awk '$1 > max { max = $1 } END { print max }' x",
    "sort a | uniq -c | sort -rn",
  ])("is left alone: %s", (command) => {
    expect(dangersOf(command)).toEqual([]);
  });
});
