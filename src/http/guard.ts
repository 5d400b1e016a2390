/**
 * Who may talk to a server of ours: this machine's own clients with its token, people's devices
 * with theirs, agents that post hooks with a token for hooks only, and pages with the cookie they
 * were given. Web pages of other sites may not.
 */

import { type Access, accessOf, isTokenExpired, WHOLE_ACCESS } from "./access.ts";
import { isForAnswering } from "./answer-scope.ts";
import { isOnThisMachine } from "./bypass.ts";
import type { Device, DeviceTokens } from "./device-tokens.ts";
import { createGuessLimit } from "./guess-limit.ts";
import { hookTokenFrom, isForHooks } from "./hook-scope.ts";
import { LOOPBACK, ownHosts } from "./network.ts";
import { createOpeningCodes } from "./opening-codes.ts";
import { isPageFile } from "./page-scope.ts";
import type { Projects } from "./projects.ts";
import type { RequestFacts } from "./request-facts.ts";
import { mayUse } from "./route-rules.ts";
import { isSame, seal } from "./secrets.ts";
import { createTickets } from "./tickets.ts";
import { isForVoice, isUpload } from "./voice-scope.ts";

export interface GuardOptions {
  /** The machine's token as it is now. */
  token: () => string;
  port: number;
  /** Without it the server answers only to its loopback names. */
  bindAddress?: string | undefined;
  /** The https origin of a tunnel that leads here, as it is now; empty or absent if there is none. */
  publicAddress?: string | (() => string) | undefined;
  /** Without them only this machine's own token counts. */
  devices?: Pick<DeviceTokens, "find" | "get" | "used" | "redeem"> | undefined;
  /** Who may see and answer in which project; everybody unless given. */
  projects?: Pick<Projects, "isOpenTo" | "hasClosed"> | undefined;
  /** Whether requests from this machine need no credential for what a device may do. */
  localhostBypass?: boolean | undefined;
}

export interface Refusal {
  status: number;
  message: string;
  /** The page that this credential does open. */
  opens?: string;
}

/**
 * How a request was let in, or why not: `local` with this machine's token or its cookie, `device`
 * with a device's own, `bypass` from this machine without any; `missing` and `wrong` credentials,
 * `expired` ones, `limited` after too many wrong ones, `out_of_scope` for a device that wants more
 * than it may.
 * `unchecked` was refused before its credential was looked at.
 */
export type Auth =
  | "local"
  | "device"
  | "bypass"
  | "missing"
  | "wrong"
  | "expired"
  | "limited"
  | "out_of_scope"
  | "unchecked";

export interface Verdict {
  /** Null lets it through. */
  refusal: Refusal | null;
  auth: Auth;
  /** The device whose token or cookie was used, if it was a device's. */
  device: Device | null;
  access: Access;
}

export interface Opened {
  /** Null for a browser that came with a used code and has its cookie already. */
  cookie: string | null;
  /** Null for a device, whose cookie is enough. */
  key: string | null;
}

export interface Guard {
  /**
   * Whether the request names this server by its own host, not by a foreign name that leads here.
   */
  isCalledRight(facts: RequestFacts): boolean;
  admit(facts: RequestFacts): Verdict;
  /** A code for a link, good for one browser. `onOver`: it was used, or is too old. */
  issueCode(onOver?: () => void): string;
  /** What a browser gets that opened a link with a one-time code. */
  openPage(facts: RequestFacts, code: string): Promise<{ refusal: Refusal } | Opened>;
  /** The cookie for a device's page that came with a token: its credential from then on. */
  cookieFor(device: Device, facts: RequestFacts): string;
  /** Whether what let a caller in would let it in still. */
  isStillGood(device: Device | null, since: string): boolean;
  /** Changes with the machine's token, for `isStillGood`. Says nothing about the token. */
  era(): string;
  close(): void;
}

