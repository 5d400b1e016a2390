/** Which hub elsewhere this machine works with, whether it answers, and what waits to be sent to it. */
import { join } from "node:path";
import type { Settings } from "../../desk/settings.ts";
import { lookAt } from "../../store/remote/look.ts";
import { inWords } from "../failure.ts";
import { checkRemote } from "../remote/address.ts";
import type { RemoteHub } from "../remote/remote-here.ts";
import { type Finding, problem, warning, well } from "./finding.ts";

export async function examineRemote(
  remote: RemoteHub,
  { stateDirectory }: Pick<Settings, "stateDirectory">,
): Promise<Finding[]> {
  try {
    checkRemote(remote);
  } catch (error) {
    return [
      problem("remote", (words) => words.remoteTrouble(remote.url, inWords(error, words.locale))),
    ];
  }
  const directory = join(stateDirectory, "remote");
  const { me, trouble, waiting } = await lookAt({ ...remote, directory });
  const refused = waiting.filter(({ isRefusedForGood }) => isRefusedForGood).length;
  const queue = waiting.length - refused;
  return [
    trouble === null
      ? well("remote", (words) => words.remote(remote.url, me?.token?.name ?? ""))
      : problem("remote", (words) =>
          words.remoteTrouble(remote.url, inWords(trouble, words.locale)),
        ),
    ...(queue === 0 ? [] : [warning("remote-queue", (words) => words.remoteQueue(queue))]),
    ...(refused === 0 ? [] : [warning("remote-refused", (words) => words.remoteRefused(refused))]),
  ];
}
