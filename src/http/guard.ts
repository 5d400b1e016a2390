/** Who may talk to a server of ours: this machine's own clients with the token or its cookie, and nobody's web page. */
import { createHash, timingSafeEqual } from "node:crypto";

export interface GuardOptions {
  token: string;
  port: number;
}

/** What a guard looks at: a fetch request, or the bare headers of an upgrade. */
export interface Knock {
  method: string;
  header(name: string): string | null | undefined;
}

export interface Refusal {
  status: number;
  message: string;
}

export interface Guard {
  /** Whether it was called by one of its own names, and not by one that somebody made lead here. */
  knowsHost(host: string | null | undefined): boolean;
  /** Null lets it through. */
  refuse(knock: Knock): Refusal | null;
  /** Whether this is the token itself; wrong ones are counted. */
  isToken(given: string): boolean;
  /** For a page that came with the token: its credential from then on. */
  readonly cookie: string;
}

const WRONG_TOKENS_ALLOWED = 20;
const WRONG_TOKENS_FORGOTTEN_MS = 60_000;

export function createGuard({ token, port }: GuardOptions): Guard {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
  // Not the token itself, and good for this port only: browsers send cookies to every port of a machine.
  const ticket = digest(`${token} ${port}`).toString("base64url");
  const cookieName = `askline_${port}`;
  let wrongTokens = 0;
  let countingSince = 0;
  return {
    knowsHost,
    refuse,
    isToken,
    cookie: `${cookieName}=${ticket}; Path=/; HttpOnly; SameSite=Strict; Max-Age=604800`,
  };

  function knowsHost(host: string | null | undefined): boolean {
    return names.includes((host ?? "").toLowerCase());
  }

  function refuse({ method, header }: Knock): Refusal | null {
    if (!knowsHost(header("host"))) {
      return { status: 421, message: "This server answers only by its own local address." };
    }
    const origin = header("origin")?.toLowerCase();
    if (origin && !names.some((name) => origin === `http://${name}`)) {
      return { status: 403, message: "A page of another site may not talk to this server." };
    }
    const isChange = method !== "GET" && method !== "HEAD";
    const byCookie = isSame(cookieIn(header("cookie")), ticket);
    // A page always says where it comes from when it changes something; a cookie without that is no proof.
    if (isChange && byCookie && !origin) return { status: 403, message: "A page must say where it comes from." };
    if (!byCookie && !isToken(bearerIn(header("authorization")))) return unauthorised();
    if (isChange && method !== "DELETE" && !/^application\/json\b/i.test(header("content-type") ?? "")) {
      return { status: 415, message: "Send JSON." };
    }
    return null;
  }

  function unauthorised(): Refusal {
    if (wrongTokens > WRONG_TOKENS_ALLOWED)
      return { status: 429, message: "Too many wrong tokens. Try again in a minute." };
    return { status: 401, message: "Open Askline from the link it printed, or give the local token." };
  }

  function isToken(given: string): boolean {
    if (Date.now() - countingSince > WRONG_TOKENS_FORGOTTEN_MS) {
      countingSince = Date.now();
      wrongTokens = 0;
    }
    // The right one is never kept out by somebody else's guesses: it is long enough not to be guessed at any rate.
    if (isSame(given, token)) return true;
    if (given !== "") wrongTokens += 1;
    return false;
  }

  function cookieIn(header: string | null | undefined): string {
    const pairs = (header ?? "").split(/;\s*/);
    return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
  }
}

export function knockOf(request: Request): Knock {
  return { method: request.method, header: (name) => request.headers.get(name) };
}

function bearerIn(header: string | null | undefined): string {
  const [, given = ""] = /^Bearer (.+)$/i.exec(header ?? "") ?? [];
  return given;
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
