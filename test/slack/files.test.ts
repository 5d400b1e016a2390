/**
 * Files and screenshots of a message: fetched with the bot's token from Slack alone, kept in the
 * state folder, and told to the agent as paths. What could not be had is said.
 */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { isSlacksOwn } from "../../src/surfaces/slack/transport/download.ts";
import { until } from "../support/patience.ts";
import { startSlackWithAgent } from "../support/slack-agent.ts";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nof a screenshot", "latin1");

async function started() {
  const here = await startSlackWithAgent({ config: { people: ["U1"] } });
  const put = (name: string, bytes: Buffer | string, more = {}) => {
    here.stand.files.set(`/files-pri/${name}`, { bytes: Buffer.from(bytes), ...more });
    return here.stand.fileAt(`/files-pri/${name}`);
  };
  const toldOnce = () => until("the agent's text", async () => here.told()[0]?.text);
  return { ...here, put, toldOnce };
}

it("a screenshot and a log reach the agent as private files with safe names", async () => {
  await using here = await started();
  const picture = { ...here.put("a.png", PNG), name: "../../화면 1 $(rm -rf).png" };
  const log = here.put("build.log", "it failed\n");
  await here.stand.mention("U1", "C1", "look at this", { files: [picture, log] });
  const [words, empty, ...files] = (await here.toldOnce()).split("\n");

  expect([words, empty, files.length]).toEqual(["look at this", "", 2]);
  const [one = "", two = ""] = files.map((line) => line.replace(/^File: /, ""));
  expect(one.startsWith(here.files.at("slack", "files"))).toBe(true);
  expect(one).toMatch(/-화면-1-rm-rf\.png$/);
  expect(readFileSync(one)).toEqual(PNG);
  expect(readFileSync(two, "utf8")).toBe("it failed\n");
  expect(statSync(one).mode & 0o777).toBe(0o600);
  expect(here.stand.fetched.every(({ token }) => token === "xoxb-test")).toBe(true);
  await here.shown("C1", /You said: look at this/);
  expect(here.inThread("C1").join("\n")).not.toMatch(/did not get/);
});

it("a file without a word is told too, and goes on in a thread that has an agent", async () => {
  await using here = await started();
  const { ts } = await here.stand.say("U1", "DU1", "", { files: [here.put("a.png", PNG)] });
  expect(await here.toldOnce()).toMatch(/^Here is a file for you\.\n\nFile: .*-a\.png$/);
  await here.stand.say("U1", "DU1", "", { threadTs: ts, files: [here.put("b.txt", "b")] });
  await until("the second", async () => /-b\.txt$/.test(here.told()[1]?.text ?? ""));
});

it("what Slack names only on demand is asked for", async () => {
  await using here = await started();
  const { id } = here.put("a.png", PNG);
  const files = [{ id, name: "a.png", file_access: "check_file_info" }];
  await here.stand.mention("U1", "C1", "look", { files });
  expect(await here.toldOnce()).toMatch(/File: .*-a\.png$/);
});

it("files of what was said before the mention come too, those of the mention first", async () => {
  await using here = await started();
  const { ts } = await here.stand.say("U2", "C1", "it looks like this", {
    files: [here.put("old.png", PNG), { id: "F-gone", mode: "tombstone" }],
  });
  const files = [here.put("tool.exe", "MZ\0\0\x01"), here.put("build.log", "it failed\n")];
  await here.stand.say("U3", "C1", "", { threadTs: ts, files });
  await here.stand.mention("U1", "C1", "fix it", { threadTs: ts, files: [here.put("a.png", PNG)] });
  const [words, context = "", earlier = "", own = "", ...rest] = (await here.toldOnce()).split(
    "\n\n",
  );

  expect([words, rest]).toEqual(["fix it", []]);
  expect(context.split("\n").slice(1)).toEqual([
    "> Name of U2: it looks like this [file: old.png]",
    "> Name of U3: [file: tool.exe] [file: build.log]",
  ]);
  const [picture = "", log = "", ...missing] = earlier.split("\n");
  expect(picture).toMatch(/^File of an earlier message: .*-old\.png$/);
  expect(readFileSync(picture.replace(/^.*?: /, ""))).toEqual(PNG);
  expect(log).toMatch(/^File of an earlier message: .*-build\.log$/);
  expect(missing).toEqual([
    "(A file of an earlier message that you do not have: tool.exe, " +
      "neither a picture, a PDF, an archive nor text)",
  ]);
  expect(own).toMatch(/^File: .*-a\.png$/);
  const said = await here.shown("C1", /⚠️ The agent did not get:/);
  expect(said.text.split("\n").slice(1)).toEqual([
    "• tool.exe: neither a picture, a PDF, an archive nor text",
  ]);
  await here.shown("C1", /You said: fix it/);

  await here.stand.mention("U1", "C1", "and now?", { threadTs: ts });
  await until("the second", async () => here.told().length === 2);
  expect(here.told()[1]?.text).toBe("and now?");
  expect(here.stand.fetched).toHaveLength(4);
});

