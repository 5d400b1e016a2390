/** The suite of every store of asks, for what a machine with a hub elsewhere has. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { createDesk } from "../src/desk/desk.ts";
import { createAskStoreApi } from "../src/hub/ask-store-api.ts";
import { startHub } from "../src/hub/hub.ts";
import { askStoreContract } from "../src/store/ask-store.contract.ts";
import { systemClock } from "../src/store/clock.ts";
import { openFileStore } from "../src/store/file/file-store.ts";
import { lifeOf, thisProcess } from "../src/store/process-identity.ts";
import { openHttpStore } from "../src/store/remote/http-store.ts";
import { openOfflineStore } from "../src/store/remote/offline-store.ts";
import { openTransport } from "../src/store/remote/transport.ts";

const TOKEN = "the machine's own";

// It keeps what a hub that is gone could not take; here the hub is there all the while.
describe("store of a machine with a hub", () =>
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
        const there = openHttpStore({ transport, clock: systemClock, place: "here" });
        const kept = join(directory, `.kept-${hubs.length}`);
        const onWarning = (message: string) => expect.unreachable(message);
        return openOfflineStore({ hub: there, url: hub.url, directory: kept, onWarning });
      },
      async dispose() {
        for (const one of hubs) await one.close();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  }));
