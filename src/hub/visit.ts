/** A request at the door: whether it may come in, who is there, and its line in the access log. */
import type { ServerResponse } from "node:http";
import type { AccessLog } from "../http/access-log.ts";
import type { Auth, Guard, Refusal } from "../http/guard.ts";
import type { Knock } from "../http/knock.ts";
import { agentInPath, isVoiceApi } from "../http/voice-scope.ts";

/** Who is there, for parts that want to know: which device a person answers from, for example. */
export interface Visit {
  readonly auth: Auth;
  readonly device: { id: string; name: string } | null;
  /** For the access log, from whoever finds out which agent a request is about when its path does not say. */
  isAbout(agentId: string): void;
}

export function meet(
  guard: Guard,
  knock: Knock,
  response: ServerResponse,
  accessLog: AccessLog | undefined,
): { refusal: Refusal | null; visit: Visit } {
  const { refusal, auth, device } = guard.admit(knock);
  const { path, method, sourceAddress } = knock;
  const caller = {
    source_ip: sourceAddress,
    endpoint: path,
    method,
    target_agent: agentInPath(path),
    auth,
    device: device?.id ?? null,
  };
  if (isVoiceApi(path)) accessLog?.follow(response, caller);
  const isAbout = (agentId: string) => {
    caller.target_agent = agentId;
  };
  return { refusal, visit: { auth, device: device && { id: device.id, name: device.name }, isAbout } };
}
