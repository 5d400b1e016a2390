/** PgBouncer in transaction mode in front of a test's PostgreSQL, on a free port. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { until } from "./patience.ts";
import { ordinaryUser, type Postgres } from "./postgres.ts";

export interface PgBouncer extends AsyncDisposable {
  /** The same database by way of the pooler. */
  addressOf(direct: string): string;
}

const MOST_SCHEMAS = 200;

export async function startPgBouncer(postgres: Postgres): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "askline-pgbouncer-"));
  const user = ordinaryUser();
  const port = await freePort();
  const settings = join(folder, "pgbouncer.ini");
  const users = Array.from({ length: MOST_SCHEMAS }, (_, at) => `"test_${at + 1}" ""`);
  writeFileSync(join(folder, "users.txt"), `${users.join("\n")}\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${postgres.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 5
`,
  );
  if (user !== null)
    for (const path of ["", "pgbouncer.ini", "users.txt"])
      chownSync(join(folder, path), user.uid, user.gid);
  const server = spawn("/usr/sbin/pgbouncer", ["-q", settings], { ...user, stdio: "ignore" });
  const end = () => void server.kill("SIGKILL");
  process.once("exit", end);
  await until("PgBouncer", () => accepts(port));
  return {
    addressOf: (direct) => direct.replace(`:${postgres.port}/`, `:${port}/`),
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      end();
      await ended;
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
