/**
 * The port of every way a person answers. Each folder beside this file is one surface, and its `index.ts` exports a
 * `SurfaceModule` named `surface`: what the hub and the command line know of it. Both find it by its folder. What it
 * needs is handed to it; what it loads, it loads when it is used. `surface.contract.ts` is the port as tests.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Deliveries } from "../agents/channels/deliveries.ts";
import type { RunningAgents } from "../agents/running-agents.ts";
import type { LogEvent } from "../core/agent/log-event.ts";
import type { Ask } from "../core/ask/ask.ts";
import type { Locale } from "../core/locale.ts";
import type { SurfaceLabel } from "../core/names.ts";
import type { NotifyingSurface } from "../desk/attention/attention.ts";
import type { FailureTeller } from "../desk/attention/failure-notices.ts";
import type { Desk } from "../desk/desk.ts";
import type { Following, FollowParts } from "../desk/follow-asks.ts";
import type { InteractionSettings } from "../desk/interaction.ts";
import type { Settings } from "../desk/settings.ts";
import type { Access } from "../http/access.ts";
import type { Routes } from "../http/routes.ts";
import type { LogReads } from "../store/agent-log.ts";
import type { Clock } from "../store/clock.ts";
import type { SurfaceCommand, Words } from "./command.ts";

/** What a surface's folder brings. All but its label is left out where it does not apply. */
export interface SurfaceModule {
  readonly label: SurfaceLabel;
  /** It speaks in a place that all hubs on the same asks share: only one of them runs it at a time. */
  readonly isShared?: true;
  /** In the hub: the surface with its parts, or why it is off here. A failure is told, and the hub goes on without it. */
  readonly open?: (hub: HubContext) => Promise<Surface | SurfaceOff>;
  /** On the terminal of the process that asks. Resolves once the ask is settled or the signal is aborted. */
  readonly prompt?: (ask: Ask, parts: PromptParts) => Promise<void>;
  readonly commands?: readonly SurfaceCommand[];
  /** What `askline doctor` should say of it. */
  readonly examine?: (settings: Settings) => Promise<SurfaceFinding[]>;
  /** Where text leaves this machine to by it, as it is set up now; empty if nowhere. */
  readonly leavesTo?: (settings: Settings) => Promise<readonly Words[]>;
}

/** One thing that the doctor looked at. A `warning` may be as it should be; a `problem` keeps something from working. */
export interface SurfaceFinding {
  /** A stable name for programs. */
  readonly check: string;
  readonly level: "ok" | "warning" | "problem";
  readonly words: Readonly<Record<Locale, { readonly what: string; readonly todo?: string }>>;
}

/** How a surface's own connection to the world stands. */
export interface Connection {
  readonly isConnected: boolean;
  readonly detail?: string;
  /** What does not work although it is connected. */
  readonly troubles?: readonly SurfaceFinding["words"][];
}

/** A surface that lives in the hub. One that can reach a person who looks elsewhere has `notify`. */
export interface Surface
  extends Partial<Omit<NotifyingSurface, "name">>,
    Partial<Pick<FailureTeller, "tellFailure">> {
  readonly name: string;
  readonly label: SurfaceLabel;
  /** Mounted by the hub behind its guard: whoever gets there has shown a credential. */
  readonly routes?: Routes;
  /** Mounted before the guard: requests that carry a proof of their own, which the surface checks itself. */
  readonly publicRoutes?: Routes;
  /** A refusal on one of its paths in its own words; null when the path is not its own. */
  refuse?(refusal: { status: number }, path: string, languages?: string | null): object | null;
  /** True when it took the connection. `who` is a device's name or person; null for a page of this machine. */
  upgrade?(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    access: Access,
    who: string | null,
  ): boolean;
  /** What `/healthz` says of it, to anybody on this machine, and how its own connection to the world stands. */
  health?(): Record<string, unknown>;
  connections?(): Record<string, Connection>;
  /** Once the hub can be reached. `asks` follows every open ask, then each change; answers go to the desk. */
  start(asks: AskFeed): void | Promise<void>;
  /** Whether somebody has this ask before their eyes. */
  isShowing?(askId: string): boolean;
  close(): Promise<void>;
}

/** One that can tell a person of something when they look elsewhere. */
export type NotifyingHubSurface = Surface & NotifyingSurface;

export function canNotify(surface: Surface): surface is NotifyingHubSurface {
  return surface.notify !== undefined;
}

export function canTellFailures(surface: Surface): surface is Surface & FailureTeller {
  return surface.tellFailure !== undefined;
}

/** Not here, for a reason that is no failure. */
export interface SurfaceOff {
  readonly off: string;
}

export type AskFeed = (parts: Omit<FollowParts, "desk" | "clock">) => Following;

/** What the hub hands to a surface. */
export interface HubContext {
  readonly desk: Desk;
  readonly interaction: InteractionSettings;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly locale: Locale;
  /** Whose machine this is. */
  readonly person: string;
  /** The agents at work; null where they cannot be followed. */
  readonly agents: HubAgents | null;
  /** Where the built pages are. */
  readonly webDirectory: string;
  /** Where the texts for agents are that come with the package. */
  readonly skillsDirectory: string;
  readonly version: string;
  /** The clients that can be set up, and how each stands on this machine. */
  readonly clients: () => Promise<readonly KnownClient[]>;
  readonly newId: () => string;
  /** Hears that the person is at this surface. */
  readonly onPerson: (surface: string) => void;
  readonly onWarning: (message: string) => void;
}

export interface KnownClient {
  /** As `askline init --only` takes it. */
  readonly id: string;
  readonly name: string;
  readonly isHere: boolean;
  readonly isSetUp: boolean;
}

export interface HubAgents {
  readonly log: LogReads;
  readonly deliveries: Pick<Deliveries, "send" | "waitForDelivery" | "interrupt">;
  /** Tells of everything that was committed to the log. Returns what ends it. */
  readonly onEvent: (listener: (event: LogEvent) => void) => () => void;
  readonly running: RunningAgents;
}

export interface PromptParts {
  readonly desk: Desk;
  readonly interaction: InteractionSettings;
  readonly locale: Locale;
  readonly person: string;
  readonly signal: AbortSignal;
  /** The terminal was taken away before anybody decided. */
  readonly onGone?: () => void;
}
