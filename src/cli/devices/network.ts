/**
 * The hub's place in the network: where it listens, whose devices it admits, and what it prints
 * about that at its start.
 */
import { join } from "node:path";
import { createAccessLog } from "../../http/access-log.ts";
import { inUrl, isLoopback, reachableAddresses } from "../../http/network.ts";
import type { HubOptions } from "../../hub/hub.ts";
import type { Context } from "../context.ts";
import { CommandError } from "../failure.ts";
import { createDevice, devicesOf, freeNameFor } from "./devices.ts";
import { deviceMessages } from "./messages.ts";

export type NetworkOptions = Required<
  Pick<HubOptions, "bindAddress" | "publicAddress" | "devices" | "localhostBypass" | "accessLog">
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
  const text = deviceMessages(locale);
  const isFirst = !isLoopback(bindAddress) && (await devices.list()).length === 0;
  const first = isFirst
    ? await createDevice(devices, await freeNameFor(devices, "first-device"))
    : null;
  if (first !== null && !json)
    process.stdout.write(`${text.created(first.device.name)}\n${first.token}\n`);
  const hubOptions: NetworkOptions = {
    bindAddress,
    publicAddress: values["voice_bridge.network.public_address"],
    devices,
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