export function createGuard({
  token,
  port,
  bindAddress = LOOPBACK,
  publicAddress = "",
  devices,
  projects = ALL_OPEN,
  localhostBypass = false,
}: GuardOptions): Guard {
  const isMachineHost = ownHosts({ port, bindAddress });
  const tickets = createTickets({ token, port, devices });
  const guesses = createGuessLimit();
  const codes = createOpeningCodes();
  return {
    isCalledRight,
    admit,
    issueCode: codes.issue,
    openPage,
    cookieFor: (device, facts) => tickets.forDevice(device, isEncrypted(facts)),
    isStillGood: (device, since) =>
      device === null ? since === era() : isKnown(devices?.get(device.id) ?? null),
    era,
    close: codes.close,
  };

  async function openPage(
    facts: RequestFacts,
    code: string,
  ): Promise<{ refusal: Refusal } | Opened> {
    const strange = strangeness(facts);
    if (strange !== null) return { refusal: strange };
    const cookies = facts.header("cookie") ?? "";
    if (codes.redeem(code)) return tickets.forPage(cookies, isEncrypted(facts));
    const device = (await devices?.redeem(code)) ?? null;
    if (device !== null)
      return { cookie: tickets.forDevice(device, isEncrypted(facts)), key: null };
    const isIn = tickets.localRights(cookies, "") !== "nothing" || tickets.deviceOf(cookies);
    const refusal = isIn ? null : refusalFor(missed(facts, code));
    return refusal === null ? { cookie: null, key: null } : { refusal };
  }

  function era(): string {
    return seal(token(), "era");
  }

  function publicOrigin(): string {
    return (typeof publicAddress === "string" ? publicAddress : publicAddress()).toLowerCase();
  }

  /** A tunnel may call us by a name of this machine; its `x-forwarded-proto` gives it away. */
  function isEncrypted({ hosts, header }: RequestFacts): boolean {
    const isTunnel =
      publicOrigin() !== "" && header("x-forwarded-proto")?.toLowerCase() === "https";
    return isTunnel || hosts.some(isPublicHost);
  }

  function isCalledRight({ isClear, hosts }: RequestFacts): boolean {
    return isClear && hosts.every((host) => isMachineHost(host) || isPublicHost(host));
  }

  function isPublicHost(host: string): boolean {
    const origin = publicOrigin();
    return origin !== "" && `https://${host.toLowerCase()}` === origin;
  }

  function admit(facts: RequestFacts): Verdict {
    const strange = strangeness(facts);
    if (strange !== null)
      return { refusal: strange, auth: "unchecked", device: null, access: WHOLE_ACCESS };
    const { auth, device, isByCookie } = recognise(facts);
    const refusal = refusalFor(auth, device) ?? refusalOfChange(facts, isByCookie);
    if (refusal === null && device !== null) devices?.used(device.id);
    return { refusal, auth, device, access: accessFor(device) };
  }

  /** Refusals that no credential prevents: foreign host names, and pages of other sites. */
  function strangeness(facts: RequestFacts): Refusal | null {
    if (!facts.isClear)
      return { status: 400, message: "This request does not say clearly where it wants to go." };
    if (!isCalledRight(facts))
      return { status: 421, message: "This server answers only by its own local address." };
    const origin = facts.header("origin")?.toLowerCase() ?? "";
    if (origin === "" || origin === publicOrigin()) return null;
    if (origin.startsWith("http://") && isMachineHost(origin.slice("http://".length))) return null;
    return { status: 403, message: "A page of another site may not talk to this server." };
  }

  function recognise(facts: RequestFacts): {
    auth: Auth;
    device: Device | null;
    isByCookie: boolean;
  } {
    const { header, path, method, pageKey } = facts;
    const cookie = header("cookie") ?? "";
    const rights = tickets.localRights(cookie, pageKey);
    if (rights === "everything" || (rights === "page_files" && isPageFile(method, path)))
      return { auth: "local", device: null, isByCookie: true };
    const given = bearerIn(header("authorization"));
    // Wrong guesses never lock out the right token, which is too long to be guessed.
    const isMachine =
      isSame(given, token()) || (isForHooks(path) && isSame(given, hookTokenFrom(token())));
    if (isMachine) return { auth: "local", device: null, isByCookie: false };
    const byToken = given === "" ? null : (devices?.find(given) ?? null);
    const device = byToken ?? tickets.deviceOf(cookie);
    if (device !== null) {
      return { auth: authOf(device, method, path), device, isByCookie: byToken === null };
    }
    // A tunnel is a peer on this machine too, and may not show that it forwards requests.
    const isFree =
      localhostBypass && publicOrigin() === "" && isForVoice(path) && isOnThisMachine(facts);
    return { auth: isFree ? "bypass" : missed(facts, given), device: null, isByCookie: false };
  }

  function authOf(device: Device, method: string, path: string): Auth {
    if (isTokenExpired(device)) return "expired";
    const isOpen =
      device.scopes === undefined
        ? isOpenToDevice(device, method, path)
        : mayUse(accessFor(device), method, path);
    return isOpen ? "device" : "out_of_scope";
  }

  function accessFor(device: Device | null): Access {
    return device === null ? WHOLE_ACCESS : accessOf(device, projects);
  }

  function missed({ sourceAddress }: RequestFacts, given: string): Auth {
    if (given !== "") guesses.count(sourceAddress);
    if (guesses.isReached(sourceAddress)) return "limited";
    return given === "" ? "missing" : "wrong";
  }
}

