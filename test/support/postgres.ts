/**
 * A separate PostgreSQL for the tests of one file: a fresh folder with a socket
 * in it, removed afterwards.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { until } from "./patience.ts";

const DEBIAN = "/usr/lib/postgresql";

export interface Postgres extends AsyncDisposable {
  /**
   * Makes a schema and returns how to connect to it. For a program it is as good as an empty
   * database, and faster to make. A durable server makes a user for it too, whose schema it is, so
   * that a pooler in front of it can be used, and is reached over TCP.
   */
  createSchema(): Promise<string>;
  /** 0 unless it listens to TCP. */
  readonly port: number;
  /** Kills the server as a power failure would, and starts it again; resolves when it accepts. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when the process has begun; it may take no connections yet. */
  begin(): void;
}

export interface PostgresOptions {
  /** Every commit reaches the disk; also listens to TCP on a free port. */
  durable?: boolean;
  settings?: Record<string, string>;
}

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const { durable = false, settings = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), "askline-postgres-"));
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const running = { ...user, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" } };
  const data = join(folder, "data");
  const initialise = ["-D", data, "-U", "askline", "-A", "trust", "-E", "UTF8", "--no-sync"];
  execFileSync(command("initdb"), initialise, { ...running, stdio: "pipe" });
  const port = durable ? await freePort() : 0;
  const all = {
    listen_addresses: durable ? "127.0.0.1" : "",
    unix_socket_directories: folder,
    fsync: durable ? "on" : "off",
    ...(durable ? { port: String(port), max_connections: "200" } : {}),
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  let server: ChildProcess;
  begin();
  const end = () => void server.kill("SIGQUIT");
  process.once("exit", end);
  const socket = `host=${encodeURIComponent(folder)}${durable ? `&port=${port}` : ""}`;
  const address = `postgresql://askline@/postgres?${socket}`;
  let made = 0;
  await untilReady(address);

  return {
    port,
    begin,
    stop,
    async createSchema() {
      made += 1;
      const name = `test_${made}`;
      if (!durable) {
        await run(address, `create schema ${name}`);
        return `${address}&options=${encodeURIComponent(`-c search_path=${name}`)}`;
      }
      // A user's own schema comes first in the search path.
      await run(address, `create role ${name} login; create schema authorization ${name}`);
      return `postgres://${name}@127.0.0.1:${port}/postgres`;
    },
    async restart() {
      await stop();
      begin();
      await untilReady(address);
    },
    async [Symbol.asyncDispose]() {
      await stop();
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function begin() {
    server = spawn(command("postgres"), ["-D", data, ...flags], { ...running, stdio: "ignore" });
  }

  async function stop() {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGQUIT");
    await ended;
  }
}

async function untilReady(connectionString: string): Promise<void> {
  let why: unknown;
  await until(
    () => `PostgreSQL: ${why}`,
    () =>
      run(connectionString, "select 1").then(
        () => true,
        (error) => {
          why = error;
          return false;
        },
      ),
  );
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
export function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (kind: string) =>
    Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** Debian keeps the commands of each version in a folder of its own, outside the path. */
function command(name: string): string {
  try {
    const [newest] = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    return newest === undefined ? name : join(DEBIAN, newest, "bin", name);
  } catch {
    return name;
  }
}
