/** The suite of every store of asks, over HTTP against a hub on a socket of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import { knownSecrets } from "../../test/support/secret-shapes.ts";
import type { Ask } from "../core/ask/ask.ts";
import { questionFrom } from "../core/ask/question.ts";
import { createDesk } from "../desk/desk.ts";
import { askStoreContract } from "../store/ask-store.contract.ts";
import { systemClock } from "../store/clock.ts";
import { openFileStore } from "../store/file/file-store.ts";
import { openSeals } from "../store/file/seals.ts";
import { lifeOf, thisProcess } from "../store/process-identity.ts";
import { redacting } from "../store/redacting-store.ts";
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

it("a second try of the same ask is known where secrets are hidden, another ask is not", async () => {
  using files = openSandbox();
  const seals = openSeals(files.at("seal-key.json"));
  const store = redacting(openFileStore({ directory: files.at("sessions") }), {
    seals,
    locale: () => "en",
  });
  const parts = { store, clock: systemClock, owner: thisProcess, lifeOf };
  const desk = createDesk({ ...parts, newId: () => crypto.randomUUID() });
  const api = createAskStoreApi({ store, desk, clock: systemClock, version: "test" });
  const hub = await startHub({ port: 0, token: TOKEN, parts: [api], version: "test" });
  const transport = openTransport({ url: hub.url, token: TOKEN, clock: systemClock });
  const remote = openHttpStore({ transport, clock: systemClock, place: "here" });
  const [, secret = ""] = knownSecrets()[2] ?? [];
  const ask: Ask = {
    ...{ id: crypto.randomUUID(), returnPath: "caller", urgency: "normal", onTimeout: "none" },
    questions: [questionFrom({ prompt: `Is ${secret} in use?`, options: [{ label: "Yes" }] })],
    ...{ source: { kind: "cli" }, createdAt: new Date().toISOString() },
    ...{ expiresAt: null, owner: null, outcome: null },
  };
  try {
    await remote.create(ask);
    await remote.create(ask);
    expect((await remote.load(ask.id)).questions[0]?.prompt).toContain("hidden: a GitHub token");
    const other = { ...ask, questions: [questionFrom({ prompt: "Another?", options: [] })] };
    await expect(remote.create(other)).rejects.toMatchObject({ code: "id_taken" });
  } finally {
    await remote.close();
    await hub.close();
    await desk.close();
  }
});
