/** A command that a surface adds to the command line, declared as data. */
import type { AgentLine } from "../agents/roster.ts";
import type { Locale } from "../core/locale.ts";
import type { Desk } from "../desk/desk.ts";
import type { InteractionSettings } from "../desk/interaction.ts";
import type { Settings } from "../desk/settings.ts";

export type Words = Readonly<Record<Locale, string>>;

/**
 * A command either runs or has subcommands. `--json` and `--state-dir` are added to those that run.
 */
export interface SurfaceCommand {
  /** Its name and arguments, as commander reads them: `connect`, `bind <thread>`. */
  readonly usage: string;
  readonly about: Words;
  /** The command that precedes it in the help; last in the help if not given. */
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

/** One call of a command: its input, and what the command line offers it. */
export interface CommandCall {
  readonly words: readonly string[];
  /** By the flags' names, in camel case. Not parsed yet. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly isForPrograms: boolean;
  readonly settings: Settings;
  readonly locale: Locale;
  /** Sentences, wrapped to fit this terminal. */
  prose(text: string): Promise<string>;
  /** Rows in columns that fit this terminal. */
  table(rows: string[][]): Promise<string>;
  /** Where the running hub listens; null when none runs. */
  hubAddress(): Promise<{ readonly url: string; readonly bindAddress?: string | undefined } | null>;
  /**
   * Opens a page of the running hub in the browser. Returns its address if there is no browser to
   * open it, an empty text if it was opened, and null when no hub runs.
   */
  browse(path: string): Promise<string | null>;
  /** What the running hub says of its health; null when none runs. */
  hubHealth(): Promise<Record<string, unknown> | null>;
  /** Writes this machine's new token where the clients of a running hub look for it. */
  tellHubClients(token: string): Promise<void>;
  /** Asks on the terminal, for secrets too. */
  openSecretPrompt(): Promise<SecretPrompt>;
  /** Opens a desk for as long as `work` runs. */
  withTerminal<T>(work: (here: Terminal) => Promise<T>): Promise<T>;
}

export interface SecretPrompt {
  /** The terminal does not show what is typed. Undefined when nothing was typed. */
  ask(question: string): Promise<string | undefined>;
  /** The terminal shows what is typed. Undefined when nothing was, or the signal was aborted. */
  askOpenly(question: string, signal?: AbortSignal): Promise<string | undefined>;
  close(): void;
}

/** What a surface needs to take over this terminal. */
export interface Terminal {
  readonly desk: Desk;
  readonly interaction: InteractionSettings;
  readonly locale: Locale;
  readonly person: string;
  /** Called when the person uses this surface. */
  readonly onPerson: (surface: string) => void;
  /** Opens an ask in the browser. Returns its address if there is no browser to open it. */
  readonly browse: (askId: string) => Promise<string | null>;
  readonly agents: TerminalAgents;
  /** Tidies up before a signal ends the process. Returns a function that stops listening. */
  readonly beforeSignalEnds: (tidyUp: () => Promise<void>) => () => Promise<void>;
  /** Closes what `browse` and `agents` have opened. */
  close(): Promise<void>;
}

/** Lists the agents of this machine and sends them texts. */
export interface TerminalAgents {
  read(): Promise<AgentLine[]>;
  /** Returns a sentence about the delivery. Throws if the text was refused. */
  send(agentId: number, text: string): Promise<string>;
}
