/** A fresh hub with everything on, and what an attacker may have got hold of. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import { hookTokenFrom } from "../../../src/http/hook-scope.ts";
import { runJson } from "../../support/askline.ts";
import { startHubProcess } from "../../support/hub-process.ts";
import { pageTicket } from "../../support/serving.ts";
import { type SlackHub, startSlackHub } from "../../support/slack-hub.ts";
import { type Headers, JSON_TYPE, type Reply, send } from "./requests.ts";

export interface Target extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:port`, for programs; `site` is what browsers have. */
  readonly url: string;
  readonly site: string;
  readonly token: string;
  readonly hookToken: string;
  readonly deviceToken: string;
  readonly deviceCookie: string;
  /** Of a device for voice alone. */
  readonly speakerToken: string;
  readonly speakerCookie: string;
  /** What a browser has that was let in. */
  readonly page: { cookie: string; key: string };
  /** A second hub, which lets this machine in without a token. */
  readonly bypassPort: number;
  readonly slack: SlackHub["slack"];
  readonly shown: SlackHub["shown"];
  /** An open question with the options `yes` and `no`. */
  ask(more?: { title?: string; prompt?: string; project?: string }): Promise<Ask>;
  isOpen(id: string): Promise<boolean>;
  linkTo(path: string): Promise<string>;
  /** Answers a question with `yes`, under these headers. */
  answer(id: string, headers: Headers): Promise<Reply>;
}

/** Every door that needs a credential, with a body where a change is wanted. */
export const DOORS: readonly { method: string; path: string; body?: string }[] = [
  ...["/", "/choice/0", "/voice", "/api/asks", "/api/asks/0", "/api/agents", "/api/agents/1"].map(
    (path) => ({ method: "GET", path }),
  ),
  ...["/api/events", "/api/attention", "/api/watched/0", "/api/voice/sessions", "/icon.svg"].map(
    (path) => ({ method: "GET", path }),
  ),
  ...["/api/voice/openapi.json", "/api/voice/agents/1/output", "/api/voice/uploads/0"].map(
    (path) => ({ method: "GET", path }),
  ),
  ...["/api/asks/0/answer", "/api/asks/0/reject", "/api/asks/0/extend", "/api/settings"].map(
    (path) => ({ method: "POST", path, body: "{}" }),
  ),
  ...["/api/asks/0/withdraw", "/api/passkeys/begin", "/api/passkeys/new"].map((path) => ({
    ...{ method: "POST", path, body: "{}" },
  })),
  ...["/api/presence", "/api/links", "/api/agents/1/send", "/api/voice/command", "/mcp"].map(
    (path) => ({ method: "POST", path, body: "{}" }),
  ),
  ...["/hook/Stop", "/hook/PermissionRequest"].map((path) => ({
    method: "POST",
    path,
    body: '{"session_id":"s"}',
  })),
  ...["/api/push", "/api/rows", "/api/history", "/api/history.csv", "/api/history/names"].map(
    (path) => ({ method: "GET", path }),
  ),
  ...["/api/figures", "/api/figures.csv", "/api/passkeys"].map((path) => ({
    ...{ method: "GET", path },
  })),
  { method: "POST", path: "/api/passkeys/endorse", body: "{}" },
  ...["subscriptions", "renew", "find", "remove", "test", "answer"].map((what) => ({
    method: "POST",
    path: `/api/push/${what}`,
    body: "{}",
  })),
  { method: "PUT", path: "/api/asks/0/draft", body: '{"draft":null}' },
];

/** What the devices' tokens are for; a phone's also opens questions and past decisions in the portal. */
const SPEAKER = "voice|api/voice/|api/events|api/push$|icon";
const ANSWERING = "$|choice/|api/presence$|api/asks(?:/0(?:/(?:answer|reject|extend|draft))?)?$";
const READING = "api/(?:rows|history(?:/names|\\.csv)?|figures(?:\\.csv)?)$";
export const DOORS_OF = {
  speaker: new RegExp(`^/(?:${SPEAKER})`),
  phone: new RegExp(`^/(?:${SPEAKER}|${ANSWERING}|${READING})`),
};

export async function startTarget(): Promise<Target> {
  const slackHub = await startSlackHub({
    transport: "http",
    config: { people: "anyone" },
    env: { ASKLINE_SLACK_APP_TOKEN: "xapp-1-A1-test" },
  });
  const { hub, slack, shown } = slackHub;
  const { url, site, token, desk, linkTo } = hub;
  const port = Number(new URL(url).port);
  const bypassing = await startHubProcess({ ASKLINE_VOICE_BRIDGE_AUTH_LOCALHOST_BYPASS: "true" });
  const { token: deviceToken } = await runJson(hub.state, ["token", "create", "phone"]);
  const speaker = ["token", "create", "speaker", "--voice-only"];
  const { token: speakerToken } = await runJson(hub.state, speaker);
  const deviceCookie = await cookieOf(port, deviceToken);
  const speakerCookie = await cookieOf(port, speakerToken);
  return {
    ...{ port, url, site, token, deviceToken, deviceCookie, slack, shown, linkTo },
    ...{ speakerToken, speakerCookie },
    hookToken: hookTokenFrom(token),
    page: await pageTicket(hub),
    bypassPort: bypassing.port,
    ask: ({ title = "Sure?", prompt = "Sure?", project = "shop" } = {}) =>
      desk.ask({
        questions: [
          {
            ...{ title, prompt, selectionMode: "single" as const },
            options: [
              { id: "yes", label: "Yes" },
              { id: "no", label: "No" },
            ],
          },
        ],
        source: { kind: "program", project },
        mode: "detached",
      }),
    isOpen: async (id) => (await desk.load(id)).outcome === null,
    answer: (id, headers) =>
      send(port, `/api/asks/${id}/answer`, {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify({ reply: { answers: [{ optionIds: ["yes"] }] } }),
      }),
    async [Symbol.asyncDispose]() {
      await bypassing[Symbol.asyncDispose]();
      await slackHub[Symbol.asyncDispose]();
    },
  };
}

async function cookieOf(port: number, token: string): Promise<string> {
  const opened = await send(port, `/open?token=${token}&to=/voice`);
  const [cookie = ""] = String(opened.headers["set-cookie"]).split(";", 1);
  return cookie;
}
