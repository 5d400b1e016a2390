/** An ntfy server on this machine with one topic, which may be open to all or need a token. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./patience.ts";

export interface NtfySent {
  topic: string;
  title: string;
  message: string;
  priority: number;
  sequence_id: string;
  click?: string;
  actions?: { label: string; url: string; method: string }[];
}

export interface NtfyServer extends AsyncDisposable {
  readonly topic: string;
  readonly token: string;
  /** Whether the topic can be read and written without the token. */
  isOpen: boolean;
  readonly sent: NtfySent[];
  /** What phones show: the last of each sequence, without those that were deleted. */
  shown(): NtfySent[];
  after(count: number): Promise<NtfySent>;
}

export async function startNtfyServer({ isOpen = false } = {}): Promise<NtfyServer> {
  const token = "tk_secret0123456789";
  const sent: NtfySent[] = [];
  const open = new Map<string, NtfySent>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    const mayGo = self.isOpen || request.headers.authorization === `Bearer ${token}`;
    const reply = (status: number) => response.writeHead(status).end();
    if (!mayGo) return reply(403);
    const { method, url = "" } = request;
    const [, sequence = ""] = /^\/asks\/([\w-]+)$/.exec(url) ?? [];
    if (method === "POST" && url === "/") {
      const message = JSON.parse(body) as NtfySent;
      sent.push(message);
      open.set(message.sequence_id, message);
    }
    if (method === "DELETE") open.delete(sequence);
    return reply(200);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const self: NtfyServer = {
    topic: `http://127.0.0.1:${(server.address() as AddressInfo).port}/asks`,
    ...{ token, isOpen, sent },
    shown: () => [...open.values()],
    after: (count) => until(`notice ${count}`, async () => sent[count - 1]),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return self;
}
