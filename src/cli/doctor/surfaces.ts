/** Runs the checks that surfaces bring. */
import type { Settings } from "../../desk/settings.ts";
import { publicAddressOf } from "../../http/public-address.ts";
import { remoteHere } from "../remote/remote-here.ts";
import { allSurfaces } from "../surfaces.ts";
import { type Finding, well } from "./finding.ts";

export async function examineSurfaces(settings: Settings): Promise<Finding[]> {
  const found = await Promise.all(
    (await allSurfaces()).map(({ examine }) => examine?.(settings) ?? []),
  );
  return found
    .flat()
    .map(({ check, level, words }) => ({ check, level, say: ({ locale }) => words[locale] }));
}

/** Everywhere that text leaves this machine to, in one line. */
export async function examineLeaving(settings: Settings): Promise<Finding> {
  const places = await Promise.all(
    (await allSurfaces()).map(({ leavesTo }) => leavesTo?.(settings) ?? []),
  );
  const all = places.flat();
  const address = publicAddressOf(settings);
  const remote = remoteHere(settings.stateDirectory);
  return well("leaves", (words) =>
    words.leaves([
      ...(remote === null ? [] : [words.questionsTo(remote.url)]),
      ...(address === "" ? [] : [words.pagesAt(address)]),
      ...all.map((one) => one[words.locale]),
    ]),
  );
}
