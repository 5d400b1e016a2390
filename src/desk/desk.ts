/** The desk: where sources put asks and surfaces answer them. It adds time and ownership to a store. */
import type { Reply } from "../core/ask/answer.ts";
import {
  type Ask,
  type AskBack,
  completedBy,
  isOrphaned,
  isSettled,
  type Outcome,
  type Owner,
  type ProcessIdentity,
  quietlyAgain,
  RULES_SURFACE,
  type SettledAsk,
  settle,
  timedOutAt,
} from "../core/ask/ask.ts";
import {
  AlreadyAttached,
  AlreadySettled,
  AskNotFound,
  InvalidQuestion,
  InvalidReply,
} from "../core/ask/errors.ts";
import { type Question, type QuestionInput, questionFrom } from "../core/ask/question.ts";
import type {
  AskChange,
  AskStore,
  CleanUp,
  CleanUpOptions,
  DraftKey,
  DraftStore,
  ListFilter,
  Watch,
} from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import { keepDeadlines } from "./deadlines.ts";

export interface AskInput {
  /** Where something else already speaks of the ask by that name; a new one unless given. */
  id?: string | undefined;
  questions: QuestionInput[];
  context?: string | undefined;
  source: Ask["source"];
  returnPath?: Ask["returnPath"] | undefined;
  urgency?: Ask["urgency"] | undefined;
  /** Seconds until the deadline; none unless given. */
  timeoutSeconds?: number | undefined;
  /** What silence means; `default` when the questions have defaults, unless given. */
  onTimeout?: Ask["onTimeout"] | undefined;
  presentation?: Ask["presentation"];
  /** `blocking` while the caller waits in this process, `detached` once the id is handed out. */
  mode?: Owner["mode"] | undefined;
  /** What a person's own rule decides about it: it is put settled, and no surface ever asks it. */
  ruled?: Ruling | undefined;
}

/** The same with questions that are complete and checked already. */
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
}

export interface Rejection {
  kind?: Extract<Outcome, { status: "rejected" }>["kind"] | undefined;
  reason?: string | null | undefined;
  askBack?: AskBack[] | undefined;
}

export interface Withdrawal {
  kind?: "withdrawn" | "owner_gone" | undefined;
  /** A sentence for whoever meets the ask afterwards. */
  detail?: string | undefined;
}

export interface Desk {
  /** Completes the questions and puts the ask. Throws InvalidQuestion. */
  ask(input: AskInput): Promise<Ask>;
  /** For sources that have made the questions complete themselves, to check or to compare them. */
  put(input: CompleteAsk): Promise<Ask>;
  /** Settles the ask with a person's reply. Throws InvalidReply (still open) or AlreadySettled (someone was faster). */
  answer(id: string, reply: Reply, by: Decider): Promise<Ask>;
  reject(id: string, rejection: Rejection, by: Decider): Promise<Ask>;
  /** The caller no longer wants an answer, or is no longer there to hear it. */
  withdraw(id: string, by: Decider, why?: Withdrawal): Promise<Ask>;
  /** Moves the deadline to that many seconds from now; null takes it away. */
  extend(id: string, seconds: number | null): Promise<Ask>;
  /** The id was handed out: the ask no longer ends with this process. */
  detach(id: string): Promise<Ask>;
  /** Opens a handed-off ask in this process's terminal, which only the first may. Throws AlreadyAttached. */
  attach(id: string): Promise<Ask>;
  /** The caller has been given the outcome. */
  markDelivered(id: string): Promise<void>;
  /** Resolves once the ask is settled, by whichever process. Aborting settles nothing. */
  wait(id: string, options?: { signal?: AbortSignal | undefined }): Promise<SettledAsk>;
  load(id: string): Promise<Ask>;
  list(filter?: ListFilter): Promise<Ask[]>;
  /** Some of the newest open asks at once, for a first screen: see the store. */
  glance(most: number): Promise<Ask[]>;
  watch(listener: (change: AskChange) => void): Promise<Watch>;
  /** Keeps what is open and what nobody has fetched, unless told otherwise: see the store. */
  cleanUp(createdBefore: Date, options?: CleanUpOptions): Promise<CleanUp>;
  readonly drafts: DraftStore;
  close(): Promise<void>;
}

