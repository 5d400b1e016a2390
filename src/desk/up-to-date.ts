/**
 * Every process that reads an ask brings it up to date: past its deadline the ask times out; when
 * its owner has died that is recorded, and after the grace period the ask is abandoned; and a
 * terminal that was killed is noted as closed.
 */
import {
  type Ask,
  isOrphaned,
  isSettled,
  type Owner,
  type ProcessIdentity,
  timedOutAt,
} from "../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../core/ask/errors.ts";
import type { AskStore, ListFilter } from "../store/ask-store.ts";
import type { Clock } from "../store/clock.ts";
import type { Deadlines } from "./deadlines.ts";
import { dialogOwnerGone, isHeldDialog, isUntakenDecision } from "./dialog-owner.ts";

type Life = (process: ProcessIdentity) => "alive" | "dead" | "unknown";

export interface UpToDateParts {
  store: Pick<AskStore, "amend" | "settle" | "noteEffect">;
  clock: Clock;
  deadlines: Pick<Deadlines, "isPast">;
  lifeOf: Life;
}

export function keepUpToDate({ store, clock, deadlines, lifeOf }: UpToDateParts) {
  return { upToDate, asTheyAre, withoutDue, markTerminalClosed };

  async function upToDate(ask: Ask, life = knowLives()): Promise<Ask> {
    const isOver = isDue(ask, life);
    if (!isOver && !hasLostTerminal(ask, life)) return ask;
    try {
      if (isSettled(ask)) return await store.noteEffect(ask.id, { kind: "not_taken" });
      if (!isOver) return await markTerminalClosed(ask.id);
      const isDialog = isHeldDialog(ask);
      if (!deadlines.isPast(ask) && !isKnownGone(ask) && !isDialog) {
        return await store.amend(ask.id, () => ({ ownerGoneAt: nowText() }));
      }
      return await store.settle(ask.id, (pending) => {
        if (deadlines.isPast(pending)) return timedOutAt(pending, nowText());
        if (isHeldDialog(pending))
          return lifeOf(pending.owner) === "dead" ? dialogOwnerGone(nowText()) : null;
        const provenance = { by: "rule", surface: "desk", at: nowText() } as const;
        return isOrphaned(pending, clock.now())
          ? { status: "abandoned", kind: "owner_gone", provenance }
          : null;
      });
    } catch (error) {
      if (error instanceof AlreadySettled) return error.ask;
      // A read-only folder can still be read.
      if ((error as { code?: string }).code === "write_failed") return ask;
      throw error;
    }
  }

  async function asTheyAre(asks: Ask[], { status }: ListFilter): Promise<Ask[]> {
    const life = knowLives();
    const latest = await Promise.all(
      asks.map((ask) => (isDue(ask, life) || hasLostTerminal(ask, life) ? mended(ask, life) : ask)),
    );
    const present = latest.filter((ask) => ask !== null);
    return status === "pending" ? present.filter((ask) => !isSettled(ask)) : present;
  }

  /** For a first look, which waits for no mending. */
  function withoutDue(asks: Ask[]): Ask[] {
    const life = knowLives();
    return asks.filter((ask) => !isDue(ask, life));
  }

  /**
   * An ask that was removed, or cannot be written to, must not keep the others from being listed.
   */
  async function mended(ask: Ask, life: Life): Promise<Ask | null> {
    return upToDate(ask, life).catch((error) => (error instanceof AskNotFound ? null : ask));
  }

  /** The first to notice writes it down. An answer that came first needs no such mark. */
  async function markTerminalClosed(id: string): Promise<Ask> {
    try {
      return await store.amend(id, ({ attachment }) =>
        attachment === undefined || attachment.closedAt !== undefined
          ? {}
          : { attachment: { ...attachment, closedAt: nowText() } },
      );
    } catch (error) {
      if (error instanceof AlreadySettled) return error.ask;
      throw error;
    }
  }

  function isDue(ask: Ask, life: Life): boolean {
    if (isUntakenDecision(ask)) return life(ask.owner) === "dead";
    return deadlines.isPast(ask) || (isBlocking(ask) && life(ask.owner) === "dead");
  }

  /** Its terminal was killed, and so could not say that it goes. */
  function hasLostTerminal(ask: Ask, life: Life): boolean {
    const { attachment } = ask;
    if (isSettled(ask) || attachment === undefined || attachment.closedAt !== undefined)
      return false;
    return life(attachment) === "dead";
  }

  /** A moment in the future shows that the clock was set back: the owner's time begins anew. */
  function isKnownGone({ ownerGoneAt }: Ask): boolean {
    return ownerGoneAt !== undefined && Date.parse(ownerGoneAt) <= clock.now().getTime();
  }

  /** Asks the system once for each process, however many asks it owns. */
  function knowLives(): Life {
    const known = new Map<string, ReturnType<Life>>();
    return (process) => {
      const key = `${process.pid} ${process.startedAt} ${process.host}`;
      const life = known.get(key) ?? lifeOf(process);
      known.set(key, life);
      return life;
    };
  }

  function nowText(): string {
    return clock.now().toISOString();
  }
}

function isBlocking(ask: Ask): ask is Ask & { owner: Owner } {
  return !isSettled(ask) && ask.owner?.mode === "blocking";
}
