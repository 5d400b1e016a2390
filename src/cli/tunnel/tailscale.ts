/**
 * Tailscale: `tailscale serve` gives the hub a name and a certificate within the person's own network.
 * Only `serve` is used, never `funnel`, which would open it to the whole internet.
 */
import { z } from "zod";
import { jsonIn } from "../../core/json.ts";
import type { Tunnel } from "../../http/public-address.ts";
import { onPath } from "../launch.ts";
import { runHere, runShown } from "./run-program.ts";
import { TunnelError, type Way, type WayBack } from "./way.ts";

// The ports that Tailscale's https servers are known by.
const HTTPS_PORTS = [443, 8443, 10000];

const Status = z.object({
  BackendState: z.string(),
  Self: z.object({ DNSName: z.string().default("") }).optional(),
  CertDomains: z.array(z.string()).nullish(),
});

const Served = z.object({
  TCP: z.record(z.string(), z.unknown()).nullish(),
  Web: z
    .record(
      z.string(),
      z.object({ Handlers: z.record(z.string(), z.object({ Proxy: z.string().optional() })) }),
    )
    .nullish(),
});

export async function tailscaleWay(facts: { port: number; openedAt: string }): Promise<Way> {
  if (onPath("tailscale") === undefined) throw new TunnelError((text) => text.noWay);
  const name = await nameHere();
  const served = await servedNow();
  const httpsPort = HTTPS_PORTS.find((one) => !isTaken(served, one));
  if (httpsPort === undefined) throw new TunnelError((text) => text.portsTaken(HTTPS_PORTS));
  const address = `https://${name}${httpsPort === 443 ? "" : `:${httpsPort}`}`;
  const words = ["serve", "--bg", `--https=${httpsPort}`, proxyTo(facts.port)];
  return {
    tunnel: { via: "tailscale", address, httpsPort, ...facts },
    command: ["tailscale", ...words],
    // It may want a yes of the person's, as when certificates are not turned on yet.
    open: () => runShown("tailscale", words),
  };
}

export function tailscaleBack({ address, httpsPort = 443, port }: Tunnel): WayBack {
  return { isUp, close };

  async function isUp(): Promise<boolean> {
    const host = `${new URL(address).hostname}:${httpsPort}`;
    const { Web } = await servedNow().catch(() => ({ Web: null }));
    return Web?.[host]?.Handlers["/"]?.Proxy === proxyTo(port);
  }

  async function close() {
    if (!(await isUp())) return "left" as const;
    await runHere("tailscale", ["serve", `--https=${httpsPort}`, "off"]);
    return "closed" as const;
  }
}

async function nameHere(): Promise<string> {
  const status = Status.safeParse(jsonIn(await runHere("tailscale", ["status", "--json"]))).data;
  if (status?.BackendState !== "Running") throw new TunnelError((text) => text.tailscaleDown);
  const name = (status.Self?.DNSName ?? "").replace(/\.$/, "").toLowerCase();
  const hasNames = /^[a-z0-9.-]+$/.test(name) && (status.CertDomains ?? []).length > 0;
  if (!hasNames) throw new TunnelError((text) => text.noCertificates);
  return name;
}

async function servedNow(): Promise<z.infer<typeof Served>> {
  const text = await runHere("tailscale", ["serve", "status", "--json"]);
  return Served.safeParse(jsonIn(text)).data ?? {};
}

function isTaken({ TCP }: z.infer<typeof Served>, port: number): boolean {
  return TCP != null && Object.hasOwn(TCP, String(port));
}

function proxyTo(port: number): string {
  return `http://127.0.0.1:${port}`;
}
