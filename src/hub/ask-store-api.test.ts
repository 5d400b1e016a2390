/** The suite of every store of asks, over HTTP against a hub on a socket of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";
import { createDesk } from "../desk/desk.ts";
import { askStoreContract } from "../store/ask-store.contract.ts";
import { systemClock } from "../store/clock.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { lifeOf, thisProcess } from "../store/process-identity.ts";
import { openHttpStore } from "../store/remote/http-store.ts";
import { openTransport } from "../store/remote/transport.ts";
import { createAskStoreApi } from "./ask-store-api.ts";
import { startHub } from "./hub.ts";

const TOKEN = "the machine's own";

describe("store on a hub", () =>
  askStoreContract(async () => {
    const directory = mkdtempSync(join(tmpdir(), "askline-hub-store-"));
    const hubs: { close(): Promise<void> }[] = [];
    return {
      async open(options) {
        const store = openFileStore({ directory, ...options });
        const parts = { store, clock: systemClock, owner: thisProcess, lifeOf };
        const desk = createDesk({ ...parts, newId: () => crypto.randomUUID() });
        const api = createAskStoreApi({ store, desk, clock: systemClock, version: "test" });
        const hub = await startHub({ port: 0, token: TOKEN, parts: [api], version: "test" });
        hubs.push(hub, desk);
        const transport = openTransport({ url: hub.url, token: TOKEN, clock: systemClock });
        return openHttpStore({ transport, clock: systemClock, place: "here" });
      },
      async dispose() {
        for (const one of hubs) await one.close();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  }));
