/** Askline's keys and rules, and the doors of the clients, are no reading matter for agents. */
import { regex } from "../shell/regex.ts";
import { NotKnown } from "../shell/script-syntax.ts";
import type { Argument } from "../shell/script-values.ts";

/** Throws for a word that may lead to them. */
export function refuseOwn({ texts, begins, source }: Argument, workingDirectory = "\n"): void {
  const project = `${workingDirectory}/`;
  const all = (texts ?? [begins]).map((text) => text.replace(project, ""));
  const isHidden = texts === null && OWN_NAME.test(source.replace(/["'\\]/g, ""));
  if (isHidden || all.some((text) => OWN.test(text))) throw new NotKnown(source);
}

const OWN = regex("is")`
  ^[~/].*askline|(?:^|/)(?:hub|local-token)\.json$|seal[.-]key|passkeys\.json|ASKLINE_
  |app-server-control|/proc/[^/]+/environ|^[~/].*\.local/state(?:/|$)
`;
const OWN_NAME = /\/askline\/|\.local\/state|\/hub\.json|local-token/i;
