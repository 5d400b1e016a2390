/** `askline passkey`: opens the page of passkeys, lists them and takes one away. */
import { join } from "node:path";
import { AsklineError } from "../../core/ask/errors.ts";
import type { Locale } from "../../core/locale.ts";
import { fingerprintOf } from "../../desk/passkeys/check-proof.ts";
import { openPasskeys } from "../../desk/passkeys/passkey-file.ts";
import type { CommandCall } from "../command.ts";

const TEXTS = {
  en: {
    columns: ["NAME", "HOST", "ADDED", "KEY"],
    none: "There is no passkey yet. Add one with: askline passkey add",
    opened: "The page of passkeys opens in your browser.",
    open: (address: string) => `Open this address to add a passkey: ${address}`,
    noHub: "Start the hub first, since its page takes the passkey: askline serve",
    removed: (name: string) =>
      `The passkey “${name}” is gone. What it signed can still be checked.`,
  },
  ko: {
    columns: ["이름", "호스트", "추가한 때", "키"],
    none: "아직 패스키가 없습니다. 추가하려면: askline passkey add",
    opened: "브라우저에서 패스키 페이지가 열립니다.",
    open: (address: string) => `패스키를 추가하려면 이 주소를 여세요: ${address}`,
    noHub: "패스키는 허브의 페이지에서 추가합니다. 먼저 시작하세요: askline serve",
    removed: (name: string) =>
      `패스키 “${name}”를 없앴습니다. 서명한 것은 계속 확인할 수 있습니다.`,
  },
} satisfies Record<Locale, unknown>;

class NoSuchPasskey extends AsklineError {
  readonly code = "not_found";
  readonly suggestion = "See them with: askline passkey list";
  constructor(given: string) {
    super(`There is no passkey “${given}”.`);
  }
}

export async function addPasskey(call: CommandCall): Promise<boolean> {
  const text = TEXTS[call.locale];
  const address = await call.browse("/passkeys");
  if (address === null) {
    process.stderr.write(`${await call.prose(text.noHub)}\n`);
    return false;
  }
  return print(call, { address }, address === "" ? text.opened : text.open(address));
}

export async function listPasskeys(call: CommandCall): Promise<boolean> {
  const all = (await passkeysOf(call).all()).map(({ publicKey, ...passkey }) => ({
    ...passkey,
    fingerprint: fingerprintOf(publicKey),
  }));
  const { columns, none } = TEXTS[call.locale];
  const rows = all.map(({ name, host, addedAt, fingerprint }) => [
    ...[name, host, new Date(addedAt).toLocaleString("sv-SE"), fingerprint],
  ]);
  return print(call, all, all.length === 0 ? none : await call.table([columns, ...rows]));
}

export async function removePasskey(call: CommandCall): Promise<boolean> {
  const [given = ""] = call.words;
  const removed = await passkeysOf(call).remove(given);
  if (removed === null) throw new NoSuchPasskey(given);
  return print(call, { removed: removed.id }, TEXTS[call.locale].removed(removed.name));
}

function passkeysOf({ settings }: CommandCall) {
  return openPasskeys(join(settings.stateDirectory, "passkeys.json"));
}

function print({ isForPrograms }: CommandCall, forPrograms: unknown, forPeople: string): boolean {
  process.stdout.write(`${isForPrograms ? JSON.stringify(forPrograms) : forPeople}\n`);
  return true;
}
