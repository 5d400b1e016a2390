/**
 * The desk: where sources put asks and surfaces answer them. It adds time and ownership to a store.
 */
import type { Reply } from "../core/ask/answer.ts";
import {
  type Ask,
  type AskBack,
  completedBy,
  type Effect,
  isSettled,
  type Note,
  type Outcome,
  type Owner,
  type PasskeyProof,
  type ProcessIdentity,
  quietlyAgain,
  RULES_SURFACE,
  type SettledAsk,
  settle,
  timedOutAt,
} from "../core/ask/ask.ts";
import { needsConfirmation, needsPasskey } from "../core/ask/consent.ts";
import { editedIn, withoutIdleEdit } from "../core/ask/edited-call.ts";
import {
  AlreadyAttached,
  AlreadySettled,
  AskNotFound,
  InvalidQuestion,
  InvalidReply,
  NotConfirmed,
  OwnerGone,
} from "../core/ask/errors.ts";
import {
  CLIENT_SURFACE,
  isForPersonAlone,
  NotInAgentTerminal,
} from "../core/ask/given-by-agent.ts";
import { checkNotes, wordNotes } from "../core/ask/notes.ts";
import { PasskeyNeeded } from "../core/ask/passkey-needed.ts";
import { type Question, type QuestionInput, questionFrom } from "../core/ask/question.ts";
import type {
  AskChange,
  AskPage,
  AskStore,
  CleanUp,
  CleanUpOptions,
  DraftKey,
  DraftStore,
  FindFilter,
  ListFilter,
  PageQuery,
  WaitOptions,
  Watch,
  WatchOptions,
} from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import { removeSettled, type SettledLongAgo } from "../store/retention.ts";
import { keepDeadlines } from "./deadlines.ts";
import { dialogOwnerGone, hasLetGo, isHeldDialog, isOwnerGone } from "./dialog-owner.ts";
import { judgedEdit } from "./judged-edit.ts";
import { keepNearest } from "./nearest-deadlines.ts";
import { keepUpToDate } from "./up-to-date.ts";

export interface AskInput {
  /** Given if something else already refers to the ask by this id; otherwise a new one is made. */
  id?: string | undefined;
  questions: QuestionInput[];
  context?: string | undefined;
  source: Ask["source"];
  returnPath?: Ask["returnPath"] | undefined;
  urgency?: Ask["urgency"] | undefined;
  /** Seconds until the deadline; none unless given. */
  timeoutSeconds?: number | undefined;
  /**
   * What happens at the deadline; unless given, `default` if a question has defaults, else `none`.
   */
  onTimeout?: Ask["onTimeout"] | undefined;
  presentation?: Ask["presentation"];
  /** `blocking` while the caller waits in this process, `detached` once the id is handed out. */
  mode?: Owner["mode"] | undefined;
  /** The process that waits for the agent, if that is not this one. */
  owner?: ProcessIdentity | undefined;
  /** The agent's own dialog that it stands for. */
  dialog?: Ask["dialog"];
  /**
   * The decision of a person's own rule: the ask is created settled, and no surface ever asks it.
   */
  ruled?: Ruling | undefined;
}

/** An ask whose questions are already complete and checked. */
export type CompleteAsk = Omit<AskInput, "questions"> & { questions: readonly Question[] };

export interface Ruling {
  /** The rule's name. */
  rule: string;
  reply: Reply;
}

/** Where a person decided, and who they are if that is known. */
export interface Decider {
  surface: string;
  who?: string | undefined;
  /** The name of the token that they decided with, where they came with one. */
  token?: string | undefined;
  /** The person was shown what would be destroyed, and was asked once more whether they mean it. */
  confirmed?: boolean | undefined;
  /** Their passkey's signature, which the surface has checked. */
  proof?: PasskeyProof | undefined;
  /** The terminal was opened by an agent. Permissions and what destroys are then refused. */
  openedBy?: "agent" | undefined;
  /**
   * Made before the first try of a decision that may be sent twice: the second try finds the first
   * one, and nobody is told that somebody else was faster.
   */
  settlement?: string | undefined;
}

export interface Rejection {
  kind?: Extract<Outcome, { status: "rejected" }>["kind"] | undefined;
  reason?: string | null | undefined;
  askBack?: AskBack[] | undefined;
  /** What the person had noted when they decided not to answer. */
  notes?: Note[] | undefined;
}

export interface Withdrawal {
  kind?: "withdrawn" | "owner_gone" | undefined;
  /** A sentence for those who read the ask afterwards. */
  detail?: string | undefined;
}