function isKnown(device: Device | null): boolean {
  return device !== null && !isTokenExpired(device);
}

const ALL_OPEN: Pick<Projects, "isOpenTo" | "hasClosed"> = {
  isOpenTo: () => true,
  hasClosed: () => false,
};

function isOpenToDevice({ only }: Device, method: string, path: string): boolean {
  return isForVoice(path) || (only !== "voice" && isForAnswering(method, path));
}

function refusalFor(auth: Auth, device: Device | null = null): Refusal | null {
  switch (auth) {
    case "local":
    case "device":
    case "bypass":
    case "unchecked":
      return null;
    case "expired":
      return { status: 401, message: "This token has expired. Ask for a new one." };
    case "out_of_scope":
      if (device?.scopes !== undefined)
        return {
          status: 403,
          message: `This token is for ${device.scopes.join(", ")}${inProjects(device)}, not for this.`,
        };
      return {
        status: 403,
        message: "A device's token opens questions and the voice page, not this.",
        opens: "/voice",
      };
    case "limited":
      return { status: 429, message: "Too many wrong tokens. Try again in a minute." };
    case "missing":
    case "wrong":
      return {
        status: 401,
        message: "Open Askline from the link it printed, or give the local token.",
      };
  }
}

function inProjects({ projects }: Device): string {
  return projects === undefined ? "" : ` in ${projects.join(", ")}`;
}

function refusalOfChange(
  { method, path, header }: RequestFacts,
  isByCookie: boolean,
): Refusal | null {
  if (method === "GET" || method === "HEAD") return null;
  // Browsers send an Origin with every change; a cookie without one proves nothing.
  if (isByCookie && !header("origin"))
    return { status: 403, message: "A page must say where it comes from." };
  if (method === "DELETE" || isUpload(path) || !hasBody(header)) return null;
  return /^application\/json\b/i.test(header("content-type") ?? "")
    ? null
    : { status: 415, message: "Send JSON." };
}

function hasBody(header: RequestFacts["header"]): boolean {
  return header("transfer-encoding") !== undefined || (header("content-length") ?? "0") !== "0";
}

function bearerIn(header: string | undefined): string {
  const [, given = ""] = /^Bearer (.+)$/i.exec(header ?? "") ?? [];
  return given;
}
