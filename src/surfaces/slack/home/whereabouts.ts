/** A person says in Slack that they are away or back: the same as `askline away` and `back`. */
import { secondsIn } from "../../../core/duration.ts";
import type { AwayFile } from "../../../desk/attention/presence.ts";
import { cutMarkup } from "../render/text.ts";
import { slackTime } from "./home-view.ts";
import type { HomeWords } from "./home-words.ts";

export interface Whereabouts {
  /** Returns what is said to the person. Empty words mean until further notice. */
  leave(given: string, words: HomeWords): Promise<string>;
  comeBack(words: HomeWords): string;
}

const LONGEST_SECONDS = 366 * 86_400;

export function createWhereabouts(away: AwayFile, now: () => Date): Whereabouts {
  return { leave, comeBack };

  async function leave(given: string, words: HomeWords): Promise<string> {
    const at = now();
    const since = at.toISOString();
    if (given === "") {
      await away.leave({ since, until: null });
      return words.leftNow;
    }
    const seconds = secondsIn(given);
    if (seconds === null || seconds > LONGEST_SECONDS) return words.notATime(cutMarkup(given, 60));
    const until = new Date(at.getTime() + seconds * 1_000).toISOString();
    await away.leave({ since, until });
    return words.leftUntil(slackTime(until));
  }

  function comeBack(words: HomeWords): string {
    return away.comeBack(now()) ? words.cameBack : words.wasHere;
  }
}
