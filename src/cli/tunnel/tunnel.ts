/**
 * `askline tunnel [start | status | stop]`: an https address for the hub, with what people have. It
 * says what it opens and to whom, and asks before it does so.
 */
import { mkdirSync, rmSync } from "node:fs";
import { printableJson } from "../../core/json.ts";
import { shellCommand } from "../../core/safety/shell/shell-quote.ts";
import { type LoadedSettings, loadSettings } from "../../desk/settings.ts";
import { readTunnel, type Tunnel, tunnelPath } from "../../http/public-address.ts";
import { findHub } from "../../hub/address.ts";
import { writeJson } from "../../store/file/durable-file.ts";
import { hubFileOf } from "../agent-log.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import { confirmHere } from "../setup/confirm.ts";
import { type TunnelMessages, tunnelMessages } from "./messages.ts";
import { TunnelError, type Way } from "./way.ts";
import { type Wish, wayBack, wayFor } from "./ways.ts";

interface TunnelOptions extends CommonOptions, Wish {
  yes?: boolean;
  pair?: boolean;
}

interface Call {
  options: TunnelOptions;
  settings: LoadedSettings;
  text: TunnelMessages;
  /** Lets a phone in, as `askline pair` does. */
  pair(options: CommonOptions): Promise<number>;
}

const ACTIONS = { start, status, stop };

export async function tunnel(
  action: string,
  options: TunnelOptions,
  pair: Call["pair"],
): Promise<number> {
  if (!Object.hasOwn(ACTIONS, action))
    throw new UsageError((usage) => usage.notAnAction(action, Object.keys(ACTIONS)));
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = tunnelMessages(languageBy(settings.values.language));
  return ACTIONS[action as keyof typeof ACTIONS]({ options, settings, text, pair });
}

async function start(call: Call): Promise<number> {
  const { settings, options, text } = call;
  refuseBypass(settings);
  refuseSetAddress(settings);
  const before = await standing(settings);
  if (before !== null) return say(call, text.openAlready(before.address), factsOf(before, true));
  const way = await wayFor(options, await hubPort(settings), settings.values.stateDirectory);
  await explain(call, way);
  if (options.yes !== true && !(await confirmHere(`${text.question} [y/N]`, text.yes))) {
    await tell(text.nothingDone);
    return EXIT.failure;
  }
  await open(settings, way);
  const { address } = way.tunnel;
  if (options.json) return say(call, "", factsOf(way.tunnel, true));
  await tell(text.opened(address));
  if (options.pair !== false) return call.pair(options);
  return say(call, text.pairLater, {});
}

async function status(call: Call): Promise<number> {
  const { settings, text } = call;
  const noted = readTunnel(settings.values.stateDirectory);
  if (noted === null) {
    const set = settings.values["voice_bridge.network.public_address"];
    return say(call, set ? text.bySetting(set) : text.none, { address: set || null, isUp: null });
  }
  const isUp = await wayBack(noted).isUp();
  const sentence = isUp
    ? text.isOpen(noted.address, text.whom[noted.via])
    : text.isDown(noted.address);
  await say(call, sentence, factsOf(noted, isUp));
  return isUp === false ? EXIT.failure : EXIT.ok;
}

async function stop(call: Call): Promise<number> {
  const { settings, text } = call;
  const { stateDirectory } = settings.values;
  const noted = readTunnel(stateDirectory);
  if (noted === null) return say(call, text.none, { address: null });
  const closed = await wayBack(noted).close();
  // From here on the hub does not answer to that name any more, whatever still leads to it.
  rmSync(tunnelPath(stateDirectory), { force: true });
  return say(call, text.closed[closed](noted.address), { address: null, closed: noted.address });
}

/** The hub knows the address before it can be reached there, and forgets it if nothing came of it. */
async function open({ values: { stateDirectory } }: LoadedSettings, way: Way): Promise<void> {
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  await writeJson(tunnelPath(stateDirectory), way.tunnel);
  try {
    await way.open();
  } catch (error) {
    rmSync(tunnelPath(stateDirectory), { force: true });
    throw error;
  }
}

/** The tunnel that still stands. The note of one that has ended, as by a restart, is dropped. */
async function standing({ values }: LoadedSettings): Promise<Tunnel | null> {
  const noted = readTunnel(values.stateDirectory);
  if (noted === null || (await wayBack(noted).isUp()) !== false) return noted;
  rmSync(tunnelPath(values.stateDirectory), { force: true });
  return null;
}

async function explain({ text, options }: Call, { tunnel: planned, command }: Way): Promise<void> {
  const lines = [
    text.opens(planned.address, planned.port),
    text.whom[planned.via],
    text.behind,
    command === null ? text.runsNothing : text.runs(shellCommand(command)),
  ];
  if (options.json !== true) await tell(`${lines.join("\n")}\n`);
}

async function hubPort(settings: LoadedSettings): Promise<number> {
  const hub = await findHub(hubFileOf(settings));
  const port = hub === null ? settings.values.port : Number(new URL(hub.url).port || 80);
  if (port === 0) throw new TunnelError((text) => text.noPort);
  return port;
}

/** Whoever comes through a tunnel is a peer on this machine. */
function refuseBypass({ values, origins }: LoadedSettings): void {
  if (!values["voice_bridge.auth.localhost_bypass"]) return;
  const { name = "" } = origins["voice_bridge.auth.localhost_bypass"];
  throw new TunnelError((text) => text.bypass(name));
}

function refuseSetAddress({ values, origins }: LoadedSettings): void {
  const set = values["voice_bridge.network.public_address"];
  const { name = "" } = origins["voice_bridge.network.public_address"];
  if (set) throw new TunnelError((text) => text.addressSet(set, name));
}

function factsOf({ via, address, port }: Tunnel, isUp: boolean | null) {
  return { via, address, port, isUp };
}

async function say({ options }: Call, sentence: string, facts: object): Promise<number> {
  if (options.json) process.stdout.write(`${printableJson(facts)}\n`);
  else await tell(sentence);
  return EXIT.ok;
}

async function tell(text: string): Promise<void> {
  process.stdout.write(`${await prose(text)}\n`);
}
