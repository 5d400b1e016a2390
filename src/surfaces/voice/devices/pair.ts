/** `askline pair`: admits a phone, by a code for its camera to read. */
import { printableJson } from "../../../core/json.ts";
import { createDevice, deviceAsJson, devicesOf, freeNameFor } from "../../../http/devices.ts";
import { inUrl, isLoopback, reachableAddresses } from "../../../http/network.ts";
import { publicAddressOf } from "../../../http/public-address.ts";
import { qrCode, qrText, qrWidth } from "../../../terminal/paint/qr.ts";
import type { CommandCall } from "../../command.ts";
import { NoNetwork, OnThisMachineOnly } from "./errors.ts";
import { deviceMessages } from "./messages.ts";

const USUAL_NAME = "phone";

export async function pair(call: CommandCall): Promise<boolean> {
  const { settings, options, locale, isForPrograms, prose } = call;
  const hub = await call.hubAddress();
  // The running hub's own address counts, even if the settings have changed since.
  const bindAddress =
    hub === null ? settings["voice_bridge.network.bind_address"] : (hub.bindAddress ?? "127.0.0.1");
  const port = hub === null ? settings.port : Number(new URL(hub.url).port || 80);
  const address = publicAddressOf(settings) || `http://${inUrl(addressFor(bindAddress))}:${port}`;
  const isEncrypted = address.startsWith("https:");
  const devices = devicesOf(settings);
  const given = options["name"];
  const name = typeof given === "string" ? given : await freeNameFor(devices, USUAL_NAME);
  const { device, token, code: once } = await createDevice(devices, name);
  const link = `${address}/open?code=${once}&to=/voice`;
  if (isForPrograms) {
    process.stdout.write(
      `${printableJson({ ...deviceAsJson(device), token, link, isRunning: hub !== null })}\n`,
    );
    return true;
  }
  const text = deviceMessages(locale);
  const hints = [
    ...(hub === null ? [text.notRunning] : []),
    ...(isEncrypted ? [] : [text.unencrypted]),
    text.revokeLater(device.name),
  ];
  const code = codeFor(link);
  const head = await prose(code === null ? text.openThere(device.name) : text.scan(device.name));
  const parts = [head, ...(code === null ? [] : [code]), link, await prose(hints.join("\n"))];
  process.stdout.write(`${parts.join("\n\n")}\n`);
  return true;
}

/** Checked before a token is made that could not be used. */
function addressFor(bindAddress: string): string {
  const [address] = reachableAddresses(bindAddress);
  if (address !== undefined) return address;
  throw isLoopback(bindAddress) ? new OnThisMachineOnly() : new NoNetwork();
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
