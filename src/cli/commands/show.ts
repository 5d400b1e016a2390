/** `askline show`: one ask with everything known about it. */

import { printableJson } from "../../core/json.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { askAsJson, askAsPage } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { findAsk } from "../find-ask.ts";

export async function show(id: string, options: CommonOptions): Promise<number> {
  return withContext(options, async ({ desk, locale }) => {
    const ask = await findAsk(desk, id);
    process.stdout.write(
      `${options.json ? printableJson(askAsJson(ask)) : askAsPage(ask, new Date(), locale)}\n`,
    );
    return EXIT.ok;
  });
}
