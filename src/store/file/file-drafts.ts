/** Drafts beside the session they belong to, one file for each surface and person. */
import { join } from "node:path";
import { AskNotFound } from "../../core/ask/errors.ts";
import { createKeyedQueue } from "../../core/queue.ts";
import type { DraftKey, DraftStore } from "../ask-store.ts";
import type { Machine } from "../machine.ts";
import { readJson, writeJson } from "./durable-file.ts";
import { isSessionDirectory, sessionPath } from "./session-directory.ts";

const DRAFT_NAME = /^\.draft-[0-9a-f]+\.json$/;

export function openFileDrafts(directory: string, machine: Machine): DraftStore {
  // A long draft takes longer to write than the short one after it, which has to be the one to stay.
  const inTurn = createKeyedQueue();
  return { save, load, clear, copy };

  async function save(id: string, key: DraftKey, draft: unknown) {
    const path = draftPath(id, key);
    if (!isSessionDirectory(sessionPath(directory, id), machine.disk)) throw new AskNotFound(id);
    await inTurn(path, () => writeJson(path, draft, { durable: "file" }, machine));
  }

  async function load(id: string, key: DraftKey) {
    // An unreadable draft is only a lost convenience; it must not keep anybody from answering.
    return readJson(draftPath(id, key), machine).catch(() => null);
  }

  async function clear(id: string, key: DraftKey) {
    const path = draftPath(id, key);
    await inTurn(path, async () => machine.disk.rmSync(path, { force: true }));
  }

  async function copy(fromId: string, toId: string) {
    const from = sessionPath(directory, fromId);
    const names = machine.disk.readdirSync(from).filter((name) => DRAFT_NAME.test(name));
    for (const name of names) {
      const draft = await readJson(join(from, name), machine);
      await writeJson(
        join(sessionPath(directory, toId), name),
        draft,
        { durable: "file" },
        machine,
      );
    }
  }

  /** Surfaces and persons may be called anything, so their names do not become file names. */
  function draftPath(id: string, { surface, person }: DraftKey): string {
    const { createHash } = process.getBuiltinModule("node:crypto");
    const name = createHash("sha256")
      .update(JSON.stringify([surface, person]))
      .digest("hex")
      .slice(0, 16);
    return join(sessionPath(directory, id), `.draft-${name}.json`);
  }
}
