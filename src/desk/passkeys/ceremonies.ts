/**
 * What passes between a browser and us when a passkey is added or signs. The first passkey of a
 * person is taken as it comes; every later one is signed by an earlier one, or let in by a recovery
 * code, so that nobody adds a key beside the person's own.
 */
import { createHash, randomUUID } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Reply } from "../../core/ask/answer.ts";
import { type Ask, completedBy, type PasskeyProof } from "../../core/ask/ask.ts";
import { signedAction } from "../../core/ask/signed-action.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { proofProblem } from "./check-proof.ts";
import type { Passkey, Passkeys } from "./passkey-file.ts";
import { PasskeyRefused } from "./passkey-refused.ts";

/** The page that asks: a passkey belongs to its host name, and signs for its origin. */
export interface Page {
  host: string;
  origin: string;
}

export interface Addition {
  id: string;
  /** Null for a person's first passkey, which is kept at once. */
  endorsing: PublicKeyCredentialRequestOptionsJSON | null;
}

export interface Ceremonies {
  beginAdding(
    person: string,
    name: string,
    page: Page,
  ): Promise<{ id: string; creating: PublicKeyCredentialCreationOptionsJSON }>;
  takeNew(id: string, response: RegistrationResponseJSON): Promise<Addition>;
  endorse(id: string, by: AuthenticationResponseJSON | { recoveryCode: string }): Promise<Passkey>;
  /** What the browser needs to have this reply signed. */
  beginSigning(
    ask: Ask,
    reply: Reply,
    person: string,
    page: Page,
  ): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** The proof to keep with the outcome. Throws PasskeyRefused. */
  prove(
    ask: Ask,
    reply: Reply,
    person: string,
    response: AuthenticationResponseJSON,
    page: Page,
  ): Promise<PasskeyProof>;
}

interface Adding {
  person: string;
  name: string;
  page: Page;
  challenge: string;
  until: number;
  fresh: Passkey | null;
}

const MINUTES_TO_ADD = 10;
const MOST_AT_ONCE = 20;

export function createCeremonies(passkeys: Passkeys, now: () => Date): Ceremonies {
  const adding = new Map<string, Adding>();
  return { beginAdding, takeNew, endorse, beginSigning, prove };

  async function beginAdding(person: string, name: string, page: Page) {
    const { generateRegistrationOptions } = await import("@simplewebauthn/server");
    const known = await passkeys.of(person);
    const creating = await generateRegistrationOptions({
      rpName: "Askline",
      rpID: page.host,
      userName: person,
      userDisplayName: name,
      excludeCredentials: known.filter(({ host }) => host === page.host).map(asCredential),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    });
    forgetOld();
    const id = randomUUID();
    const until = now().getTime() + MINUTES_TO_ADD * 60_000;
    adding.set(id, { person, name, page, challenge: creating.challenge, until, fresh: null });
    return { id, creating };
  }

  async function takeNew(id: string, response: RegistrationResponseJSON): Promise<Addition> {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { person, name, page, challenge } = begun(id);
    const checked = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: page.origin,
      expectedRPID: page.host,
      requireUserVerification: true,
    }).catch((error: Error) => refuse(error.message));
    if (!checked.verified) return refuse("It was not made for this page.");
    const { credential } = checked.registrationInfo;
    const fresh: Passkey = {
      id: credential.id,
      ...{ name, person, host: page.host, addedAt: now().toISOString() },
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      ...(credential.transports && { transports: credential.transports }),
    };
    if ((await passkeys.of(person)).length === 0) {
      adding.delete(id);
      await passkeys.add(fresh);
      return { id, endorsing: null };
    }
    adding.set(id, { ...begun(id), fresh });
    return { id, endorsing: await signingOptions(person, page.host, endorsementOf(fresh)) };
  }

  async function endorse(id: string, by: AuthenticationResponseJSON | { recoveryCode: string }) {
    const { person, page, fresh } = begun(id);
    if (fresh === null) return refuse("There is no new passkey yet.");
    const kept =
      "recoveryCode" in by
        ? await byRecoveryCode(fresh, by.recoveryCode)
        : { ...fresh, endorsement: await proofOf(person, endorsementOf(fresh), by, page) };
    adding.delete(id);
    await passkeys.add(kept);
    return kept;
  }

  async function byRecoveryCode(fresh: Passkey, code: string): Promise<Passkey> {
    if (await passkeys.takeRecoveryCode(fresh.person, code)) return fresh;
    return refuse("There is no such recovery code, or it was used before.");
  }

  function beginSigning(ask: Ask, reply: Reply, person: string, page: Page) {
    return signingOptions(person, page.host, actionOf(ask, reply, person));
  }

  function prove(
    ask: Ask,
    reply: Reply,
    person: string,
    response: AuthenticationResponseJSON,
    page: Page,
  ) {
    return proofOf(person, actionOf(ask, reply, person), response, page);
  }

  async function signingOptions(person: string, host: string, text: string) {
    const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
    const usable = (await passkeys.of(person)).filter((one) => one.host === host);
    if (usable.length === 0) return refuse(`You have no passkey for ${host}.`);
    return generateAuthenticationOptions({
      rpID: host,
      allowCredentials: usable.map(asCredential),
      challenge: digestOf(text),
      userVerification: "required",
    });
  }

  async function proofOf(
    person: string,
    text: string,
    { id, response }: AuthenticationResponseJSON,
    page: Page,
  ): Promise<PasskeyProof> {
    const passkey = await passkeys.find(id);
    if (passkey === null || passkey.person !== person) return refuse("It is not one of yours.");
    const proof: PasskeyProof = {
      kind: "passkey",
      passkey: id,
      ...{ publicKey: passkey.publicKey, host: passkey.host },
      origin: originIn(response.clientDataJSON),
      authenticatorData: response.authenticatorData,
      clientData: response.clientDataJSON,
      signature: response.signature,
    };
    // A server on another port of the same host could have had it signed.
    if (page.origin !== proof.origin) return refuse("Another page asked for it.");
    const { problem, counter } = await proofProblem(proof, text, passkey.counter);
    if (problem !== null) return refuse(problem);
    await passkeys.noteUse(id, counter);
    return proof;
  }

  function begun(id: string): Adding {
    const found = adding.get(id);
    if (found === undefined || found.until < now().getTime()) return refuse("It took too long.");
    return found;
  }

  function forgetOld() {
    for (const [id, { until }] of adding)
      if (until < now().getTime() || adding.size >= MOST_AT_ONCE) adding.delete(id);
  }
}

/** The reply as it will be recorded. */
function actionOf(ask: Ask, reply: Reply, person: string): string {
  const outcome = completedBy(ask, reply, { by: "person", surface: "", at: "" });
  return signedAction(ask, outcome.status === "completed" ? outcome.reply : reply, person);
}

/** What an earlier passkey signs to let a new one in. */
export function endorsementOf({ id, person, publicKey, host }: Passkey): string {
  return canonicalJson({ askline: 1, adds: { id, person, publicKey, host } });
}

function digestOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(text).digest());
}

function originIn(clientData: string): string {
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    return typeof origin === "string" ? origin : "";
  } catch {
    return "";
  }
}

function asCredential({ id, transports }: Passkey) {
  return { id, ...(transports && { transports }) };
}

function refuse(why: string): never {
  throw new PasskeyRefused(why);
}
