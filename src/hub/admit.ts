/** A request at the door: whether it may come in, who is there, and its line in the access log. */
import type { ServerResponse } from "node:http";
import type { AccessLog } from "../http/access-log.ts";
import type { Auth, Guard, Refusal } from "../http/guard.ts";
import type { RequestFacts } from "../http/request-facts.ts";
import { agentInPath, isVoiceApi } from "../http/voice-scope.ts";

/** Who is there, for parts that want to know: which device a person answers from, for example. */
export interface Caller {
  readonly auth: Auth;
  readonly device: { id: string; name: string } | null;
  /** For the access log, from whoever finds out which agent a request is about when its path does not say. */
  isAbout(agentId: string): void;
}

export function admit(
  guard: Guard,
  facts: RequestFacts,
  response: ServerResponse,
  accessLog: AccessLog | undefined,
): { refusal: Refusal | null; caller: Caller } {
  const { refusal, auth, device } = guard.admit(facts);
  const { path, method, sourceAddress } = facts;
  const accessed = {
    source_ip: sourceAddress,
    endpoint: path,
    method,
    target_agent: agentInPath(path),
    auth,
    device: device?.id ?? null,
  };
  if (isVoiceApi(path)) accessLog?.follow(response, accessed);
  const isAbout = (agentId: string) => {
    accessed.target_agent = agentId;
  };
  return { refusal, caller: { auth, device: device && { id: device.id, name: device.name }, isAbout } };
}
