/** Checks a passkey's signature over a text with its public key alone. */
import { createHash } from "node:crypto";
import type { PasskeyProof } from "../../core/ask/ask.ts";

/**
 * The problem is null if the signature holds. The counter is the authenticator's own; for a proof
 * that was recorded long ago begin at 0.
 */
export async function proofProblem(
  proof: PasskeyProof,
  text: string,
  counter = 0,
): Promise<{ problem: string | null; counter: number }> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { passkey, publicKey, host, origin, authenticatorData, clientData, signature } = proof;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id: passkey, rawId: passkey, type: "public-key", clientExtensionResults: {} },
        response: { authenticatorData, clientDataJSON: clientData, signature },
      },
      expectedChallenge: createHash("sha256").update(text).digest("base64url"),
      ...{ expectedOrigin: origin, expectedRPID: host, requireUserVerification: true },
      credential: {
        id: passkey,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter,
      },
    });
    const problem = verified ? null : "It was not made by this passkey.";
    return { problem, counter: authenticationInfo.newCounter };
  } catch (error) {
    return { problem: (error as Error).message, counter };
  }
}

/** A short name for a public key, for people to compare. */
export function fingerprintOf(publicKey: string): string {
  const hash = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");
  return (hash.slice(0, 32).match(/.{4}/g) ?? []).join(" ");
}
