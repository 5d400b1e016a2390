/** Files for agents: accepted by their content, kept privately, and never shown as a page. */
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { startVoice, type TestVoice } from "../support/voice.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let voice: TestVoice;
let id: number;
let submitted: (count: number) => Promise<string[]>;
let texts = 0;

beforeAll(async () => {
  voice = await startVoice({ env: { ASKLINE_VOICE_BRIDGE_UPLOADS_LARGEST_MEGABYTES: "1" } });
  const { pane, id: agentId } = await voice.pane("receiver");
  id = agentId;
  submitted = pane.untilSubmitted;
});
afterAll(() => voice[Symbol.asyncDispose]());

function form(name: string, bytes: string | Buffer, caption?: string): FormData {
  const data = new FormData();
  data.set("file", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  if (caption !== undefined) data.set("caption", caption);
  return data;
}

const send = (body: FormData) => voice.send("POST", `agents/${id}/upload`, { body });

function stored(): string[] {
  const folder = join(voice.hub.state, "uploads", String(id));
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function lastText(): Promise<string> {
  texts += 1;
  return (await submitted(texts)).at(-1) ?? "";
}

describe("a file for an agent", () => {
  it("[V-34] is kept private, told to the agent by path, and announced as a turn", async () => {
    const { status, body } = await send(form("Screen shot (1).png", PNG, "What is wrong here?"));
    expect(status).toBe(200);
    expect(body.upload).toMatchObject({
      file_name: "Screen-shot-1.png",
      media_type: "image/png",
      size_bytes: PNG.length,
    });
    expect(["accepted", "consumed"]).toContain(body.delivery.state);
    const { path } = body.upload;
    expect(readFileSync(path)).toEqual(PNG);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    expect(await lastText()).toBe(`What is wrong here?\n\nFile: ${path}`);
    expect(await voice.turnCreated(id, body.turn_id)).toMatchObject({
      ...{
        agent_id: id,
        project_id: expect.any(Number),
        actor: "USER",
        intent: "COMMAND",
        turn_id: body.turn_id,
      },
      ...{
        text: `What is wrong here?\n\nFile: ${path}`,
        task_id: expect.any(Number),
        timestamp: expect.any(String),
      },
    });
  });

  it("may come as bare bytes with its name in a header", async () => {
    const headers = {
      "content-type": "image/png",
      "x-file-name": encodeURIComponent("사진 1.png"),
      "x-caption": "look",
    };
    const { status, body } = await voice.send("POST", `agents/${id}/upload`, {
      headers,
      body: new Uint8Array(PNG),
    });
    expect([status, body.upload.file_name]).toEqual([200, "사진-1.png"]);
    expect(await lastText()).toMatch(/^look\n\nFile: /);
  });

  it("is never a link that somebody put beside it", async () => {
    const secret = "a".repeat(24);
    symlinkSync(
      join(voice.hub.state, "local-token.json"),
      join(voice.hub.state, "uploads", String(id), `${secret}-x.txt`),
    );
    expect((await voice.get(`uploads/${id}-${secret}`)).status).toBe(404);
  });

  it("comes back as an attachment only, and a page in it does nothing", async () => {
    const html = "<!doctype html><script>alert(1)</script>";
    const { body } = await send(form("page.html", html));
    await lastText();
    const page = await voice.raw(body.upload.url.slice("/api/voice/".length));
    expect(await page.text()).toBe(html);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''page.html",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const picture = (await send(form("a.svg", svg))).body.upload;
    await lastText();
    expect(picture.media_type).toBe("text/plain");
    const drawn = await voice.raw(picture.url.slice("/api/voice/".length));
    expect(drawn.headers.get("content-type")).toBe("application/octet-stream");
    expect(drawn.headers.get("content-disposition")).toMatch(/^attachment/);
    const disguised = (await send(form("cat.png", html))).body.upload;
    await lastText();
    const shown = await voice.raw(disguised.url.slice("/api/voice/".length));
    expect(shown.headers.get("content-type")).toBe("application/octet-stream");
    expect((await fetch(voice.hub.url + picture.url)).status).toBe(401);
  });

  it.each([
    ["../../../../etc/passwd", "passwd"],
    ["..\\..\\windows\\system.ini", "system.ini"],
    ["/absolute/path.txt", "path.txt"],
    ["..", "file"],
    [".bashrc", "bashrc"],
    ["....//....//x", "x"],
    ["a\u0000b.txt", "ab.txt"],
    ["line\nbreak.txt", "line-break.txt"],
    ["\u202egpj.exe.txt", "gpj.exe.txt"],
    ["$(reboot).txt", "reboot.txt"],
    ["`id`;rm -rf *.txt", "id-rm-rf.txt"],
    ["-rf.txt", "rf.txt"],
    ["con.txt", "_con.txt"],
    ["NUL", "_NUL"],
    ["보고서 최종.txt", "보고서-최종.txt"],
    ["%2e%2e%2fescape.txt", "2e-2e-2fescape.txt"],
    [`${"é".repeat(300)}.txt`, /^(?:é){70,80}\.txt$/],
    ["👩‍👩‍👧.txt", "file.txt"],
  ])("called %j gets a name that harms nobody", async (given, name) => {
    const before = stored().length;
    const headers = { "content-type": "text/plain", "x-file-name": encodeURIComponent(given) };
    const { body } = await voice.send("POST", `agents/${id}/upload`, { headers, body: "hello" });
    await lastText();
    if (typeof name === "string") expect(body.upload.file_name).toBe(name);
    else expect(body.upload.file_name).toMatch(name);
    expect(body.upload.path.startsWith(join(voice.hub.state, "uploads", String(id)))).toBe(true);
    expect(stored()).toHaveLength(before + 1);
  });

  it.each<[string, number, string, () => FormData]>([
    ["too large", 413, "Too much at once", () => form("big.txt", "x".repeat(1024 * 1024 + 1))],
    ["far too large", 413, "Too much at once", () => form("big.txt", "x".repeat(4 * 1024 * 1024))],
    ["empty", 400, "The file is empty", () => form("empty.txt", "")],
    [
      "a program",
      415,
      "That kind of file is not taken",
      () => form("a.png", Buffer.from("\x7fELF\x02\x01\x01\0", "latin1")),
    ],
    [
      "a program of another kind",
      415,
      "That kind of file is not taken",
      () => form("a.txt", Buffer.from("MZ\x90\0", "latin1")),
    ],
    ["missing", 400, "No file was sent", () => new FormData()],
  ])("that is %s is refused, and nothing is kept or typed", async (_, status, error, body) => {
    const before = stored();
    const heard = await send(body());
    expect([heard.status, heard.body.error]).toEqual([status, error]);
    expect(stored()).toEqual(before);
  });

  it("in a malformed form is refused", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const { status } = await voice.send("POST", `agents/${id}/upload`, {
      headers,
      body: "not a form",
    });
    expect(status).toBe(400);
  });

  it("for an agent that cannot be reached is not kept", async () => {
    await voice.hub.agent("nowhere").post("UserPromptSubmit", { prompt: "work" });
    const nowhere = await voice.idOf("nowhere");
    const { status, body } = await voice.send("POST", `agents/${nowhere}/upload`, {
      body: form("a.txt", "a"),
    });
    expect([status, body.error]).toEqual([409, "The agent cannot be reached"]);
    expect(existsSync(join(voice.hub.state, "uploads", String(nowhere)))).toBe(false);
    expect(
      (await voice.send("POST", "agents/4711/upload", { body: form("a.txt", "a") })).status,
    ).toBe(404);
  });

  it("is gone after some days", async () => {
    const [name = ""] = stored();
    const path = join(voice.hub.state, "uploads", String(id), name);
    utimesSync(path, new Date("2020-01-01"), new Date("2020-01-01"));
    await voice.hub.stop();
    await voice.hub.revive();
    await until("the old file to be gone", async () => !existsSync(path));
    expect(stored().length).toBeGreaterThan(5);
    const secret = name.slice(0, 24);
    expect((await voice.get(`uploads/${id}-${secret}`)).body.error).toBe("No such file");
  });
});
