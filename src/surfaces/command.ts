/** A command that a surface brings, as data: the command line makes it one of its own. */
import type { AgentLine } from "../agents/roster.ts";
import type { Locale } from "../core/locale.ts";
import type { Desk } from "../desk/desk.ts";
import type { InteractionSettings } from "../desk/interaction.ts";
import type { Settings } from "../desk/settings.ts";

export type Words = Readonly<Record<Locale, string>>;

/** It runs, or has commands below it. `--json` and `--state-dir` are added to those that run. */
export interface SurfaceCommand {
  /** Its name and arguments, as commander reads them: `connect`, `bind <thread>`. */
  readonly usage: string;
  readonly about: Words;
  /** The command that it follows in the help; the last one unless given. */
  readonly follows?: string;
  readonly options?: readonly CommandOption[];
  readonly examples: readonly string[];
  readonly commands?: readonly SurfaceCommand[];
  /** True when all went well. */
  readonly run?: (call: CommandCall) => Promise<boolean>;
}

export interface CommandOption {
  readonly flags: string;
  readonly about: Words;
  readonly choices?: readonly string[];
}

/** One call of a command, with what the command line has for it. */
export interface CommandCall {
  readonly words: readonly string[];
  /** By the flags' names, in camel case. Not read yet. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly isForPrograms: boolean;
  readonly settings: Settings;
  readonly locale: Locale;
  /** What the running hub says of its health; null when none runs. */
  hubHealth(): Promise<Record<string, unknown> | null>;
  /** For secrets, which the terminal does not show. */
  openSecretPrompt(): Promise<SecretPrompt>;
  /** A desk for as long as the work takes. */
  atDesk<T>(work: (here: Terminal) => Promise<T>): Promise<T>;
}

export interface SecretPrompt {
  /** Undefined when nothing was typed. */
  ask(question: string): Promise<string | undefined>;
  close(): void;
}

/** What a surface needs that takes over this terminal. */
export interface Terminal {
  readonly desk: Desk;
  readonly interaction: InteractionSettings;
  readonly locale: Locale;
  readonly person: string;
  /** Hears that the person is at this surface. */
  readonly onPerson: (surface: string) => void;
  /** Opens an ask in the browser. Gives back its address where there is no browser to open. */
  readonly browse: (askId: string) => Promise<string | null>;
  readonly agents: TerminalAgents;
  /** Tidies up before a signal ends the process. Returns how to stay after all. */
  readonly beforeSignalEnds: (tidyUp: () => Promise<void>) => () => Promise<void>;
  /** Closes what the two above have opened. */
  close(): Promise<void>;
}

/** The agents of this machine, and the way to them. */
export interface TerminalAgents {
  read(): Promise<AgentLine[]>;
  /** What became of it, in words; throws when it could not be handed over. */
  send(agentId: number, text: string): Promise<string>;
}
