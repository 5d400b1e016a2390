/** Where the asks are kept, and whether that place can be used. Never says a password. */
import { SpokenError } from "../../core/ask/spoken-error.ts";
import type { Settings } from "../../desk/settings.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

type Place = Pick<Settings, "sessionsDirectory" | "databaseUrl" | "databaseListenUrl">;

export async function examineStore({
  sessionsDirectory,
  databaseUrl: url,
  databaseListenUrl,
}: Place): Promise<Finding> {
  if (url === "") return well("store", (words) => words.storeInFiles(sessionsDirectory));
  const listenUrl = databaseListenUrl === "" ? undefined : databaseListenUrl;
  try {
    const { openDatabase } = await import("../../store/sql/asks/open-asks.ts");
    const onWarning = () => undefined;
    const database = await openDatabase({ url, listenUrl, patienceMs: 0, onWarning });
    const { what, hears } = database.name;
    await database.close();
    return hears
      ? well("store", (words) => words.storeInDatabase(what))
      : warning("store", (words) => words.storeBehindPooler(what));
  } catch (error) {
    return problem("store", (words) => {
      const said = error instanceof SpokenError ? error.words[words.locale] : null;
      const { message = String(error), suggestion = words.storeAdvice } = said ?? {};
      return { what: message, todo: suggestion };
    });
  }
}
