/** The browser's side of passkeys; its library is loaded with the first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** The person turned the browser's dialog away, or this device has no such passkey. */
export class NotSigned extends Error {}

export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON }).catch(notSigned);
}

export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({ optionsJSON }).catch(notSigned);
}

function notSigned(cause: unknown): never {
  throw new NotSigned("The passkey was not used.", { cause });
}
