/** `askline reject`: declines an ask, with or without a reason. */
import { printableJson } from "../../core/json.ts";
import { untilTaken } from "../../desk/acknowledge.ts";
import { refuseAgentsWords } from "../../desk/agent-here.ts";
import { acknowledged } from "../acknowledged.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { askAsJson, shortId } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { findAsk } from "../find-ask.ts";
import { messages } from "../messages.ts";

export async function reject(
  id: string,
  options: CommonOptions & { reason?: string },
): Promise<number> {
  return withContext(options, async ({ desk, locale, person, settings }) => {
    const ask = await findAsk(desk, id);
    refuseAgentsWords(settings.values);
    const by = { surface: "command", who: person };
    const settled = await desk.reject(ask.id, { reason: options.reason ?? null }, by);
    const rejected = await untilTaken(settled, desk);
    const said = acknowledged(rejected, messages(locale).rejected(shortId(rejected)), locale);
    process.stdout.write(options.json ? `${printableJson(askAsJson(rejected))}\n` : `${said}\n`);
    return EXIT.ok;
  });
}
