/**
 * `askline tunnel` with stand-ins for `tailscale` and `ssh` that keep what they opened in files: what is
 * run, what is said before, and that a running hub answers to the name from then on and no longer.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AgentHome, openAgentHome, serving } from "./support/agent-home.ts";
import { bearer, sendRequest } from "./support/hub-process.ts";

const NAME = "laptop.tail1a2b.ts.net";
const TAILSCALE = `#!/bin/sh
cd "$(dirname "$HOME")" || exit 1
echo "$*" >> tailscale.log
case "$*" in
  "status --json") cat status.json ;;
  "serve status --json") cat served.json 2>/dev/null || echo '{}' ;;
  "serve --bg --https="*)
    [ -f refuses ] && { echo "access denied: use sudo" >&2; exit 1; }
    port=\${3#--https=}
    printf '{"TCP":{"%s":{"HTTPS":true}},"Web":{"${NAME}:%s":{"Handlers":{"/":{"Proxy":"%s"}}}}}' "$port" "$port" "$4" > served.json ;;
  "serve --https="*" off") rm served.json ;;
  *) echo "unknown: $*" >&2; exit 1 ;;
esac
`;
const SSH = `#!/bin/sh
cd "$(dirname "$HOME")" || exit 1
echo "$*" >> ssh.log
while [ $# -gt 0 ]; do
  case "$1" in
    -S) socket=$2; shift ;;
    -O) asked=$2; shift ;;
  esac
  shift
done
case "$asked" in
  check) [ -f "$socket" ] ;;
  exit) rm "$socket" ;;
  *) : > "$socket" ;;
esac
`;
const UP = { BackendState: "Running", Self: { DNSName: `${NAME}.` }, CertDomains: [NAME] };
const SSH_WORDS = ["tunnel", "--ssh", "me@server", "--address", "https://askline.example.net/"];

describe("askline tunnel with Tailscale", () => {
  it("opens the hub to the person's own network, pairs, and closes it again", async () => {
    using home = withPrograms();
    await using hub = await serving(home);
    const port = Number(new URL(hub.url).port);
    const token = JSON.parse(readFileSync(`${home.state}/local-token.json`, "utf8")).token;
    const statusAs = async (host: string) =>
      (await sendRequest(port, "/api/agents", { headers: { host, ...bearer(token) } })).status;
    expect(await statusAs(NAME)).toBe(421);

    const opened = await home.askline("tunnel", "--yes");
    expect(opened.code, opened.stderr).toBe(0);
    expect(opened.stdout).toContain(
      `https://${NAME} will lead to the hub on this machine (port ${port})`,
    );
    expect(opened.stdout).toContain("the devices of your own Tailscale network, and nobody else");
    expect(opened.stdout).toContain(
      `This runs: tailscale serve --bg --https=443 http://127.0.0.1:${port}`,
    );
    expect(opened.stdout).toMatch(new RegExp(`https://${NAME}/open\\?code=pair_`));
    expect(log(home, "tailscale")).toContain(`serve --bg --https=443 http://127.0.0.1:${port}`);
    expect(statSync(`${home.state}/tunnel.json`).mode & 0o777).toBe(0o600);
    expect(await statusAs(NAME)).toBe(200);
    expect(await statusAs("other.tail1a2b.ts.net")).toBe(421);
    const facts = { via: "tailscale", address: `https://${NAME}`, port, isUp: true };
    expect(await home.json("tunnel", "status")).toEqual(facts);
    expect((await home.askline("tunnel")).stdout).toBe(`It is open already: https://${NAME}\n`);
    const checks = (await home.json("doctor")).checks as { check: string; level: string }[];
    expect(checks.find(({ check }) => check === "tunnel")).toMatchObject({ level: "ok" });

    expect((await home.askline("tunnel", "stop")).stdout).toContain(`Closed: https://${NAME}`);
    expect(log(home, "tailscale").at(-1)).toBe("serve --https=443 off");
    expect(await statusAs(NAME)).toBe(421);
    expect(await home.json("tunnel", "status")).toEqual({ address: null, isUp: null });
  });

  it("takes another port where one is in use, and leaves alone what stands in its place later", async () => {
    using home = withPrograms();
    home.files.writeJson({ TCP: { 443: { HTTPS: true } } }, "served.json");
    const opened = await home.json("tunnel", "--yes");
    expect(opened).toMatchObject({ address: `https://${NAME}:8443`, port: 8475 });
    home.files.writeJson({ TCP: { 8443: { HTTPS: true } } }, "served.json");
    expect(await home.askline("tunnel", "status")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("does not lead here any more"),
    });
    expect((await home.askline("tunnel", "stop")).stdout).toContain("was left alone");
    expect(log(home, "tailscale").filter((line) => line.endsWith("off"))).toEqual([]);
  });

  it("opens nothing without a yes, and nothing while this machine needs no token", async () => {
    using home = withPrograms();
    const unasked = await home.askline("tunnel");
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    home.env["ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS"] = "true";
    const bypassed = await home.askline("tunnel", "--yes");
    expect(bypassed.code).toBe(1);
    expect(bypassed.stderr).toMatch(
      /localhost_bypass is on.*\nSet .* to false \(it comes from ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS\)/,
    );
    expect(log(home, "tailscale").filter((line) => line.includes("--bg"))).toEqual([]);
    expect(existsSync(`${home.state}/tunnel.json`)).toBe(false);
  });

  it.each([
    [{ ...UP, BackendState: "Stopped" }, "tailscale up"],
    [{ ...UP, CertDomains: null }, "HTTPS certificates"],
  ])("says what is missing (%#)", async (status, todo) => {
    using home = withPrograms();
    home.files.writeJson(status, "status.json");
    const { code, stderr } = await home.askline("tunnel", "--yes");
    expect([code, stderr]).toEqual([1, expect.stringContaining(todo)]);
  });

  it("passes a refusal on and stays closed; says the ways there are, also in Korean", async () => {
    using home = withPrograms();
    writeFileSync(home.files.at("refuses"), "");
    const refused = await home.askline("tunnel", "--yes");
    expect(refused.stderr).toMatch(/access denied: use sudo\n.*\nNothing stays open/);
    expect(existsSync(`${home.state}/tunnel.json`)).toBe(false);
    rmSync(home.files.at("bin", "tailscale"));
    home.env["ASKLINE_LANGUAGE"] = "ko";
    const { stderr } = await home.askline("tunnel", "--yes");
    expect(stderr).toContain("Tailscale이 없고");
    expect(stderr).toContain("askline tunnel --ssh me@server --address");
  });
});

describe("askline tunnel with ssh", () => {
  it("keeps one connection that is found again and ended, with no secret among its words", async () => {
    using home = withPrograms();
    const opened = await home.json(...SSH_WORDS, "--remote-port", "9000", "--yes");
    expect(opened).toMatchObject({
      via: "ssh",
      address: "https://askline.example.net",
      isUp: true,
    });
    const socket = `${home.state}/tunnel.ssh`;
    expect(log(home, "ssh")[0]).toBe(
      `-f -N -T -M -S ${socket} -o ExitOnForwardFailure=yes -o ServerAliveInterval=30 ` +
        "-o ServerAliveCountMax=3 -o BatchMode=yes -R 127.0.0.1:9000:127.0.0.1:8475 -- me@server",
    );
    expect(await home.json("tunnel", "status")).toMatchObject({ isUp: true });
    expect((await home.askline("tunnel", "stop")).stdout).toContain("Closed");
    expect(log(home, "ssh").slice(-2)).toEqual([
      `-S ${socket} -O check -- me@server`,
      `-S ${socket} -O exit -- me@server`,
    ]);
    expect(existsSync(socket)).toBe(false);
  });

  it.each([
    [["--ssh", "me@server"], "--address https"],
    [["--ssh", "-oProxyCommand=id", "--address", "https://a.example"], "me@server"],
    [["--address", "http://a.example"], "https://askline.example.net"],
  ])("refuses %j", async (words, todo) => {
    using home = withPrograms();
    const { code, stderr } = await home.askline("tunnel", ...words, "--yes");
    expect([code, stderr]).toEqual([1, expect.stringContaining(todo)]);
    expect(existsSync(home.files.at("ssh.log"))).toBe(false);
  });

  it("takes the address of a proxy that leads here already, and forgets it", async () => {
    using home = withPrograms();
    const said = await home.askline(
      "tunnel",
      "--address",
      "https://a.example",
      "--yes",
      "--no-pair",
    );
    expect(said.stdout).toContain("Nothing runs");
    expect(await home.json("tunnel", "status")).toMatchObject({ via: "proxy", isUp: null });
    const { link } = await home.json("pair");
    expect(link).toMatch(/^https:\/\/a\.example\/open\?code=/);
    expect((await home.askline("tunnel", "stop")).stdout).toContain("Your proxy itself was left");
  });
});

function withPrograms(): AgentHome {
  const home = openAgentHome({
    programs: { tailscale: TAILSCALE, ssh: SSH },
    env: { ASKLINE_BROWSER: "none" },
  });
  home.files.writeJson(UP, "status.json");
  return home;
}

function log(home: AgentHome, program: string): string[] {
  const path = home.files.at(`${program}.log`);
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
}
