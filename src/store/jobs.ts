/**
 * Work that one of several processes does for all of them: a notice, a connection to the world.
 * Whoever takes a job has it for the length of a lease; one that is not done when its lease ends,
 * since its process died or the work failed, is taken by the next who asks.
 */

export interface JobStore {
  take(job: JobName, leaseMs: number): Promise<Taken>;
  /** Forgets jobs that were done before then. */
  forget(doneBefore: Date): Promise<void>;
}

export interface JobName {
  /** What sort of work it is, for those who look into the table. */
  kind: string;
  /** Names this one piece of work: whoever means the same says the same. */
  id: string;
}

export type Taken =
  /** It was done before, by whomever. */
  | { state: "done" }
  /** Another process is at it, for so long if it does not say otherwise. */
  | { state: "taken"; forMs: number }
  | ({ state: "ours" } & OwnJob);

export interface OwnJob {
  /** How often it was taken, this time included. */
  attempts: number;
  /** Nobody does it again. False if the lease ended and another has it. */
  done(): Promise<boolean>;
  /** The work goes on: the lease begins anew. False if another has it. */
  renew(leaseMs: number): Promise<boolean>;
  /** It was not done; another try is due after so many milliseconds. */
  giveBack(again: { afterMs: number; error?: string }): Promise<void>;
}
