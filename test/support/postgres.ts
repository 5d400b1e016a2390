/**
 * A separate PostgreSQL for the tests of one file: a fresh folder with a socket
 * in it, removed afterwards.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { until } from "./patience.ts";

const DEBIAN = "/usr/lib/postgresql";

export interface Postgres extends AsyncDisposable {
  /**
   * Makes a schema and returns how to connect to it. For a program it is as good as an empty
   * database, and faster to make.
   */
  createSchema(): Promise<string>;
}

export async function startPostgres(): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "askline-postgres-"));
  const user = ordinaryUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" } };
  const data = join(folder, "data");
  const initialise = ["-D", data, "-U", "askline", "-A", "trust", "-E", "UTF8", "--no-sync"];
  execFileSync(command("initdb"), initialise, { ...options, stdio: "pipe" });
  const settings = [
    "-c",
    "listen_addresses=",
    "-c",
    `unix_socket_directories=${folder}`,
    "-c",
    "fsync=off",
  ];
  const server = spawn(command("postgres"), ["-D", data, ...settings], {
    ...options,
    stdio: "ignore",
  });
  const end = () => void server.kill("SIGQUIT");
  process.once("exit", end);
  const address = `postgresql://askline@/postgres?host=${encodeURIComponent(folder)}`;
  let schemas = 0;
  await untilReady(address);

  return {
    async createSchema() {
      schemas += 1;
      const name = `test_${schemas}`;
      await run(address, `create schema ${name}`);
      return `${address}&options=${encodeURIComponent(`-c search_path=${name}`)}`;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, "exit");
      end();
      await ended;
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function ordinaryUser(): { uid: number; gid: number } | null {
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
