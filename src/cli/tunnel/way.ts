/** One way to an https address: what would be done, and what can still be done with it later. */
import { type Sentences, SpokenError } from "../../core/ask/spoken-error.ts";
import type { Tunnel } from "../../http/public-address.ts";
import { type TunnelMessages, tunnelMessages } from "./messages.ts";

/** What would be done, in full, before anything is. */
export interface Way {
  tunnel: Tunnel;
  /** The program and its arguments as they will run; null if nothing runs. */
  command: string[] | null;
  open(): Promise<void>;
}

/** What can be done with an open tunnel. */
export interface WayBack {
  /** Null where nobody here can tell. */
  isUp(): Promise<boolean | null>;
  /** `left`: something else stands there by now, and was left alone. */
  close(): Promise<"closed" | "left" | "forgotten">;
}

export class TunnelError extends SpokenError {
  readonly code = "tunnel";
  constructor(say: (text: TunnelMessages) => Sentences) {
    super({ en: say(tunnelMessages("en")), ko: say(tunnelMessages("ko")) });
  }
}