export interface Desk {
  /** Completes the questions and stores the ask. Throws InvalidQuestion. */
  ask(input: AskInput): Promise<Ask>;
  /** For sources that complete the questions themselves, to check or compare them. */
  put(input: CompleteAsk): Promise<Ask>;
  /**
   * Settles the ask with a person's reply. Throws InvalidReply
   * (still open), NotConfirmed (still open) or AlreadySettled (someone was faster).
   */
  answer(id: string, reply: Reply, by: Decider): Promise<Ask>;
  reject(id: string, rejection: Rejection, by: Decider): Promise<Ask>;
  /** The caller no longer wants an answer, or is no longer there to hear it. */
  withdraw(id: string, by: Decider, why?: Withdrawal): Promise<Ask>;
  /** Moves the deadline to that many seconds from now; null takes it away. */
  extend(id: string, seconds: number | null): Promise<Ask>;
  /**
   * Until the deadline; infinity without one. Where this process has met the deadline, no clock that
   * is set back makes it seem later.
   */
  millisecondsLeft(ask: Ask): number;
  /** The id was handed out: the ask no longer ends with this process. */
  detach(id: string): Promise<Ask>;
  /**
   * The client gave up the call that waited, though no person cancelled it: the ask is detached,
   * and can be told apart from one whose id was handed out.
   */
  leaveOpen(id: string): Promise<Ask>;
  /**
   * The process that waits for a dialog learned that the agent hears it no more. It may live on for
   * a moment, but an answer is refused from now on as if it were gone.
   */
  letGo(id: string): Promise<Ask>;
  /** A call of this process waits for the ask again. */
  holdAgain(id: string): Promise<Ask>;
  /**
   * Claims a handed-off ask for this process's terminal. Throws AlreadyAttached if another process
   * was first.
   */
  attach(id: string): Promise<Ask>;
  /** The terminal that this process attached goes away without an answer. The ask stays open. */
  closeTerminal(id: string): Promise<void>;
  /** This caller has received the outcome. False if it had before, or the ask is still open. */
  markTaken(id: string, by: string): Promise<boolean>;
  /** What the agent really did, as its own events show. */
  noteEffect(id: string, effect: Omit<Effect, "at">): Promise<Ask>;
  /** Resolves once any process has settled the ask. Aborting settles nothing. */
  wait(id: string, options?: WaitOptions): Promise<SettledAsk>;
  load(id: string): Promise<Ask>;
  /** Everything: see the store, also for what is cheaper where there is much. */
  list(filter?: ListFilter): Promise<Ask[]>;
  find(filter: FindFilter): Promise<Ask[]>;
  page(query: PageQuery): Promise<AskPage>;
  /** As the store has them: a deadline that has just passed may still count as open. */
  count: AskStore["count"];
  /** The open asks whose deadlines come first. A deadline may be past. */
  nextDue: AskStore["nextDue"];
  /** Some of the newest open asks at once, for a first screen: see the store. */
  glance(most: number): Promise<Ask[]>;
  watch(listener: (change: AskChange) => void, options?: WatchOptions): Promise<Watch>;
  /** Keeps what is open and what nobody has fetched, unless told otherwise: see the store. */
  cleanUp(createdBefore: Date, options?: CleanUpOptions): Promise<CleanUp>;
  /** Removes what was settled before a moment, and never what is open: says how many. */
  removeSettled(which: SettledLongAgo): Promise<number>;
  readonly drafts: DraftStore;
  close(): Promise<void>;
}

export interface DeskParts {
  store: AskStore;
  clock: Clock;
  newId: () => string;
  /** This process, which is asked who it is only when an ask becomes its own. */
  owner: () => ProcessIdentity;
  lifeOf: (process: ProcessIdentity) => "alive" | "dead" | "unknown";
  /** A person did something on that surface just now. */
  onPerson?: (surface: string) => void;
  /** The deadline in seconds that an ask without one of its own gets, if any. */
  timeoutFor?: (ask: Pick<Ask, "source">) => Promise<number | undefined>;
  onWarning?: (message: string) => void;
}

const OWNER_CHECK_MS = 10_000;
const RETRY_SECONDS = 1;

