/** `askline token`: creates, lists and revokes the tokens of people's devices. */
import { printableJson } from "../../../core/json.ts";
import { nearestWord } from "../../../core/nearest-word.ts";
import type { Device, DeviceTokens } from "../../../http/device-tokens.ts";
import { createDevice, deviceAsJson, devicesOf } from "../../../http/devices.ts";
import type { CommandCall } from "../../command.ts";
import { NoSuchDevice } from "./errors.ts";
import { deviceMessages } from "./messages.ts";

export async function createToken(call: CommandCall): Promise<boolean> {
  const { devices, text } = open(call);
  const only = call.options["voiceOnly"] === true ? "voice" : undefined;
  const { device, token } = await createDevice(devices, call.words[0] ?? "", only);
  return print(call, { ...deviceAsJson(device), token }, `${text.created(device.name)}\n${token}`);
}

export async function listTokens(call: CommandCall): Promise<boolean> {
  const { devices, text } = open(call);
  const all = await devices.list();
  const rows = [text.columns, ...all.map(rowOf)];
  return print(
    call,
    all.map(deviceAsJson),
    all.length === 0 ? text.noDevices : await call.table(rows),
  );

  function rowOf({ id, name, createdAt, lastUsedAt }: Device): string[] {
    return [
      id,
      name,
      clockTime(createdAt),
      lastUsedAt === null ? text.never : clockTime(lastUsedAt),
    ];
  }
}

export async function revokeToken(call: CommandCall): Promise<boolean> {
  const { devices, text } = open(call);
  const given = call.words[0] ?? "";
  const device = await devices.revoke(given.trim().normalize("NFC"));
  if (device === null) throw await noSuchDevice(given, devices);
  return print(call, deviceAsJson(device), text.revoked(device.name));
}

function open({ settings, locale }: CommandCall) {
  return { devices: devicesOf(settings), text: deviceMessages(locale) };
}

async function noSuchDevice(given: string, devices: DeviceTokens): Promise<NoSuchDevice> {
  const names = (await devices.list()).map(({ name }) => name);
  return new NoSuchDevice(given, nearestWord(given, names));
}

/** In local time, as 2026-03-01 17:04:05. */
function clockTime(at: string): string {
  return new Date(at).toLocaleString("sv-SE");
}

function print({ isForPrograms }: CommandCall, forPrograms: unknown, forPeople: string): boolean {
  process.stdout.write(`${isForPrograms ? printableJson(forPrograms) : forPeople}\n`);
  return true;
}
