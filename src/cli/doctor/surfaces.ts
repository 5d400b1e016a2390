/** Runs the checks that surfaces bring. */
import type { Settings } from "../../desk/settings.ts";
import { allSurfaces } from "../surfaces.ts";
import type { Finding } from "./finding.ts";

export async function examineSurfaces(settings: Settings): Promise<Finding[]> {
  const found = await Promise.all(
    (await allSurfaces()).map(({ examine }) => examine?.(settings) ?? []),
  );
  return found
    .flat()
    .map(({ check, level, words }) => ({ check, level, say: ({ locale }) => words[locale] }));
}
