/** The desk: where programs put asks, and where they are listed, watched and answered. */
import type { Ask, AskBack, Note, PasskeyProof, Presentation, SettledAsk, Source } from "./ask.js";
import type { QuestionInput, Reply } from "./question.js";

export interface AskInput {
  /** A UUID v4, where something else already speaks of the ask by that name; a new one unless given. */
  id?: string | undefined;
  questions: QuestionInput[];
  /** Markdown around the questions: what you are doing and why a person has to decide. */
  context?: string | undefined;
  /** This program and its folder, unless given. */
  source?: Source | undefined;
  /** `normal` unless given. */
  urgency?: "low" | "normal" | "high" | undefined;
  /** Seconds until the deadline; none unless given. */
  timeoutSeconds?: number | undefined;
  /** What silence means; `default` when the questions have defaults, unless given. */
  onTimeout?: "default" | "none" | undefined;
  presentation?: Presentation | undefined;
  /**
   * `blocking`, unless given: the ask is abandoned when this process dies. `detached`: it stays open for anybody who
   * knows its id.
   */
  mode?: "blocking" | "detached" | undefined;
}

/** Where a person decided, and who they are if that is known. */
export interface Decider {
  /** A name of your own for the place: it is what the history shows. */
  surface: string;
  who?: string | undefined;
  /** Their passkey's signature, which your program has checked. */
  proof?: PasskeyProof | undefined;
  /**
   * Allowing what may destroy something needs it: the person was shown what would be destroyed, and
   * was asked once more whether they mean it.
   */
  confirmed?: boolean | undefined;
}

export interface Rejection {
  /** `reject` unless given. */
  kind?: "reject" | "cancel" | "elaborate" | "rephrase" | undefined;
  reason?: string | null | undefined;
  askBack?: AskBack[] | undefined;
  /** What the person had noted when they decided not to answer. */
  notes?: Note[] | undefined;
}

export interface Withdrawal {
  kind?: "withdrawn" | "owner_gone" | undefined;
  /** A sentence for anybody who meets the ask afterwards. */
  detail?: string | undefined;
}

export interface ListFilter {
  status?: "pending" | "settled" | undefined;
}

/** `ask` is null when it was removed. */
export interface AskChange {
  id: string;
  ask: Ask | null;
}

export interface Watch {
  close(): void;
}

/** How many old asks were removed, by kind, and how many were kept. */
export interface CleanUp {
  removed: Record<
    "pending" | "completed" | "rejected" | "timed_out" | "abandoned" | "damaged",
    number
  >;
  kept: { open: number; unfetched: number };
}

export interface Desk {
  /** Puts an ask and returns it once it is durable; every surface of this person shows it from then on. */
  ask(input: AskInput): Promise<Ask>;
  /**
   * Settles the ask with a person's reply. Throws InvalidReply, NotConfirmed or PasskeyNeeded (it is
   * still open), AlreadySettled, or GivenByAgent where this process works for an agent.
   */
  answer(id: string, reply: Reply, by: Decider): Promise<Ask>;
  /** The person would rather not answer, or wants the question explained or put differently. */
  reject(id: string, rejection: Rejection, by: Decider): Promise<Ask>;
  /** The caller no longer wants an answer. */
  withdraw(id: string, by: Decider, why?: Withdrawal): Promise<Ask>;
  /** Moves the deadline to that many seconds from now; null takes it away. */
  extend(id: string, seconds: number | null): Promise<Ask>;
  /** The id was handed out: the ask no longer ends with this process. */
  detach(id: string): Promise<Ask>;
  /** Resolves once the ask is settled, in whichever process. Aborting settles nothing and rejects with the reason. */
  wait(id: string, options?: { signal?: AbortSignal | undefined }): Promise<SettledAsk>;
  /**
   * Notes that you received the outcome of a settled ask, under a name of your own: people then see
   * that it was taken. False if it was noted before, or the ask is still open.
   */
  markTaken(id: string, by: string): Promise<boolean>;
  /** Throws AskNotFound or InvalidAskId. */
  load(id: string): Promise<Ask>;
  /** Newest first. */
  list(filter?: ListFilter): Promise<Ask[]>;
  /** Calls back for every ask that appears, changes or is removed, in whichever process. Resolves once it listens. */
  watch(listener: (change: AskChange) => void): Promise<Watch>;
  /**
   * Removes asks created before then, save those that a living process waits for and, unless `open`
   * says so, those that are open or whose outcome nobody has fetched.
   */
  cleanUp(createdBefore: Date, options?: { open?: boolean | undefined }): Promise<CleanUp>;
  /** Ends every wait and watch of this desk. The asks stay. */
  close(): Promise<void>;
}
