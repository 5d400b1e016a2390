/** Messages between the page of passkeys and its server. The browser loads nothing of this file. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";
import { Reply } from "../../core/ask/answer.ts";
import type { Locale } from "../../core/locale.ts";

/** `GET /api/passkeys`. */
export interface PasskeyPage {
  passkeys: ShownPasskey[];
  recoveryCodesLeft: number;
  /** What needs a passkey's signature. */
  passkeyFor: "nothing" | "destructive" | "permissions";
  locale: Locale;
}

export interface ShownPasskey {
  id: string;
  name: string;
  host: string;
  addedAt: string;
  /** A short name of its public key, for people to compare. */
  fingerprint: string;
}

/** `POST /api/passkeys/begin`. */
export const BeginBody = z.object({ name: z.string().trim().min(1).max(80) });
export type BeginBody = z.infer<typeof BeginBody>;
export interface Begun {
  id: string;
  creating: PublicKeyCredentialCreationOptionsJSON;
}

/** `POST /api/passkeys/new`. The browser's own response; the library checks every part of it. */
export const NewBody = z.object({ id: z.uuid(), response: z.custom<RegistrationResponseJSON>() });
export type NewBody = z.infer<typeof NewBody>;

/** `POST /api/passkeys/endorse`: by an earlier passkey, or a recovery code. */
export const EndorseBody = z.object({
  id: z.uuid(),
  by: z.union([
    z.object({ recoveryCode: z.string().max(80) }),
    z.object({ response: z.custom<AuthenticationResponseJSON>() }),
  ]),
});
export type EndorseBody = z.infer<typeof EndorseBody>;

/** After both: either it is kept, or an earlier passkey has to sign it first. */
export type Kept =
  | { endorsing: PublicKeyCredentialRequestOptionsJSON }
  /** The codes come with the first passkey, and are shown this once. */
  | { endorsing: null; page: PasskeyPage; recoveryCodes: string[] };

/** `POST /api/asks/{id}/sign`: what the browser needs to have this reply signed. */
export const SignBody = z.object({ reply: Reply });
export type SignBody = z.infer<typeof SignBody>;
export type Signing = PublicKeyCredentialRequestOptionsJSON;
