/** Drafts on a real disk, which may fail. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { openDesk } from "../../askline.ts";
import { openPrompt } from "../../terminal/form/state.ts";
import { createDraftKeeper } from "./draft-keeper.ts";
import { draftFrom, pageFrom } from "./model/draft.ts";

it("prefers a newer draft that could not be written to the older one on disk", async () => {
  using files = openSandbox();
  const desk = openDesk({ sessionsDirectory: files.at("sessions") });
  const ask = await desk.ask({
    questions: [{ title: "Name", prompt: "What name?", selectionMode: "text_input" }],
    source: { kind: "mcp" },
    mode: "detached",
  });
  const keeper = createDraftKeeper(desk.drafts, { surface: "inbox", person: "minji" });
  const fresh = pageFrom(openPrompt(ask, {}, null), null);
  const [older, newer] = ["older", "newer"].map((reason) => ({ ...fresh, reason }));
  if (older === undefined || newer === undefined) throw new Error("There are two drafts.");
  keeper.saveSoon(ask.id, older);
  await keeper.flush();
  const session = files.at("sessions", ask.id);
  const name = readdirSync(session).find((file) => file.startsWith(".draft-"));
  rmSync(`${session}/${name}`);
  mkdirSync(`${session}/${name}/in-the-way`, { recursive: true });

  keeper.saveSoon(ask.id, newer);
  await keeper.flush();
  expect(await keeper.load(ask.id)).toEqual(JSON.parse(JSON.stringify(draftFrom(newer))));

  rmSync(`${session}/${name}`, { recursive: true });
  await keeper.flush();
  expect(await desk.drafts.load(ask.id, { surface: "inbox", person: "minji" })).toMatchObject({
    reason: "newer",
  });
  await desk.close();
});
