/** `askline pair`: admits a phone, by a code for its camera to read. */
import { join } from "node:path";
import { loadSettings } from "../../desk/settings.ts";
import { inUrl, isLoopback, reachableAddresses } from "../../http/network.ts";
import { findHub } from "../../hub/address.ts";
import { qrCode, qrText, qrWidth } from "../../terminal/paint/qr.ts";
import type { CommonOptions } from "../context.ts";
import { createDevice, deviceAsJson, devicesOf, freeNameFor } from "../devices/devices.ts";
import { deviceMessages } from "../devices/messages.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";

class NotReachable extends CommandError {
  readonly code = "not_reachable";
}

const USUAL_NAME = "phone";

export async function pair(options: CommonOptions & { name?: string }): Promise<number> {
  const { values } = loadSettings({ stateDirectory: options.stateDir });
  const hub = await findHub(join(values.stateDirectory, "hub.json"));
  // The running hub's own address counts, even if the settings have changed since.
  const bindAddress =
    hub === null ? values["voice_bridge.network.bind_address"] : (hub.bindAddress ?? "127.0.0.1");
  const port = hub === null ? values.port : Number(new URL(hub.url).port || 80);
  const address =
    values["voice_bridge.network.public_address"] ||
    `http://${inUrl(addressFor(bindAddress))}:${port}`;
  const isEncrypted = address.startsWith("https:");
  const devices = devicesOf(values);
  const name = options.name ?? (await freeNameFor(devices, USUAL_NAME));
  const { device, token } = await createDevice(devices, name);
  const link = `${address}/open?token=${token}&to=/voice`;
  if (options.json) {
    process.stdout.write(
      `${JSON.stringify({ ...deviceAsJson(device), token, link, isRunning: hub !== null })}\n`,
    );
    return EXIT.ok;
  }
  const text = deviceMessages(languageBy(values.language));
  const hints = [
    ...(hub === null ? [text.notRunning] : []),
    ...(isEncrypted ? [] : [text.unencrypted]),
    text.revokeLater(device.name),
  ];
  const code = codeFor(link);
  const head = await prose(code === null ? text.openThere(device.name) : text.scan(device.name));
  const parts = [head, ...(code === null ? [] : [code]), link, await prose(hints.join("\n"))];
  process.stdout.write(`${parts.join("\n\n")}\n`);
  return EXIT.ok;
}

/** Checked before a token is made that could not be used. */
function addressFor(bindAddress: string): string {
  const [address] = reachableAddresses(bindAddress);
  if (address !== undefined) return address;
  throw new NotReachable((usage) =>
    isLoopback(bindAddress) ? usage.onThisMachineOnly() : usage.noNetwork(),
  );
}

/** Null if it does not fit: a code with broken lines cannot be read. */
function codeFor(link: string): string | null {
  const modules = qrCode(link);
  const { isTTY, columns, rows } = process.stdout;
  const hasColour = isTTY === true && process.env["NO_COLOR"] === undefined;
  // No address is as long as the longest that a code can hold.
  if (modules === null) return null;
  const code = qrText(modules, { hasColour });
  return isTTY && (columns < qrWidth(modules) || rows < modules.length / 2) ? null : code;
}
