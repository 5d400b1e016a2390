/** Which addresses a hub may have: https anywhere, http on this machine and in a private network. */
import { isIP } from "node:net";
import { SpokenError } from "../../core/ask/spoken-error.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { isLoopback } from "../../http/network.ts";
import type { RemoteHub } from "./remote-here.ts";

const PRIVATE =
  /^(?:10\.|127\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe80:|::1$)/i;

/** Throws a sentence if the token must not be sent there. */
export function checkAddress(url: string, { isInsecureFine = false } = {}): URL {
  const address = URL.parse(url);
  if (address === null || !/^https?:$/.test(address.protocol) || address.username !== "")
    throw new NotAHub(url);
  if (address.protocol === "http:" && !isInsecureFine && !isPrivate(address.hostname))
    throw new NotEncrypted(url);
  return address;
}

/** What goes between them can be read on the way. */
export function isReadable({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && !isLoopback(hostname) && hostname !== "[::1]";
}

/** Throws a sentence if it cannot be used. */
export function checkRemote(remote: RemoteHub): void {
  checkAddress(remote.url, {
    isInsecureFine: process.env["ASKLINE_INSECURE"] === "1" || remote.from === "file",
  });
  if (remote.token === "") throw new NoToken(remote.url);
}

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isLoopback(host) || host.endsWith(".localhost")) return true;
  return isIP(host) !== 0 && PRIVATE.test(host);
}

class NotAHub extends SpokenError {
  readonly code = "usage";
  constructor(url: string) {
    const given = safeLine(url);
    super({
      en: {
        message: `"${given}" is no address of a hub.`,
        suggestion: "Give it as https://askline.example.net, without a name or a password in it.",
      },
      ko: {
        message: `허브 주소가 아닙니다: "${given}"`,
        suggestion: "https://askline.example.net처럼 쓰세요. 이름이나 비밀번호는 넣지 마세요.",
      },
    });
  }
}

class NotEncrypted extends SpokenError {
  readonly code = "not_encrypted";
  constructor(url: string) {
    const given = safeLine(url);
    super({
      en: {
        message: `${given} is not encrypted, so anybody on the way could read the token and every question.`,
        suggestion:
          "Use https, or say that you know what lies between: --insecure (or ASKLINE_INSECURE=1).",
      },
      ko: {
        message: `${given}은 암호화되지 않아 중간에서 토큰과 모든 질문을 읽을 수 있습니다.`,
        suggestion: "https를 쓰거나, 괜찮다면 --insecure(또는 ASKLINE_INSECURE=1)를 쓰세요.",
      },
    });
  }
}

class NoToken extends SpokenError {
  readonly code = "no_token";
  constructor(url: string) {
    super({
      en: {
        message: `There is no token for the hub at ${safeLine(url)}.`,
        suggestion: "Put it into ASKLINE_TOKEN, or keep it with: askline remote add URL",
      },
      ko: {
        message: `허브의 토큰이 없습니다: ${safeLine(url)}`,
        suggestion: "ASKLINE_TOKEN에 넣거나 `askline remote add 주소`로 저장하세요.",
      },
    });
  }
}
