/**
 * A store into which no secret of a known shape is written, where the asks of many people lie
 * together. What an agent then does is its own call as it was; only what is kept and shown has marks
 * in their place.
 */
import type { Ask } from "../core/ask/ask.ts";
import type { Locale } from "../core/locale.ts";
import type { AskStore } from "./ask-store.ts";
import type { Seals } from "./file/seals.ts";

export interface Redaction {
  readonly seals: Pick<Seals, "prepare" | "fingerprint">;
  /** In which a mark says what is hidden; asked for when something is put. */
  readonly locale: () => Locale;
}

/** A person's own files are shown to nobody else; a database is. */
export function isHidden(redact: "shared" | "always" | "never", databaseUrl: string): boolean {
  return redact === "always" || (redact === "shared" && databaseUrl !== "");
}

export function redacting(store: AskStore, redaction: Redaction): AskStore {
  const asStored = async (ask: Ask) => (await redactor(redaction, ask.createdAt))(ask);
  return { ...store, asStored, create: async (ask) => store.create(await asStored(ask)) };
}

/** Loaded when it is used: most processes never put an ask, and only a shared store needs it. */
export async function redactor(redaction: Redaction, since: string): Promise<(ask: Ask) => Ask> {
  await redaction.seals.prepare(since);
  const { hiding } = await import("../core/redact/hide.ts");
  const { redactedAsk } = await import("../core/redact/ask.ts");
  const hide = hiding(hidingBy(redaction));
  return (ask) => redactedAsk(ask, hide);
}

/** Puts what was hidden back into what goes to the agent: see `core/redact/restore.ts`. */
export async function unhidden<T>(value: T, call: unknown, seals: Redaction["seals"]) {
  if (!JSON.stringify(value).includes("‹")) return value;
  const { restored } = await import("../core/redact/restore.ts");
  const locales = ["en", "ko"] as const;
  return restored(
    value,
    call,
    locales.map((locale) => hidingBy({ seals, locale: () => locale })),
  );
}

function hidingBy({ seals, locale }: Redaction) {
  return { locale: locale(), fingerprint };

  function fingerprint(part: string): string {
    const print = seals.fingerprint(part);
    // To keep the secret in the open would be worse than not to ask.
    if (print === undefined) throw new Error("There is no key for what has to be hidden.");
    return print;
  }
}
