/** What a wait ends with when its store is closed. */
import { AsklineError } from "../core/ask/errors.ts";

export class StoreClosed extends AsklineError {
  readonly code = "closed";
  readonly suggestion = "Nothing was decided by this; wait again to get the answer.";
  constructor() {
    super("The wait ended because the store was closed.");
  }
}
