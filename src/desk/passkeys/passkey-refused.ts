/** A signature that is not one of this person's passkeys over this action. */
import { AsklineError } from "../../core/ask/errors.ts";

export class PasskeyRefused extends AsklineError {
  readonly code = "passkey_refused";
  readonly suggestion = "Reload the page, read the question again and sign once more.";
  constructor(why: string) {
    super(`The passkey's signature does not fit. ${why}`);
  }
}
