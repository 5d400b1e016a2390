/** npm as the tests run it: the one program here that leaves the machine. */
import { execFileSync } from "node:child_process";

/** Where `same-every-time.ts` keeps what it takes out of every other program's environment. */
export const KEPT_CERTIFICATES = "ASKLINE_TEST_CERTIFICATES";

/** Returns what it prints. It is given the machine's own certificates to reach its registry. */
export function npm(args: string[], options: { cwd?: string } = {}): string {
  const certificates = process.env[KEPT_CERTIFICATES];
  return execFileSync("npm", args, {
    ...options,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }) },
  });
}
