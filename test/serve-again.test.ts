/**
 * `askline serve` that cannot start: a hub already runs, for example as a service, or the port is
 * invalid.
 */
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { type Running, run, start } from "./support/askline.ts";
import { startHub } from "./support/hub.ts";
import { forPrograms } from "./support/link-in-file.ts";
import { openSandbox } from "./support/sandbox.ts";

describe("a second askline serve", () => {
  it("with --open opens the dashboard of the one that runs, and ends", async () => {
    await using hub = await startHub();
    const { stdout, code } = await run(hub.state, ["serve", "--open"], {
      env: { ASKLINE_BROWSER: "none" },
    });
    expect(code).toBe(0);
    const [link = ""] = /http\S+/.exec(stdout) ?? [];
    expect(link.startsWith(`${hub.site}/open?code=`)).toBe(true);
    const opened = await fetch(forPrograms(link));
    expect(await opened.text()).toContain('<meta name="askline-page" content="/">');
    expect(opened.headers.get("set-cookie")).toMatch(/HttpOnly/);
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

describe("two hubs on one state folder", () => {
  it.each([
    ["the same port", (port: number) => [port, port]],
    ["two ports", () => [0, 0]],
  ])("that start at once on %s: one runs, and the other names it", async (_, portsFor) => {
    using files = openSandbox();
    const [one, other] = portsFor(await freePort()).map((port) =>
      start(files.path, ["serve", "--port", String(port)], { env: { ASKLINE_BROWSER: "none" } }),
    ) as [Running, Running];
    const second = await Promise.race([one.finished, other.finished]);
    const { url } = files.readJson("hub.json");
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toContain(`A hub runs already at ${url}.`);
    for (const { child, finished } of [one, other]) {
      child.kill("SIGTERM");
      await finished;
    }
  });

  it("with another state folder, the second says whose port it is", async () => {
    await using hub = await startHub();
    using files = openSandbox();
    const { port } = new URL(hub.url);
    const { pid } = hub.files.readJson("hub.json");
    const { stderr } = await run(files.path, ["serve", "--port", port]);
    expect(stderr).toContain(`Port ${port} is taken by another hub, process ${pid}`);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("askline serve with an invalid port", () => {
  it("says so, and ends", async () => {
    using files = openSandbox();
    const { stderr, code } = await run(files.path, ["serve", "--port", "x"]);
    expect(code).toBe(2);
    expect(stderr).toContain('"x" is not a port.');
  });
});
