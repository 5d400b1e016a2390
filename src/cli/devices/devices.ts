/** Devices with tokens of their own, for the commands that create and revoke them. */
import { join } from "node:path";
import { safeLine } from "../../core/safety/safe-text.ts";
import type { Settings } from "../../desk/settings.ts";
import { type Device, type DeviceTokens, openDeviceTokens } from "../../http/device-tokens.ts";
import { CommandError, UsageError } from "../failure.ts";

const LONGEST_NAME = 60;
// Characters that are safe between double quotes in a command.
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'()-]*$/u;

class DeviceNameTaken extends CommandError {
  readonly code = "name_taken";
}

export function devicesOf({ stateDirectory }: Pick<Settings, "stateDirectory">): DeviceTokens {
  return openDeviceTokens(join(stateDirectory, "device-tokens.json"));
}

export async function createDevice(
  devices: DeviceTokens,
  given: string,
): Promise<{ device: Device; token: string }> {
  const name = given.trim().normalize("NFC");
  // A name that is displayed differently could be mistaken for another.
  const isName = NAME.test(name) && name.length <= LONGEST_NAME && safeLine(name) === name;
  if (!isName) throw new UsageError((usage) => usage.notADeviceName(safeLine(given)));
  const created = await devices.create(name);
  if (created === null) throw new DeviceNameTaken((usage) => usage.deviceNameTaken(name));
  return created;
}

/** Numbered if the name is already taken. */
export async function freeNameFor(devices: DeviceTokens, name: string): Promise<string> {
  const taken = new Set((await devices.list()).map((device) => device.name));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** For programs: everything except the hash. */
export function deviceAsJson({ id, name, createdAt, lastUsedAt }: Device) {
  return { id, name, createdAt, lastUsedAt };
}
