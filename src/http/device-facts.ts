/** What routes know of the device or service whose token a caller has. */
import type { Device } from "./device-tokens.ts";

export interface DeviceFacts {
  readonly id: string;
  readonly name: string;
  /** In whose name it acts: its person's, where it is known whose it is, else its own. */
  readonly who: string;
  readonly person?: string | undefined;
  /** The token's name, where records say it beside the person. */
  readonly token?: string | undefined;
  /** Set for a device that opens nothing else. */
  readonly only?: "voice" | undefined;
}

export function deviceFacts({ id, name, only, person, scopes }: Device): DeviceFacts {
  const isNamed = person !== undefined || scopes !== undefined;
  return {
    ...{ id, name, only, who: person ?? name },
    ...(person !== undefined && { person }),
    ...(isNamed && { token: name }),
  };
}
