/**
 * The hub's place in the network: where it listens, whose devices it admits, and what it prints
 * about that at its start.
 */
import { join } from "node:path";
import type { Locale } from "../../core/locale.ts";
import { createAccessLog } from "../../http/access-log.ts";
import { createDevice, devicesOf, freeNameFor } from "../../http/devices.ts";
import { inUrl, isLoopback, reachableAddresses } from "../../http/network.ts";
import { projectsIn } from "../../http/projects.ts";
import { followPublicAddress } from "../../http/public-address.ts";
import type { HubOptions } from "../../hub/hub.ts";
import type { Context } from "../context.ts";
import { CommandError } from "../failure.ts";

export type NetworkOptions = Required<
  Pick<
    HubOptions,
    "bindAddress" | "publicAddress" | "devices" | "projects" | "localhostBypass" | "accessLog"
  >
>;

export class NoSuchAddress extends CommandError {
  readonly code = "no_such_address";
  constructor(address: string) {
    super((usage) => usage.noSuchAddress(address));
  }
}

/**
 * A hub that other devices can reach needs a token for them: the first one is made and shown here.
 */
export async function openNetwork(
  { settings, locale }: Context,
  { json = false }: { json?: boolean },
) {
  const { stateDirectory, ...values } = settings.values;
  const bindAddress = values["voice_bridge.network.bind_address"];
  const devices = devicesOf({ stateDirectory });
  const text = WORDS[locale];
  // A log is no place for a token: where there is one, the operator makes the first.
  const isShown = json || values.log === "text";
  const isFirst = isShown && !isLoopback(bindAddress) && (await devices.list()).length === 0;
  const first = isFirst
    ? await createDevice(devices, await freeNameFor(devices, "first-device"))
    : null;
  if (first !== null && !json)
    process.stdout.write(`${text.created(first.device.name)}\n${first.token}\n`);
  const hubOptions: NetworkOptions = {
    bindAddress,
    publicAddress: followPublicAddress(settings.values),
    devices,
    projects: projectsIn(stateDirectory),
    localhostBypass: values["voice_bridge.auth.localhost_bypass"],
    accessLog: createAccessLog({ directory: join(stateDirectory, "logs") }),
  };
  return { hubOptions, told };

  function told(port: number): { forPrograms: object; forPeople: string } {
    if (isLoopback(bindAddress)) return { forPrograms: {}, forPeople: "" };
    const addresses = reachableAddresses(bindAddress).map(
      (address) => `http://${inUrl(address)}:${port}`,
    );
    const device =
      first === null ? {} : { deviceToken: { name: first.device.name, token: first.token } };
    return {
      forPrograms: { addresses, ...device },
      forPeople: `${text.reachable(addresses)}\n${text.unencrypted}\n`,
    };
  }
}

const en = {
  created: (name: string) => `The token of ${name}, shown this once:`,
  reachable: (addresses: string[]) =>
    `Other devices in this network reach it at ${addresses.join(" and ")}`,
  unencrypted: "What goes between them is not encrypted: use it in networks you trust.",
};

const ko: typeof en = {
  created: (name) => `기기 "${name}"의 토큰입니다. 지금 한 번만 보여 줍니다:`,
  reachable: (addresses) => `같은 네트워크의 다른 기기에서 여는 주소: ${addresses.join(", ")}`,
  unencrypted: "오가는 내용은 암호화되지 않습니다. 믿을 수 있는 네트워크에서만 쓰세요.",
};

const WORDS: Record<Locale, typeof en> = { en, ko };
