/** `askline verify`: whether a passkey signed exactly what is recorded. */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { signedAction } from "../../core/ask/signed-action.ts";
import { fingerprintOf, proofProblem } from "../../desk/passkeys/check-proof.ts";
import { openPasskeys } from "../../desk/passkeys/passkey-file.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { findAsk } from "../find-ask.ts";
import { prose } from "../prose.ts";
import { verifyMessages } from "./verify-messages.ts";

interface VerifyFlags extends CommonOptions {
  key?: string;
}

export interface Verification {
  /** `verified` is the only one that proves anything. */
  result: "verified" | "open" | "unsigned" | "broken" | "unknown_key";
  /** Why the signature does not hold. */
  problem?: string;
  person?: string;
  fingerprint?: string;
  /** What the passkey is called here, if this machine knows it. */
  passkey?: string;
  origin?: string;
  at?: string;
  /** The text that was signed. */
  action?: string;
}

export async function verify(id: string, options: VerifyFlags): Promise<number> {
  return withContext(options, async ({ desk, settings, locale }) => {
    const ask = await findAsk(desk, id);
    const found = await verificationOf(ask, settings.values.stateDirectory, options.key);
    const words = verifyMessages(locale)[found.result](found);
    process.stdout.write(`${options.json ? JSON.stringify(found) : await prose(words)}\n`);
    return found.result === "verified" ? EXIT.ok : EXIT.failure;
  });
}

/**
 * A key counts if this machine keeps it, or if the person who asks brought its fingerprint from
 * elsewhere: then that one alone counts.
 */
async function verificationOf(
  ask: Ask,
  stateDirectory: string,
  expected: string | undefined,
): Promise<Verification> {
  const { outcome } = ask;
  if (outcome === null) return { result: "open" };
  const { proof } = outcome.provenance;
  if (outcome.status !== "completed" || proof === undefined) return { result: "unsigned" };
  const { who: person = "", at } = outcome.provenance;
  const action = signedAction(ask, outcome.reply, person);
  const fingerprint = fingerprintOf(proof.publicKey);
  const { problem } = await proofProblem(proof, action);
  if (problem !== null) return { result: "broken", problem, fingerprint };
  const kept = await openPasskeys(join(stateDirectory, "passkeys.json")).find(proof.passkey);
  const isKnown =
    expected === undefined
      ? kept?.publicKey === proof.publicKey && kept.person === person
      : plain(expected) === plain(fingerprint);
  return {
    result: isKnown ? "verified" : "unknown_key",
    ...{ person, fingerprint, origin: proof.origin, at, action },
    ...(kept && { passkey: kept.name }),
  };
}

function plain(fingerprint: string): string {
  return fingerprint.toLowerCase().replace(/[^0-9a-f]/g, "");
}