export function createDesk(parts: DeskParts): Desk {
  const { store, newId, owner, lifeOf, onPerson, timeoutFor, onWarning = console.warn } = parts;
  const clock = store.clock ?? parts.clock;
  const deadlines = keepDeadlines({
    clock,
    onDue: (id) => void (nearest.refillsAt(id) || settleDue(id)),
  });
  const nearest = keepNearest({ store, deadlines, clock });
  const { upToDate, asTheyAre, withoutDue, markTerminalClosed } = keepUpToDate({
    ...{ store, clock, deadlines, lifeOf },
  });
  let stopDeadlines = () => {};
  const waits = new Map<string, number>();
  let watching = 0;
  let isChecking = false;
  let isClosed = false;
  let stopChecking = () => {};
  return {
    ask,
    put,
    answer,
    reject,
    withdraw,
    extend,
    millisecondsLeft,
    detach,
    leaveOpen,
    letGo,
    holdAgain,
    attach,
    closeTerminal,
    markTaken: store.markTaken,
    noteEffect: store.noteEffect,
    wait,
    load,
    list,
    find,
    page,
    count: store.count,
    nextDue: store.nextDue,
    glance,
    watch,
    cleanUp: store.cleanUp,
    removeSettled: (which) => removeSettled(store, which),
    drafts: { ...store.drafts, save: saveDraft },
    close,
  };

  async function saveDraft(id: string, key: DraftKey, draft: unknown) {
    onPerson?.(key.surface);
    await store.drafts.save(id, key, draft);
  }

  async function ask(input: AskInput): Promise<Ask> {
    if (input.questions.length === 0) throw new InvalidQuestion(["Ask at least one question."]);
    return put({ ...input, questions: input.questions.map(questionFrom) });
  }

  async function put(input: CompleteAsk): Promise<Ask> {
    const questions = [...input.questions];
    const hasDefaults = questions.some((question) => question.defaultOptionIds.length > 0);
    const timeoutSeconds = input.timeoutSeconds ?? (await timeoutFor?.(input));
    await store.ready?.();
    const now = clock.now();
    if (timeoutSeconds !== undefined && !isDate(now.getTime() + timeoutSeconds * 1000)) {
      throw new InvalidQuestion([
        `No deadline is ${timeoutSeconds} seconds away: ` +
          "give timeoutSeconds as a number of seconds, or leave it out.",
      ]);
    }
    const pending: Ask = {
      id: input.id ?? newId(),
      questions,
      ...(input.context === undefined ? {} : { context: input.context }),
      source: input.source,
      returnPath: input.returnPath ?? "caller",
      urgency: input.urgency ?? "normal",
      createdAt: now.toISOString(),
      expiresAt: timeoutSeconds === undefined ? null : inSeconds(timeoutSeconds, now),
      onTimeout: input.onTimeout ?? (hasDefaults ? "default" : "none"),
      owner: { ...(input.owner ?? owner()), mode: input.mode ?? "blocking" },
      ...(input.presentation === undefined ? {} : { presentation: input.presentation }),
      ...(input.dialog === undefined ? {} : { dialog: input.dialog }),
      outcome: null,
    };
    const { ruled } = input;
    const asked =
      ruled === undefined
        ? pending
        : settle(pending, completedBy(pending, ruled.reply, byRule(ruled.rule)));
    await store.create(asked);
    return asked;
  }

  async function answer(id: string, reply: Reply, by: Decider): Promise<Ask> {
    // Only a changed call is judged anew, for which the ask is read before.
    const judgedBy =
      editedIn(reply) === null ? (ask: Ask) => ask : await judgedEdit(await load(id), reply);
    return quietlyAgain(
      (ask) => withoutIdleEdit(ask, reply),
      () =>
        decidePersonally(id, by, (pending) => {
          const said = withoutIdleEdit(pending, reply);
          const judged = judgedBy(pending);
          if (by.confirmed !== true && needsConfirmation(judged, said))
            throw new NotConfirmed(judged);
          if (needsPasskey(judged, said) && by.proof === undefined) throw new PasskeyNeeded();
          return completedBy(pending, said, personally(by));
        }),
    );
  }

  async function reject(
    id: string,
    { kind = "reject", reason = null, askBack, notes = [] }: Rejection,
    by: Decider,
  ): Promise<Ask> {
    return decidePersonally(id, by, ({ questions }) => {
      const stray = askBack?.find(({ questionIndex }) => questions[questionIndex] === undefined);
      if (stray !== undefined)
        throw new InvalidReply([`There is no question ${stray.questionIndex + 1}.`]);
      const problems = checkNotes(questions, notes);
      if (problems.length > 0) throw new InvalidReply(problems);
      const said = reason?.trim() || wordsOf(askBack) || "";
      const words = [...(said === "" ? [] : [said]), ...wordNotes(questions, notes)];
      return {
        status: "rejected",
        kind,
        rejectionReason: words.join("\n") || null,
        ...(askBack === undefined ? {} : { askBack }),
        ...(notes.length === 0 ? {} : { notes }),
        provenance: personally(by),
      };
    });
  }

  async function withdraw(
    id: string,
    { surface, who, settlement }: Decider,
    { kind = "withdrawn", detail }: Withdrawal = {},
  ) {
    const provenance = {
      by: "rule",
      surface,
      ...(who === undefined ? {} : { who }),
      at: nowText(),
    } as const;
    const abandoned = { status: "abandoned", kind, ...(detail && { detail }), provenance } as const;
    return decide(id, () => abandoned, { settlement });
  }

  async function extend(id: string, seconds: number | null): Promise<Ask> {
    await store.ready?.();
    await load(id);
    const ask = await store.amend(id, () => ({
      expiresAt: seconds === null ? null : inSeconds(seconds),
    }));
    deadlines.track(ask);
    return ask;
  }

  function millisecondsLeft(ask: Ask): number {
    // Nothing else would end the timer of a process that neither watches nor waits.
    if (watching > 0 || waits.has(ask.id)) deadlines.track(ask);
    return deadlines.left(ask);
  }

  async function detach(id: string): Promise<Ask> {
    return store.amend(id, (ask) =>
      ask.owner === null ? {} : { owner: { ...ask.owner, mode: "detached" } },
    );
  }

  async function leaveOpen(id: string): Promise<Ask> {
    return store.amend(id, (ask) => ({
      leftOpenAt: nowText(),
      ...(ask.owner === null ? {} : { owner: { ...ask.owner, mode: "detached" } }),
    }));
  }

  async function letGo(id: string): Promise<Ask> {
    return store.amend(id, () => ({ ownerGoneAt: nowText() }));
  }

  async function holdAgain(id: string): Promise<Ask> {
    return store.amend(id, () => ({ owner: { ...owner(), mode: "blocking" } }));
  }

  async function attach(id: string): Promise<Ask> {
    const ask = await load(id);
    if (ask.presentation?.handOff !== true) return ask;
    return store.amend(id, (pending) => {
      if (pending.attachment !== undefined) throw new AlreadyAttached(pending.attachment);
      return { attachment: { ...owner(), at: nowText() } };
    });
  }

  async function closeTerminal(id: string) {
    const { attachment } = await store.load(id);
    const { pid, startedAt } = owner();
    if (attachment?.pid !== pid || attachment.startedAt !== startedAt) return;
    await markTerminalClosed(id);
  }

  async function wait(
    id: string,
    { signal, until, onPending }: WaitOptions = {},
  ): Promise<SettledAsk> {
    await load(id);
    waits.set(id, (waits.get(id) ?? 0) + 1);
    keepChecking();
    try {
      // Another process may move the deadline while we wait, so it is read anew with every change.
      return await store.whenSettled(id, {
        signal,
        until,
        onPending(ask) {
          deadlines.track(ask);
          onPending?.(ask);
        },
      });
    } finally {
      const others = (waits.get(id) ?? 1) - 1;
      if (others > 0) waits.set(id, others);
      else waits.delete(id);
      if (others === 0 && watching === 0) deadlines.forget(id);
      restIfIdle();
    }
  }

  async function load(id: string): Promise<Ask> {
    return upToDate(await store.load(id));
  }

  async function list(filter: ListFilter = {}): Promise<Ask[]> {
    return asTheyAre(await store.list(filter), filter);
  }

  async function find(filter: FindFilter): Promise<Ask[]> {
    return asTheyAre(await store.find(filter), filter);
  }

  async function page(query: PageQuery): Promise<AskPage> {
    const { asks, next } = await store.page(query);
    return { asks: await asTheyAre(asks, query), next };
  }

  async function glance(most: number): Promise<Ask[]> {
    return withoutDue(await store.glance(most));
  }

  async function watch(
    listener: (change: AskChange) => void,
    options?: WatchOptions,
  ): Promise<Watch> {
    const inner = await store.watch((change) => {
      if (change.ask === null) deadlines.forget(change.id);
      else if (store.keepDeadlines === undefined) nearest.meet(change.ask);
      listener(change);
    }, options);
    watching += 1;
    keepChecking();
    if (watching === 1 && store.keepDeadlines !== undefined) stopDeadlines = store.keepDeadlines();
    await refillNearest();
    let isOpen = true;
    return {
      close() {
        if (!isOpen) return;
        isOpen = false;
        inner.close();
        watching -= 1;
        if (watching === 0) restDeadlines();
        restIfIdle();
      },
    };
  }

  async function close() {
    isClosed = true;
    restDeadlines();
    deadlines.close();
    stopChecking();
    await store.close();
  }

  /** Settles by a person's or a caller's decision. The store lets a passed deadline win. */
  async function decide(
    id: string,
    outcomeOf: (ask: Ask) => Outcome,
    { settlement }: Pick<Decider, "settlement"> = {},
  ): Promise<Ask> {
    let isLate = false;
    const decideNow = (pending: Ask) => {
      isLate = deadlines.isPast(pending);
      return isLate ? timedOutAt(pending, nowText()) : outcomeOf(pending);
    };
    const ask = await store.settle(id, decideNow, { key: settlement });
    deadlines.forget(id);
    if (isLate && isSettled(ask)) throw new AlreadySettled(ask);
    return ask;
  }

  /** An answer that nobody could hand to the agent is refused, and its ask ends. */
  async function decidePersonally(
    id: string,
    { surface, openedBy, settlement }: Decider,
    outcomeOf: (ask: Ask) => Outcome,
  ): Promise<Ask> {
    try {
      const decideNow = (pending: Ask) => {
        const isByAgent = openedBy === "agent" || surface === CLIENT_SURFACE;
        if (isByAgent && isForPersonAlone(pending)) throw new NotInAgentTerminal(pending);
        const isGone = isHeldDialog(pending) && (hasLetGo(pending) || isDead(pending.owner));
        return isGone && surface !== "agent" ? dialogOwnerGone(nowText()) : outcomeOf(pending);
      };
      const ask = await decide(id, decideNow, { settlement });
      if (isSettled(ask) && isOwnerGone(ask)) throw new OwnerGone(ask);
      return ask;
    } catch (error) {
      // Reading it may have ended it a moment before.
      if (error instanceof AlreadySettled && isOwnerGone(error.ask)) throw new OwnerGone(error.ask);
      throw error;
    }
  }

  /**
   * The deadline is checked again under the lock: another process may have moved it since the timer
   * was set.
   */
  async function settleDue(id: string) {
    try {
      const ask = await store.settle(id, (pending) =>
        deadlines.isPast(pending) ? timedOutAt(pending, nowText()) : null,
      );
      deadlines.track(ask);
    } catch (error) {
      if (error instanceof AlreadySettled || error instanceof AskNotFound || isClosed) return;
      onWarning(`Ask ${id} is due but could not be settled yet: ${(error as Error).message}`);
      deadlines.track({ id, expiresAt: inSeconds(RETRY_SECONDS), outcome: null });
    }
  }

  function isDead(process: ProcessIdentity): boolean {
    return lifeOf(process) === "dead";
  }

  /** While a watch or a wait is open, dead owners are looked for even if nothing else happens. */
  function keepChecking() {
    if (isChecking || isClosed) return;
    isChecking = true;
    stopChecking = clock.after(OWNER_CHECK_MS, () => {
      isChecking = false;
      checkOwners().catch((error: Error) =>
        onWarning(`Owners could not be checked: ${error.message}`),
      );
      keepChecking();
    });
  }

  async function checkOwners() {
    if (watching > 0) {
      await find({ status: "pending", isHeld: true });
      await refillNearest();
    } else await Promise.allSettled([...waits.keys()].map(load));
  }

  /** A store that times out what is due needs no timers here. */
  async function refillNearest() {
    if (store.keepDeadlines === undefined) await nearest.refill();
  }

  function restDeadlines() {
    nearest.rest();
    stopDeadlines();
    stopDeadlines = () => {};
  }

  function restIfIdle() {
    if (watching > 0 || waits.size > 0) return;
    stopChecking();
    isChecking = false;
  }

  function personally({ surface, who, token, openedBy, proof }: Decider) {
    onPerson?.(surface);
    return {
      by: "person",
      surface,
      ...(who === undefined ? {} : { who }),
      at: nowText(),
      ...(token === undefined ? {} : { token }),
      ...(openedBy === undefined ? {} : { openedBy }),
      ...(proof === undefined ? {} : { proof }),
    } as const;
  }

  function byRule(rule: string) {
    return { by: "rule", surface: RULES_SURFACE, who: rule, at: nowText() } as const;
  }

  function nowText(): string {
    return clock.now().toISOString();
  }

  function inSeconds(seconds: number, now = clock.now()): string {
    return new Date(now.getTime() + seconds * 1000).toISOString();
  }
}

function isDate(milliseconds: number): boolean {
  return !Number.isNaN(new Date(milliseconds).getTime());
}

function wordsOf(askBack: AskBack[] | undefined): string | null {
  return (
    askBack
      ?.map(({ text }) => text)
      .filter((text) => text !== "")
      .join("\n") || null
  );
}