it("of more than ten the latest come, and how many do not is said", async () => {
  await using here = await started();
  here.stand.locales.set("U1", "ko-KR");
  const { ts } = await here.stand.say("U2", "C1", "", { files: [here.put("0.txt", "0")] });
  for (const round of [1, 2]) {
    const files = [1, 2, 3, 4, 5].map((at) => here.put(`${round}${at}.txt`, `${at}`));
    await here.stand.say("U2", "C1", "", { threadTs: ts, files });
  }
  const files = [here.put("a.txt", "a"), { ...here.put("b.txt", "b"), size: 21 * 1024 * 1024 }];
  await here.stand.mention("U1", "C1", "look", { threadTs: ts, files });
  const text = await here.toldOnce();
  const names = [...text.matchAll(/^File of an earlier message: .*-(\d+)\.txt$/gm)];
  expect(names.map(([, name]) => name)).toEqual(["13", "14", "15", "21", "22", "23", "24", "25"]);
  expect(text).toContain(
    "(That you do not have: 3 files of earlier messages: more than 10 in all.)",
  );
  const said = await here.shown("C1", /⚠️ 에이전트가 받지 못한 파일:/);
  expect(said.text).toMatch(/• b\.txt: .*\n• 앞선 메시지의 파일 3개: 모두 합해 10개를 넘습니다$/);
});

it("what cannot be had is said to the agent and in the thread, each with its reason", async () => {
  await using here = await started();
  const hits: string[] = [];
  const elsewhere = createServer(({ headers }, response) => {
    hits.push(headers.authorization ?? "");
    response.end(PNG);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  const stranger = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/x.png`;
  try {
    const files = [
      { ...here.put("big.png", PNG), size: 21 * 1024 * 1024 },
      { ...here.put("lies.bin", Buffer.alloc(21 * 1024 * 1024, "a")), size: 1 },
      here.put("tool.exe", "MZ\0\0\x01"),
      here.put("empty.txt", ""),
      { ...here.put("doc", PNG), name: "doc", mode: "external", is_external: true },
      { ...here.put("x.png", PNG), url_private_download: stranger },
      here.put("led.png", PNG, { redirect: stranger }),
      { ...here.stand.fileAt("/files-pri/gone.png"), name: "<!channel>\u202egone.png" },
      ...["1.txt", "2.txt"].map((name) => here.put(name, name)),
      here.put("3.txt", "3"),
    ];
    await here.stand.mention("U1", "C1", "look", { files });
    const text = await here.toldOnce();
    expect(text.match(/^File: .*$/gm)).toHaveLength(2);
    const missing = text.match(/^\(A file that you do not have: .*$/gm)?.join("\n") ?? "";
    for (const why of [
      ...[/big\.png, larger than 20 MB/, /lies\.bin, larger/, /tool\.exe, neither/],
      ...[/empty\.txt, it is empty/, /doc, Slack has only a link/, /x\.png, Slack did not/],
      ...[/led\.png, Slack did not/, /channel>gone\.png, Slack did not/, /3\.txt, more than 10/],
    ])
      expect(missing).toMatch(why);
    const said = await here.shown("C1", /⚠️ The agent did not get:/);
    expect(said.text).toMatch(/• big\.png: larger than 20 MB/);
    expect(said.text).toContain("• &lt;!channel&gt;gone.png: Slack did not give it");
    expect(hits).toEqual([]);

    const earlier = await here.stand.say("U2", "C2", "", { files: files.slice(5, 7) });
    await here.stand.mention("U1", "C2", "look", { threadTs: earlier.ts });
    await until("the second", async () => here.told().length === 2);
    expect(here.told()[1]?.text.match(/^\(A file of an earlier message .*$/gm)).toEqual(
      ["x.png", "led.png"].map((name) => expect.stringMatching(`: ${name}, Slack did not`)),
    );
    expect(hits).toEqual([]);
  } finally {
    elsewhere.close();
  }
});

it.each([
  ["https://files.slack.com/files-pri/T1-F1/a.png", "https://slack.com/api/", true],
  ["https://files.slack.com/files-pri/T1-F1/a.png", "https://www.slack.com/api/", true],
  ["https://slack.com/a.png", "https://slack.com/api/", true],
  ["https://files.slack-gov.com/a.png", "https://slack-gov.com/api/", true],
  ["https://files.slack-gov.com/a.png", "https://slack.com/api/", false],
  ["http://files.slack.com/a.png", "https://slack.com/api/", false],
  ["https://files.slack.com:8443/a.png", "https://slack.com/api/", false],
  ["https://files.slack.com@evil.example/a.png", "https://slack.com/api/", false],
  ["https://me:x@files.slack.com/a.png", "https://slack.com/api/", false],
  ["https://files.slack.com.evil.example/a", "https://slack.com/api/", false],
  ["https://evilfiles.slack.com/a", "https://slack.com/api/", false],
  ["http://169.254.169.254/latest", "https://slack.com/api/", false],
  ["file:///etc/passwd", "https://slack.com/api/", false],
  ["no address", "https://slack.com/api/", false],
])("the token goes to Slack's own host alone: %s of %s is %s", (address, api, is) => {
  expect(isSlacksOwn(address, api)).toBe(is);
});
