/** `askline token`: creates, lists and revokes the tokens of people's devices. */
import { loadSettings } from "../../desk/settings.ts";
import type { Device, DeviceTokens } from "../../http/device-tokens.ts";
import type { CommonOptions } from "../context.ts";
import { clockTime } from "../describe.ts";
import { createDevice, deviceAsJson, devicesOf } from "../devices/devices.ts";
import { deviceMessages } from "../devices/messages.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { nearestWord } from "../nearest-word.ts";
import { tableHere } from "../table.ts";

class NoSuchDevice extends CommandError {
  readonly code = "not_found";
}

export async function createToken(name: string, options: CommonOptions): Promise<number> {
  const { devices, text } = open(options);
  const { device, token } = await createDevice(devices, name);
  return print(
    options,
    { ...deviceAsJson(device), token },
    `${text.created(device.name)}\n${token}`,
  );
}

export async function listTokens(options: CommonOptions): Promise<number> {
  const { devices, text } = open(options);
  const all = await devices.list();
  const rows = [text.columns, ...all.map(rowOf)];
  return print(
    options,
    all.map(deviceAsJson),
    all.length === 0 ? text.noDevices : await tableHere(rows),
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

export async function revokeToken(nameOrId: string, options: CommonOptions): Promise<number> {
  const { devices, text } = open(options);
  const device = await devices.revoke(nameOrId.trim().normalize("NFC"));
  if (device === null) throw await noSuchDevice(nameOrId, devices);
  return print(options, deviceAsJson(device), text.revoked(device.name));
}

function open({ stateDir }: CommonOptions) {
  const { values } = loadSettings({ stateDirectory: stateDir });
  return { devices: devicesOf(values), text: deviceMessages(languageBy(values.language)) };
}

async function noSuchDevice(given: string, devices: DeviceTokens): Promise<NoSuchDevice> {
  const names = (await devices.list()).map(({ name }) => name);
  return new NoSuchDevice((usage) => usage.noSuchDevice(given, nearestWord(given, names)));
}

function print({ json }: CommonOptions, forPrograms: unknown, forPeople: string): number {
  process.stdout.write(`${json ? JSON.stringify(forPrograms) : forPeople}\n`);
  return EXIT.ok;
}