export interface DeskParts {
  store: AskStore;
  clock: Clock;
  newId: () => string;
  owner: ProcessIdentity;
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
  const {
    store,
    clock,
    newId,
    owner,
    lifeOf,
    onPerson,
    timeoutFor,
    onWarning = console.warn,
  } = parts;
  const deadlines = keepDeadlines({ clock, onDue: (id) => void settleDue(id) });
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
    detach,
    attach,
    markDelivered: store.markDelivered,
    wait,
    load,
    list,
    glance,
    watch,
    cleanUp: store.cleanUp,
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
    const now = clock.now();
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
      owner: { ...owner, mode: input.mode ?? "blocking" },
      ...(input.presentation === undefined ? {} : { presentation: input.presentation }),
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
    return quietlyAgain(
      () => reply,
      () => decide(id, (pending) => completedBy(pending, reply, personally(by))),
    );
  }

  async function reject(
    id: string,
    { kind = "reject", reason = null, askBack }: Rejection,
    by: Decider,
  ): Promise<Ask> {
    const rejectionReason = reason?.trim() || wordsOf(askBack);
    return decide(id, ({ questions }) => {
      const stray = askBack?.find(({ questionIndex }) => questions[questionIndex] === undefined);
      if (stray !== undefined)
        throw new InvalidReply([`There is no question ${stray.questionIndex + 1}.`]);
      return {
        status: "rejected",
        kind,
        rejectionReason,
        ...(askBack === undefined ? {} : { askBack }),
        provenance: personally(by),
      };
    });
  }

  async function withdraw(
    id: string,
    { surface, who }: Decider,
    { kind = "withdrawn", detail }: Withdrawal = {},
  ) {
    const provenance = {
      by: "rule",
      surface,
      ...(who === undefined ? {} : { who }),
      at: nowText(),
    } as const;
    return decide(id, () => ({ status: "abandoned", kind, ...(detail && { detail }), provenance }));
  }

  async function extend(id: string, seconds: number | null): Promise<Ask> {
    await load(id);
    const ask = await store.amend(id, () => ({
      expiresAt: seconds === null ? null : inSeconds(seconds),
    }));
    deadlines.track(ask);
    return ask;
  }

  async function detach(id: string): Promise<Ask> {
    return store.amend(id, (ask) =>
      ask.owner === null ? {} : { owner: { ...ask.owner, mode: "detached" } },
    );
  }

  async function attach(id: string): Promise<Ask> {
    const ask = await load(id);
    if (ask.presentation?.handOff !== true) return ask;
    return store.amend(id, (pending) => {
      if (pending.attachment !== undefined) throw new AlreadyAttached();
      return { attachment: { ...owner, at: nowText() } };
    });
  }

  async function wait(
    id: string,
    options: { signal?: AbortSignal | undefined } = {},
  ): Promise<SettledAsk> {
    await load(id);
    waits.set(id, (waits.get(id) ?? 0) + 1);
    keepChecking();
    try {
      // Another process may move the deadline while we wait, so it is read anew with every change.
      return await store.whenSettled(id, { ...options, onPending: deadlines.track });
    } finally {
      const others = (waits.get(id) ?? 1) - 1;
      if (others > 0) waits.set(id, others);
      else waits.delete(id);
      if (others === 0 && watching === 0) deadlines.forget(id);
      restIfIdle();
    }
  }

  async function load(id: string): Promise<Ask> {
    return upToDate(await store.load(id), knowLives());
  }

  async function list(filter?: ListFilter): Promise<Ask[]> {
    const life = knowLives();
    const asks = await Promise.all(
      (await store.list(filter)).map((ask) => (isDue(ask, life) ? mended(ask, life) : ask)),
    );
    const present = asks.filter((ask) => ask !== null);
    return filter?.status === "pending" ? present.filter((ask) => !isSettled(ask)) : present;
  }

  async function glance(most: number): Promise<Ask[]> {
    const life = knowLives();
    return (await store.glance(most)).filter((ask) => !isDue(ask, life));
  }

  /** One ask that was removed meanwhile, or cannot be written to, keeps no other from being listed. */
  async function mended(ask: Ask, life: Life): Promise<Ask | null> {
    return upToDate(ask, life).catch((error) => (error instanceof AskNotFound ? null : ask));
  }

  async function watch(listener: (change: AskChange) => void): Promise<Watch> {
    const inner = await store.watch((change) => {
      if (change.ask === null) deadlines.forget(change.id);
      else deadlines.track(change.ask);
      listener(change);
    });
    watching += 1;
    keepChecking();
    let isOpen = true;
    return {
      close() {
        if (!isOpen) return;
        isOpen = false;
        inner.close();
        watching -= 1;
        restIfIdle();
      },
    };
  }

  async function close() {
    isClosed = true;
    deadlines.close();
    stopChecking();
    await store.close();
  }

  /** Settles by a person's or a caller's decision. The store sees to it that a passed deadline was first. */
  async function decide(id: string, outcomeOf: (ask: Ask) => Outcome): Promise<Ask> {
    let isLate = false;
    const ask = await store.settle(id, (pending) => {
      isLate = deadlines.isPast(pending);
      return isLate ? timedOutAt(pending, nowText()) : outcomeOf(pending);
    });
    deadlines.forget(id);
    if (isLate && isSettled(ask)) throw new AlreadySettled(ask);
    return ask;
  }

  /** The deadline is judged again under the lock: another process may have moved it since the timer was set. */
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

  type Life = DeskParts["lifeOf"];

  function isDue(ask: Ask, life: Life): boolean {
    return deadlines.isPast(ask) || (isBlocking(ask) && life(ask.owner) === "dead");
  }

  /** Whoever meets an ask that is past its deadline, or whose owner has died, does what time would have done. */
  async function upToDate(ask: Ask, life: Life): Promise<Ask> {
    if (!isDue(ask, life)) return ask;
    try {
      if (!deadlines.isPast(ask) && !isKnownGone(ask)) {
        return await store.amend(ask.id, () => ({ ownerGoneAt: nowText() }));
      }
      return await store.settle(ask.id, (pending) => {
        if (deadlines.isPast(pending)) return timedOutAt(pending, nowText());
        const provenance = { by: "rule", surface: "desk", at: nowText() } as const;
        return isOrphaned(pending, clock.now())
          ? { status: "abandoned", kind: "owner_gone", provenance }
          : null;
      });
    } catch (error) {
      if (error instanceof AlreadySettled) return error.ask;
      // A folder that cannot be written to can still be read.
      if ((error as { code?: string }).code === "write_failed") return ask;
      throw error;
    }
  }

  /** A moment in the future shows that the clock was set back: the owner's time begins anew. */
  function isKnownGone({ ownerGoneAt }: Ask): boolean {
    return ownerGoneAt !== undefined && Date.parse(ownerGoneAt) <= clock.now().getTime();
  }

  /** While somebody watches or waits, owners that died are noticed though nothing else happens. */
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
    if (watching > 0) await list({ status: "pending" });
    else await Promise.allSettled([...waits.keys()].map(load));
  }

  function restIfIdle() {
    if (watching > 0 || waits.size > 0) return;
    stopChecking();
    isChecking = false;
  }

  /** A thousand asks of one process need one look at it. */
  function knowLives(): Life {
    const known = new Map<string, ReturnType<Life>>();
    return (process) => {
      const key = `${process.pid} ${process.startedAt} ${process.host}`;
      const life = known.get(key) ?? lifeOf(process);
      known.set(key, life);
      return life;
    };
  }

  function personally({ surface, who }: Decider) {
    onPerson?.(surface);
    return { by: "person", surface, ...(who === undefined ? {} : { who }), at: nowText() } as const;
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

function isBlocking(ask: Ask): ask is Ask & { owner: Owner } {
  return !isSettled(ask) && ask.owner?.mode === "blocking";
}

function wordsOf(askBack: AskBack[] | undefined): string | null {
  return (
    askBack
      ?.map(({ text }) => text)
      .filter((text) => text !== "")
      .join("\n") || null
  );
}
