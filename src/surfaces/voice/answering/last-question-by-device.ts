/**
 * Which question each device was told last. Words that name no question are about what was heard: should another have taken
 * its place meanwhile, a yes to the one must not become a yes to the other.
 */

export interface AskedQuestion {
  agentId: number;
  turnId: number;
}

export interface LastQuestionByDevice {
  tell(device: string, question: AskedQuestion): void;
  /** Whether this device was told another question lately, and not this one since. `isNamed`: the person said which agent. */
  isAnother(device: string, question: AskedQuestion, isNamed: boolean): boolean;
  /** It was answered from there. */
  forget(device: string): void;
}

const REMEMBERED_MS = 5 * 60_000;
const MOST = 1_000;

export function createLastQuestionByDevice(now: () => Date): LastQuestionByDevice {
  const told = new Map<string, AskedQuestion & { at: number }>();
  return { tell, isAnother, forget: (device) => void told.delete(device) };

  function tell(device: string, { agentId, turnId }: AskedQuestion) {
    told.delete(device);
    told.set(device, { agentId, turnId, at: now().getTime() });
    const [oldest] = told.keys();
    if (told.size > MOST && oldest !== undefined) told.delete(oldest);
  }

  function isAnother(
    device: string,
    { agentId, turnId }: AskedQuestion,
    isNamed: boolean,
  ): boolean {
    const last = told.get(device);
    if (last === undefined || now().getTime() - last.at > REMEMBERED_MS) return false;
    return last.turnId !== turnId && (!isNamed || last.agentId === agentId);
  }
}
