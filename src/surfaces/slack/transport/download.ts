/**
 * Downloads files of messages with the bot's token, from Slack alone: an address elsewhere would
 * get the token, and could be anything on this network.
 */

export type Download = (url: string, limits: DownloadLimits) => Promise<Downloaded>;

export interface DownloadLimits {
  mostBytes: number;
  signal: AbortSignal;
}

/** `refused`: Slack did not give it, or it is not Slack that should. */
export type Downloaded = Buffer | "too_large" | "refused";

export interface DownloadParts {
  token: string;
  apiUrl: string;
}

const WITHIN_MS = 60_000;

export function createDownload({ token, apiUrl }: DownloadParts): Download {
  return async (url, { mostBytes, signal }) => {
    if (!isSlacksOwn(url, apiUrl)) return "refused";
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      // Slack leads whoever may not see a file to a page to sign in.
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
    });
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return "refused";
    }
    return bytesOf(response.body, mostBytes);
  };
}

/** `files.slack.com` for an API at `slack.com`; also the API's own origin. */
export function isSlacksOwn(address: string, apiUrl: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== "" || url.password !== "") return false;
  const api = new URL(apiUrl);
  const isFileHost = url.hostname === `files.${api.hostname.replace(/^www\./, "")}`;
  return url.origin === api.origin || (url.protocol === "https:" && url.port === "" && isFileHost);
}

async function bytesOf(
  body: ReadableStream<Uint8Array>,
  mostBytes: number,
): Promise<Buffer | "too_large"> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // What Slack said of the size may be wrong.
  for await (const chunk of body) {
    length += chunk.length;
    if (length > mostBytes) return "too_large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
