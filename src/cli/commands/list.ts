/** `askline list`: the open asks, newest first. */

import { printableJson } from "../../core/json.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { askAsJson, askAsRow } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { inWords } from "../failure.ts";
import { messages } from "../messages.ts";
import { print } from "../standard-output.ts";
import { tableHere } from "../table.ts";
import { withAway } from "./with-away.ts";

export async function list(options: CommonOptions & { all?: boolean }): Promise<number> {
  return withContext(options, async ({ desk, locale, settings }) => {
    const asks = await desk.list({
      ...(options.all ? {} : { status: "pending" }),
      onDamaged: (_, error) =>
        process.stderr.write(`${safeText(inWords(error, locale).message)}\n`),
    });
    const text = messages(locale);
    const now = new Date();
    const nothing = options.all ? text.nothingThere : text.nothingOpen;
    const rows = [text.columns, ...asks.map((ask) => askAsRow(ask, now, locale))];
    const listed = asks.length === 0 ? nothing : await tableHere(rows);
    const forPeople = await withAway(listed, settings.values.stateDirectory, locale);
    print(`${options.json ? printableJson(asks.map(askAsJson)) : forPeople}\n`);
    return EXIT.ok;
  });
}
