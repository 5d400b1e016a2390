/**
 * The question that each device heard last. Words that name no question answer what was heard: if
 * another question is open by then, a yes to the first must not become a yes to the second.
 */

export interface AskedQuestion {
  /** Null for an ask of no agent. */
  agentId: number | null;
  /** Its turn, or the id of an ask without one. */
  question: number | string;
}

export interface LastQuestionByDevice {
  tell(device: string, question: AskedQuestion): void;
  /**
   * Whether this device recently heard another question and has not heard this one since.
   * `isNamed`: the person named the agent.
   */
  isAnother(device: string, question: AskedQuestion, isNamed: boolean): boolean;
  /** The question was answered from this device. */
  forget(device: string): void;
}

const REMEMBERED_MS = 5 * 60_000;
const MOST = 1_000;

export function createLastQuestionByDevice(now: () => Date): LastQuestionByDevice {
  const told = new Map<string, AskedQuestion & { at: number }>();
  return { tell, isAnother, forget: (device) => void told.delete(device) };

  function tell(device: string, { agentId, question }: AskedQuestion) {
    told.delete(device);
    told.set(device, { agentId, question, at: now().getTime() });
    const [oldest] = told.keys();
    if (told.size > MOST && oldest !== undefined) told.delete(oldest);
  }

  function isAnother(
    device: string,
    { agentId, question }: AskedQuestion,
    isNamed: boolean,
  ): boolean {
    const last = told.get(device);
    if (last === undefined || now().getTime() - last.at > REMEMBERED_MS) return false;
    return last.question !== question && (!isNamed || last.agentId === agentId);
  }
}
