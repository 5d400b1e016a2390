/** What the doctor says of ntfy: whether its server answers, and what leaves the machine to it. */
import type { Settings } from "../../desk/settings.ts";
import type { Words } from "../command.ts";
import type { SurfaceFinding } from "../surface.ts";
import { loadNtfy, type Ntfy } from "./config.ts";
import { ntfyMessages } from "./messages.ts";
import { accessOf, isTokenGood } from "./server.ts";

export async function examineNtfy(settings: Settings): Promise<SurfaceFinding[]> {
  const ntfy = loadNtfy(settings);
  if (ntfy === null) return [];
  const access = await accessOf(ntfy.topic);
  if (ntfy.token !== null && (await isTokenGood(ntfy)) === false) return [problem("badToken")];
  if (ntfy.showText && access === "open") return [problem("textToAll")];
  const level = access === "unknown" ? "warning" : "ok";
  const what = (locale: "en" | "ko") => `ntfy: ${ntfyMessages(locale).access[access]}`;
  return [{ check: "ntfy", level, words: { en: { what: what("en") }, ko: { what: what("ko") } } }];
}

export async function ntfyLeavesTo(settings: Settings): Promise<Words[]> {
  const ntfy = loadNtfy(settings);
  if (ntfy === null) return [];
  const sends = (await sendsText(ntfy)) ? "text" : "nothing";
  const { host } = new URL(ntfy.topic);
  const words = (locale: "en" | "ko") => ntfyMessages(locale).sends[sends].replace(/\.$/, "");
  return [{ en: `ntfy, to ${host} (${words("en")})`, ko: `ntfy, ${host} 경유(${words("ko")})` }];
}

async function sendsText({ showText, token, topic }: Ntfy): Promise<boolean> {
  return showText && token !== null && (await accessOf(topic)) === "closed";
}

function problem(what: "badToken" | "textToAll"): SurfaceFinding {
  const words = (locale: "en" | "ko") => {
    const { message, suggestion } = ntfyMessages(locale)[what];
    return { what: `ntfy: ${message}`, todo: suggestion };
  };
  return { check: "ntfy", level: "problem", words: { en: words("en"), ko: words("ko") } };
}
