/** `askline service` with a stand-in for systemd that really starts the unit's command. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AgentHome, openAgentHome } from "../support/agent-home.ts";
import { CLI } from "../support/askline.ts";
import { until } from "../support/patience.ts";

const UNIT = ".config/systemd/user/askline.service";

/**
 * Keeps its state in files beside the home folder: the commands it got, and the process of the one
 * unit it knows.
 */
const SYSTEMCTL = `#!/bin/sh
cd "$(dirname "$HOME")" || exit 1
echo "$*" >> systemctl.log
unit="$HOME/${UNIT}"
[ -f systemctl.broken ] && { echo "Failed to connect to bus: No medium found" >&2; exit 1; }
start() {
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  eval "nohup $command > hub.log 2>&1 &"
  echo $! > hub.pid
}
stop() { [ -f hub.pid ] && kill "$(cat hub.pid)" 2>/dev/null; rm -f hub.pid; }
case "$*" in
  *is-active*) [ -f hub.pid ] && kill -0 "$(cat hub.pid)" 2>/dev/null ;;
  *disable*--now*) stop ;;
  *enable*--now*) [ -f hub.pid ] || start ;;
  *restart*) stop; start ;;
esac
`;

describe("askline service", () => {
  it("runs the hub from a unit with absolute paths, and removes it again", async () => {
    using home = withSystemd();
    const before = home.everything();
    const installed = await home.askline("service", "install");
    try {
      expect(installed).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("at every login"),
      });
      const unit = home.read(UNIT);
      expect(unit).toContain(
        `ExecStart="${process.execPath}" "${CLI}" "serve" "--state-dir" "${home.state}"\n`,
      );
      expect(unit).toContain("Restart=on-failure\n");
      await until("the hub", async () => (await home.askline("service", "status")).code === 0);
      expect(await home.json("service", "status")).toMatchObject({
        isRunning: true,
        hub: expect.stringContaining("http"),
      });

      expect(await home.askline("service", "install")).toMatchObject({ code: 0 });
      expect(log(home).at(-1)).toBe("--user restart askline.service");
    } finally {
      expect(await home.askline("service", "uninstall")).toMatchObject({ code: 0 });
    }
    rmSync(home.files.at("home/.config"), { recursive: true });
    expect(home.everything()).toEqual(before);
    expect(await home.askline("service", "status")).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("not installed"),
    });
    expect(await home.askline("service", "uninstall")).toMatchObject({
      code: 0,
      stdout: "The service is not installed, so there is nothing to remove.\n",
    });
  });

  it("leaves a hub alone that somebody started by hand", async () => {
    using home = withSystemd();
    const hub = home.start("serve");
    await hub.said(/Askline is at/);
    const { stdout } = await home.askline("service", "install");
    expect(stdout).toMatch(/A hub runs already at http.*At the next login/);
    expect(log(home)).toContain("--user enable askline.service");
    hub.child.kill();
    await hub.finished;
  });

  it("leaves a unit alone that somebody else wrote", async () => {
    using home = withSystemd();
    home.write(UNIT, "[Service]\nExecStart=mine\n");
    for (const action of ["install", "uninstall"]) {
      const { code, stderr } = await home.askline("service", action);
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("was not written by Askline"),
      });
    }
    expect(home.read(UNIT)).toBe("[Service]\nExecStart=mine\n");
  });

  it("passes on what systemd complains about", async () => {
    using home = withSystemd();
    home.files.writeJson(true, "systemctl.broken");
    const { code, stderr } = await home.askline("service", "install");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /systemd did not do it: Failed to connect to bus: No medium found\n.*login session/,
    );
    // Where no systemd runs, as in a container, something else can start it.
    expect(stderr).toContain(`start this at login instead: ${process.execPath} ${CLI} serve`);
    expect(home.everything()).toEqual({});
  });

  it("says clearly what to do where there is no systemd, and which actions there are", async () => {
    using home = openAgentHome();
    Object.assign(home.env, { PATH: home.files.at("bin") });
    const { code, stderr } = await home.askline("service", "install");
    expect(code).toBe(1);
    expect(stderr).toContain("There is no systemd here");
    expect(stderr).toContain(`${CLI} serve`);
    expect(await home.askline("service", "frobnicate")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("install"),
    });
    expect(existsSync(home.files.at("home/.config"))).toBe(false);
  });
});

/** A free port, since the unit names none. */
function withSystemd(): AgentHome {
  return openAgentHome({
    programs: { systemctl: SYSTEMCTL },
    env: { ASKLINE_PORT: "0", ASKLINE_BROWSER: "none" },
  });
}

function log(home: AgentHome): string[] {
  return readFileSync(home.files.at("systemctl.log"), "utf8").trim().split("\n");
}
