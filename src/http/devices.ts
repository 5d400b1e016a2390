/** Devices with tokens of their own, for whatever creates and revokes them. */
import { join } from "node:path";
import { SpokenError } from "../core/ask/spoken-error.ts";
import { safeLine } from "../core/safety/safe-text.ts";
import type { Settings } from "../desk/settings.ts";
import {
  type Device,
  type DeviceTokens,
  type GivenRights,
  type NewDevice,
  openDeviceTokens,
} from "./device-tokens.ts";

const LONGEST_NAME = 60;
// Characters that are safe between double quotes in a command.
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._'()-]*$/u;

class NotADeviceName extends SpokenError {
  readonly code = "usage";
  constructor(name: string) {
    super({
      en: {
        message: `"${name}" cannot be the name of a device.`,
        suggestion: "Use up to sixty letters, digits, spaces and hyphens, such as kitchen-tablet.",
      },
      ko: {
        message: `기기 이름으로 쓸 수 없습니다: "${name}"`,
        suggestion: "kitchen-tablet처럼 글자, 숫자, 빈칸, 줄표로 60자까지 쓰세요.",
      },
    });
  }
}

class DeviceNameTaken extends SpokenError {
  readonly code = "name_taken";
  constructor(name: string) {
    const revoke = `askline token revoke "${name}"`;
    super({
      en: {
        message: `There is a device called ${name} already.`,
        suggestion: `Choose another name, or revoke that one first: ${revoke}`,
      },
      ko: {
        message: `이미 있는 기기 이름입니다: ${name}`,
        suggestion: `다른 이름을 쓰거나, 먼저 그 기기의 토큰을 없애세요: ${revoke}`,
      },
    });
  }
}

export function devicesOf({ stateDirectory }: Pick<Settings, "stateDirectory">): DeviceTokens {
  return openDeviceTokens(join(stateDirectory, "device-tokens.json"));
}

export async function createDevice(
  devices: DeviceTokens,
  given: string,
  rights?: GivenRights,
): Promise<NewDevice> {
  const name = given.trim().normalize("NFC");
  // A name that is displayed differently could be mistaken for another.
  const isName = NAME.test(name) && name.length <= LONGEST_NAME && safeLine(name) === name;
  if (!isName) throw new NotADeviceName(safeLine(given));
  const created = await devices.create(name, rights);
  if (created === null) throw new DeviceNameTaken(name);
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

/** For programs: everything except the hashes. */
export function deviceAsJson({ hash: _hash, link: _link, ...device }: Device) {
  return device;
}
