/** A PostgreSQL of the benchmark's own, with fsync on, on a free port. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const DEBIAN = "/usr/lib/postgresql";

export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), "askline-bench-pg-"));
  const isRoot = process.getuid() === 0;
  const idOf = (kind) => Number(execFileSync("id", [kind, "postgres"], { encoding: "utf8" }));
  const user = isRoot ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (isRoot) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const running = { ...user, cwd: folder, stdio: "ignore" };
  execFileSync(
    command("initdb"),
    ["-D", data, "-U", "askline", "-A", "trust", "-E", "UTF8"],
    running,
  );
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", port, unix_socket_directories: folder, fsync: "on" },
    ...{ shared_buffers: "512MB", max_wal_size: "4GB", max_connections: 300 },
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(command("postgres"), ["-D", data, ...flags], running);
  const end = () => server.kill("SIGQUIT");
  process.once("exit", end);
  const url = `postgres://askline@127.0.0.1:${port}/postgres`;
  while (!(await accepts(url))) await sleep(100);
  return {
    url,
    async close() {
      const ended = once(server, "exit");
      end();
      await ended;
      process.off("exit", end);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(connectionString) {
  const client = new pg.Client({ connectionString });
  client.on("error", () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Debian keeps the commands of each version in a folder of its own, outside the path. */
function command(name) {
  try {
    const [newest] = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    return newest === undefined ? name : join(DEBIAN, newest, "bin", name);
  } catch {
    return name;
  }
}
