/** `askline token`: creates, lists and revokes the tokens of people's devices. */
import { printableJson } from "../../../core/json.ts";
import { nearestWord } from "../../../core/nearest-word.ts";
import { isTokenExpired } from "../../../http/access.ts";
import type { Device, DeviceTokens } from "../../../http/device-tokens.ts";
import { createDevice, deviceAsJson, devicesOf } from "../../../http/devices.ts";
import type { CommandCall } from "../../command.ts";
import { NoSuchDevice } from "./errors.ts";
import { deviceMessages } from "./messages.ts";
import { rightsIn } from "./rights.ts";

export async function createToken(call: CommandCall): Promise<boolean> {
  const { devices, text } = open(call);
  const rights = rightsIn(call.options);
  const { device, token } = await createDevice(devices, call.words[0] ?? "", rights);
  return print(call, { ...deviceAsJson(device), token }, `${text.created(device.name)}\n${token}`);
}

export async function listTokens(call: CommandCall): Promise<boolean> {
  const { devices, text } = open(call);
  const all = await devices.list();
  // Who has devices alone sees nothing of scopes.
  const isPlain = all.every(isPlainDevice);
  const columns = isPlain ? text.columns : [...text.columns, ...text.scopeColumns];
  const rows = [columns, ...all.map(rowOf)];
  return print(
    call,
    all.map(deviceAsJson),
    all.length === 0 ? text.noDevices : await call.table(rows),
  );

  function rowOf(device: Device): string[] {
    const { id, name, createdAt, lastUsedAt } = device;
    const used = lastUsedAt === null ? text.never : clockTime(lastUsedAt);
    return [id, name, clockTime(createdAt), used, ...(isPlain ? [] : rightsInWords(device))];
  }

  function rightsInWords(device: Device): string[] {
    const { scopes, only, projects, person = "", expiresAt } = device;
    const plain = only === "voice" ? text.voice : text.device;
    const expiry = expiresAt === undefined ? text.never : clockTime(expiresAt);
    return [
      scopes?.join(", ") ?? plain,
      projects?.join(", ") ?? text.all,
      person,
      isTokenExpired(device) ? text.expired : expiry,
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

function isPlainDevice({ scopes, person, expiresAt }: Device): boolean {
  return scopes === undefined && person === undefined && expiresAt === undefined;
}

/** In local time, as 2026-03-01 17:04:05. */
function clockTime(at: string): string {
  return new Date(at).toLocaleString("sv-SE");
}

function print({ isForPrograms }: CommandCall, forPrograms: unknown, forPeople: string): boolean {
  process.stdout.write(`${isForPrograms ? printableJson(forPrograms) : forPeople}\n`);
  return true;
}
