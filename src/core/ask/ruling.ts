/** Which of a person's own rules decided. Without schemas, so that pages can load it too. */
import type { Outcome } from "./ask.ts";

/**
 * The surface named in an outcome that a person's own rule decided; `who` is then the rule's name.
 */
export const RULES_SURFACE = "rules";

/** The name of the person's rule that decided the ask; null if a person or the deadline did. */
export function rulingOf({ provenance: { by, surface, who } }: Outcome): string | null {
  return by === "rule" && surface === RULES_SURFACE ? (who ?? "") : null;
}
