/**
 * `askline serve` that cannot start: a hub already runs, for example as a service, or the port is
 * invalid.
 */
import { describe, expect, it } from "vitest";
import { run } from "./support/askline.ts";
import { startHub } from "./support/hub.ts";
import { openSandbox } from "./support/sandbox.ts";

describe("a second askline serve", () => {
  it("with --open opens the dashboard of the one that runs, and ends", async () => {
    await using hub = await startHub();
    const { stdout, code } = await run(hub.state, ["serve", "--open"], {
      env: { ASKLINE_BROWSER: "none" },
    });
    expect(code).toBe(0);
    const [link = ""] = /http\S+/.exec(stdout) ?? [];
    expect(link.startsWith(hub.url)).toBe(true);
    const { headers } = await fetch(link, { redirect: "manual" });
    expect(headers.get("location")).toBe("/");
    expect(headers.get("set-cookie")).toMatch(/HttpOnly/);
  });

  it("else says how to, in the person's language", async () => {
    await using hub = await startHub();
    const english = await run(hub.state, ["serve", "--port", "0"]);
    expect(english).toMatchObject({ code: 1 });
    expect(english.stderr).toContain("A hub runs already at");
    expect(english.stderr).toContain("askline serve --open");
    expect(english.stderr).not.toContain("--port");
    const korean = await run(hub.state, ["serve"], {
      env: { LANG: "ko_KR.UTF-8", ASKLINE_LANGUAGE: "ko" },
    });
    expect(korean.stderr).toContain("허브가 이미 실행 중입니다");
  });
});

describe("askline serve with an invalid port", () => {
  it("says so, and ends", async () => {
    using files = openSandbox();
    const { stderr, code } = await run(files.path, ["serve", "--port", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"x" is not a port.');
  });
});
