/**
 * An agent's reply as streamed messages. Above its words stands a message with what it does now and
 * Stop, which goes when the reply is whole. Words can only be appended, so the caller holds back
 * what may still be taken out of them.
 *
 * A stream that fails leaves its message in doubt: it is then changed to what it should say. If
 * none can be started, the rest of the reply is shown as messages that are changed.
 */
import { sleep } from "../../../store/clock.ts";
import { codeOf } from "../cards/cards.ts";
import type { Last, Reply, ReplyParts } from "./replies.ts";
import { type Status, statusMessages } from "./status-line.ts";
import { closing, nextPiece, type Piece, reopened, type StreamedPage } from "./streamed-page.ts";
import { createUpdatedReply, type UpdatedReply } from "./updated-reply.ts";

// More often than this nobody can read it.
const GAP_MS = 1_000;
// Slack ends a stream by itself after some minutes.
const LONGEST_STREAM_MS = 4 * 60_000;

export function createStreamedReply(parts: ReplyParts): Reply {
  const { streaming, updates, clock, channel, locale, onWarning } = parts;
  const status = createUpdatedReply(parts);
  const headless = { ...parts, head: null };
  const pages: StreamedPage[] = [];
  let page: StreamedPage | null = null;
  let said = "";
  let statusNow: Status = null;
  let shownStatus = "";
  let end = 0;
  /** Shows what comes after `end` once no stream can be started any more. */
  let rest: UpdatedReply | null = null;
  let work = Promise.resolve();
  let isAtWork = false;
  let isFinishing = false;
  let hurry = () => {};
  const hurried = new Promise<void>((resolve) => {
    hurry = resolve;
  });
  return { show, finish };

  function show(saidNow: string, given: Status) {
    said = saidNow;
    statusNow = given;
    if (rest !== status) showStatus();
    if (rest === null) goOn();
    else showRest(rest);
  }

  function showRest(there: UpdatedReply) {
    if (there === status) status.show(said, statusNow);
    else there.show(wordsBetween(end), null);
  }

  function showStatus() {
    if (shownStatus === JSON.stringify(statusNow)) return;
    shownStatus = JSON.stringify(statusNow);
    status.show("", statusNow);
  }

  function goOn() {
    if (!isAtWork) work = catchUp();
  }

  async function finish(saidAtLast: string, activity: Status): Promise<Last> {
    isFinishing = true;
    hurry();
    while (isAtWork) await work;
    const isRewritten = !saidAtLast.startsWith(said.slice(0, end));
    said = saidAtLast;
    // What was said is short, or no stream could be started: the message that is there shows it.
    if (pages.length === 0) return status.finish(said, activity);
    const last = isRewritten ? await rewrite(activity) : await complete(activity);
    if (parts.head === null) await status.remove();
    else await status.finish("", null);
    return last;
  }

  async function complete(activity: Status): Promise<Last> {
    await catchUp();
    await close();
    await Promise.all(pages.filter(({ isDoubtful }) => isDoubtful).map(mend));
    return finishLast(activity);
  }

  /** Something that was streamed is not said after all. */
  async function rewrite(activity: Status): Promise<Last> {
    await close();
    if (rest !== null) await rest.remove();
    const there = pages.map(({ ts }) => ts);
    return createUpdatedReply(headless, there).finish(said, activity);
  }

  async function finishLast(activity: Status): Promise<Last> {
    if (rest !== null) return rest.finish(wordsBetween(end), activity);
    const { ts = "", start = 0 } = pages.at(-1) ?? {};
    const words = wordsBetween(start, end);
    if (activity === null) return { said: words, messages: [ts] };
    return createUpdatedReply(headless, [ts]).finish(words, activity);
  }

  async function catchUp() {
    isAtWork = true;
    try {
      while (rest === null) {
        if (page !== null && isOver(page)) await close();
        if (!hasMore()) return;
        await (page === null ? open() : append(page));
        if (!isFinishing) await Promise.race([sleep(clock, GAP_MS), hurried]);
      }
    } finally {
      // In the same turn as the last look for more: words that came in between would stay unsaid.
      isAtWork = false;
    }
  }

  function hasMore(): boolean {
    return nextPiece(said, end, page, isFinishing).words.trim() !== "";
  }

  function isOver({ since, isFull }: StreamedPage): boolean {
    return isFull || clock.monotonic() - since > LONGEST_STREAM_MS;
  }

  async function open() {
    const since = clock.monotonic();
    const fresh = { ts: "", start: end, end, since, isFull: false, isDoubtful: false };
    const { take, taken } = pieces(fresh);
    try {
      fresh.ts = await streaming.start(parts, take);
      keep(fresh, taken());
      page = fresh;
      pages.push(fresh);
    } catch (error) {
      if (streaming.isAvailable())
        onWarning(`What an agent says is not streamed: ${(error as Error).message}`);
      rest = pages.length === 0 ? status : createUpdatedReply(headless);
      if (!isFinishing) showRest(rest);
    }
  }

  async function append(to: StreamedPage) {
    const { take, taken } = pieces(to);
    try {
      await streaming.append(channel, to.ts, take);
      keep(to, taken());
    } catch (error) {
      onWarning(`A streamed message broke off: ${(error as Error).message}`);
      // Without an answer, Slack may have taken these words or not.
      to.isDoubtful = codeOf(error) === "";
      if (to.isDoubtful) keep(to, taken());
      await close();
    }
  }

  /** The next words, as they are when their turn has come. */
  function pieces(to: StreamedPage) {
    let piece: Piece = { words: "", end, isFull: false };
    const take = () => {
      piece = nextPiece(said, end, to, isFinishing);
      return piece.words;
    };
    return { take, taken: () => piece };
  }

  function keep(to: StreamedPage, piece: Piece) {
    end = piece.end;
    Object.assign(to, { end, isFull: piece.isFull });
  }

  async function close() {
    const open = page;
    page = null;
    if (open === null) return;
    // Of a full page the code was ended with its last words; at the end of all nothing goes on.
    const isLast = isFinishing && open.end >= said.length;
    const words = open.isFull || isLast ? "" : closing(said, open.end);
    await streaming
      .stop(channel, open.ts, () => words)
      .catch(() => {
        open.isDoubtful = true;
      });
  }

  function wordsBetween(start: number, until = said.length): string {
    return reopened(said, start) + said.slice(start, until);
  }

  async function mend({ ts, start, end: until }: StreamedPage) {
    const [message] = statusMessages(wordsBetween(start, until), null, { locale });
    if (message !== undefined)
      await updates.show(channel, ts, message).catch((error: Error) => onWarning(error.message));
  }
}
