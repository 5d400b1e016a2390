/** A desk as a caller may use it: what it may not see is not there, and it answers only what it may. */
import type { Ask } from "../core/ask/ask.ts";
import { AsklineError, AskNotFound } from "../core/ask/errors.ts";
import { pagesOf } from "../desk/all-pages.ts";
import type { Desk } from "../desk/desk.ts";
import type { AskFilter } from "../store/ask-filter.ts";
import type { Access } from "./access.ts";

export type LimitedDesk = Pick<
  Desk,
  "load" | "list" | "find" | "page" | "count" | "answer" | "reject" | "extend" | "drafts"
>;

/** The caller may see this ask, but somebody else has to decide it. */
export class NotYoursToAnswer extends AsklineError {
  readonly code = "not_yours";
  readonly suggestion = "Ask somebody who may answer in this project.";
  constructor() {
    super("This token may not answer here.");
  }
}

export function limitDesk(desk: Desk, access: Access): LimitedDesk {
  if (access.isWhole && access.may("answer")) return desk;
  const seen = (asks: Ask[]) => asks.filter(access.sees);
  return {
    load,
    list: async (filter) => seen(await desk.list(filter)),
    find: async (filter) => seen(await desk.find(filter)),
    async page(query) {
      const { asks, next } = await desk.page(query);
      return { asks: seen(asks), next };
    },
    count,
    answer: async (id, ...rest) => desk.answer(await answerable(id), ...rest),
    reject: async (id, ...rest) => desk.reject(await answerable(id), ...rest),
    extend: async (id, ...rest) => desk.extend(await answerable(id), ...rest),
    drafts: {
      load: async (id, ...rest) => desk.drafts.load((await load(id)).id, ...rest),
      save: async (id, ...rest) => desk.drafts.save(await answerable(id), ...rest),
      clear: async (id, ...rest) => desk.drafts.clear((await load(id)).id, ...rest),
      async copy(from, to) {
        await desk.drafts.copy((await load(from)).id, await answerable(to));
      },
    },
  };

  async function load(id: string): Promise<Ask> {
    const ask = await desk.load(id);
    if (!access.sees(ask)) throw new AskNotFound(id);
    return ask;
  }

  async function answerable(id: string): Promise<string> {
    if (!access.mayAnswer(await load(id))) throw new NotYoursToAnswer();
    return id;
  }

  /** Counts by project where the caller is limited to some: a store has those numbers at hand. */
  async function count(filter: AskFilter, cap: number): Promise<number> {
    if (access.isWhole) return desk.count(filter, cap);
    if (access.projects !== null && filter.project === undefined && !access.may("ask")) {
      const open = access.projects.filter(access.seesProject);
      const each = open.map((project) => desk.count({ ...filter, project }, cap));
      const sum = (await Promise.all(each)).reduce((all, one) => all + one, 0);
      return Math.min(sum, cap);
    }
    let counted = 0;
    for await (const asks of pagesOf(desk, filter)) {
      counted += seen(asks).length;
      if (counted >= cap) return cap;
    }
    return counted;
  }
}
