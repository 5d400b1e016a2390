/** If a client writes its file while set-up is at work, the file is left to the client. */
import { expect, it } from "vitest";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { applyPlans } from "./apply.ts";
import { writeConfig } from "./config-file.ts";
import { openRecords } from "./record.ts";

it("a file that is written between the plan and the change keeps what was written, and there is nothing to undo", async () => {
  using files = openSandbox();
  const path = files.at("settings.json");
  const [before, after, theirs] = ['{"a":1}', '{"a":1,"ours":true}', '{"a":2}'];
  writeConfig(path, before);
  const records = openRecords(files.at("state"));
  let isFirst = true;
  const slow: typeof records = {
    ...records,
    async save(known) {
      await records.save(known);
      if (isFirst) writeConfig(path, theirs);
      isFirst = false;
    },
  };
  const plan = {
    client: "cursor",
    path,
    file: { path, parts: [] },
    action: "change",
    before,
    after,
    done: [],
  } as const;
  const [applied] = await applyPlans([{ ...plan, done: [] }], slow);
  expect(applied?.problem).toBe("changed");
  expect(files.readJson("settings.json")).toEqual({ a: 2 });
  expect(await records.load()).toEqual([]);
});
