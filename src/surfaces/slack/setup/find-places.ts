/**
 * Finds people and channels by the names that people know them by: `#general`, `@ada`. What is not
 * found, or could be several, is refused with how to find the id.
 */
import { z } from "zod";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { nearestWord } from "../../../core/nearest-word.ts";
import { ANYONE } from "./config.ts";
import type { WebApi } from "./web-api.ts";

export interface FindPlaces {
  /** User ids of those who may answer. */
  people(given: string): Promise<string[]>;
  /** Ids of channels, people and threads, as slack.json holds them. */
  places(given: string): Promise<string[]>;
  /** What a person calls it: #general, or a name. The id itself if Slack does not say. */
  nameOf(id: string): Promise<string>;
}

const PERSON_ID = /^[UW][A-Z0-9]+$/;
const PLACE_ID = /^[CGDUW][A-Z0-9]+(?::\d+\.\d+)?$/;
const MOST_PAGES = 20;

const More = z.object({ next_cursor: z.string().default("") }).optional();
const Channels = z.looseObject({
  channels: z.array(z.looseObject({ id: z.string(), name: z.string().default("") })),
  response_metadata: More,
});
const Member = z.looseObject({
  id: z.string(),
  name: z.string().default(""),
  real_name: z.string().default(""),
  deleted: z.boolean().default(false),
  is_bot: z.boolean().default(false),
  profile: z
    .looseObject({ display_name: z.string().default(""), real_name: z.string().default("") })
    .prefault({}),
});
type Member = z.infer<typeof Member>;
const Members = z.looseObject({ members: z.array(Member), response_metadata: More });

interface Named {
  id: string;
  names: string[];
}

export function createFindPlaces({ call }: WebApi): FindPlaces {
  let channels: Promise<Named[]> | undefined;
  let members: Promise<Named[]> | undefined;
  return {
    people: (given) => Promise.all(piecesOf(given).map(person)),
    places: (given) => Promise.all(piecesOf(given).map(place)),
    nameOf,
  };

  async function person(given: string): Promise<string> {
    if (given.startsWith("#")) throw new NotAPerson(given);
    if (given === ANYONE || PERSON_ID.test(given)) return given;
    members ??= allMembers();
    return only(given, given.replace(/^@/, ""), await members, "person");
  }

  async function place(given: string): Promise<string> {
    if (PLACE_ID.test(given)) return given;
    if (given.startsWith("@")) return person(given);
    channels ??= allChannels();
    return only(given, given.replace(/^#/, ""), await channels, "channel");
  }

  async function nameOf(id: string): Promise<string> {
    const [channel = ""] = id.split(":");
    try {
      if (/^[UW]/.test(id)) {
        const { body } = await call("users.info", { user: id });
        return labelOf(Member.parse(body["user"]));
      }
      const { body } = await call("conversations.info", { channel });
      const { name } = z.looseObject({ name: z.string() }).parse(body["channel"]);
      return `#${name}`;
    } catch {
      return id;
    }
  }

  async function allChannels(): Promise<Named[]> {
    const found: Named[] = [];
    let cursor = "";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { body } = await call("conversations.list", {
        ...{ types: "public_channel,private_channel", exclude_archived: "true", limit: "999" },
        ...(cursor && { cursor }),
      });
      const read = Channels.parse(body);
      found.push(...read.channels.map(({ id, name }) => ({ id, names: [name] })));
      cursor = read.response_metadata?.next_cursor ?? "";
      if (cursor === "") break;
    }
    return found;
  }

  async function allMembers(): Promise<Named[]> {
    const found: Named[] = [];
    let cursor = "";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { body } = await call("users.list", { limit: "999", ...(cursor && { cursor }) });
      const read = Members.parse(body);
      const people = read.members.filter(({ deleted, is_bot }) => !deleted && !is_bot);
      found.push(...people.map((one) => ({ id: one.id, names: namesOf(one) })));
      cursor = read.response_metadata?.next_cursor ?? "";
      if (cursor === "") break;
    }
    return found;
  }
}

function namesOf({ name, real_name, profile }: Member): string[] {
  const all = [profile.display_name, profile.real_name, real_name, name];
  return [...new Set(all.filter((one) => one !== ""))];
}

function labelOf(member: Member): string {
  return namesOf(member)[0] ?? member.id;
}

/** Names may have spaces: one divides only before a sign, or before an id, which has digits. */
function piecesOf(given: string): string[] {
  return given
    .split(/,|\s+(?=[@#])|\s+(?=[CGDUW](?=[A-Z]*\d)[A-Z0-9]+\b)/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

function only(given: string, name: string, all: Named[], kind: "person" | "channel"): string {
  const wanted = comparable(name);
  const found = all.filter(({ names }) => names.some((one) => comparable(one) === wanted));
  const [one, ...others] = found;
  if (one === undefined) throw new NotFoundInSlack(given, kind, nearest(name, all, kind));
  if (others.length > 0) throw new SeveralInSlack(given, found);
  return one.id;
}

function nearest(name: string, all: Named[], kind: "person" | "channel"): string | undefined {
  const found = nearestWord(
    name,
    all.flatMap(({ names }) => names),
  );
  return found === undefined ? undefined : `${kind === "person" ? "@" : "#"}${found}`;
}

function comparable(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

const FIND_ID = {
  en: {
    person: "A person's id: their profile in Slack, then ⋮ and “Copy member ID” (U…).",
    channel:
      "A channel's id: click the channel's name in Slack; it stands at the end of “About” (C…). " +
      "A private channel is found once the bot is in it.",
  },
  ko: {
    person: "사람의 ID: Slack에서 프로필을 열고 ⋮, ‘멤버 ID 복사’를 누르세요 (U…).",
    channel:
      "채널의 ID: Slack에서 채널 이름을 누르면 ‘정보’ 맨 아래에 있습니다 (C…). " +
      "비공개 채널은 봇이 들어간 뒤에야 찾을 수 있습니다.",
  },
};

export class NotFoundInSlack extends SpokenError {
  readonly code = "usage";
  constructor(given: string, kind: "person" | "channel", near: string | undefined) {
    const meant = near === undefined ? "" : ` Did you mean ${near}?`;
    const isIt = near === undefined ? "" : ` ${near}인가요?`;
    super({
      en: {
        message: `Slack knows no ${kind} “${given}”.${meant}`,
        suggestion: FIND_ID.en[kind],
      },
      ko: {
        message: `Slack에 “${given}”이라는 ${kind === "person" ? "사람" : "채널"}이 없습니다.${isIt}`,
        suggestion: FIND_ID.ko[kind],
      },
    });
  }
}

export class SeveralInSlack extends SpokenError {
  readonly code = "usage";
  constructor(given: string, found: Named[]) {
    const all = found.map(({ id, names }) => `${id} (${names.join(", ")})`).join("; ");
    super({
      en: {
        message: `“${given}” could be several: ${all}.`,
        suggestion: "Write the id of the one that you mean.",
      },
      ko: {
        message: `“${given}”에 여럿이 맞습니다: ${all}`,
        suggestion: "원하는 것의 ID를 쓰세요.",
      },
    });
  }
}

export class NotAPerson extends SpokenError {
  readonly code = "usage";
  constructor(given: string) {
    super({
      en: {
        message: `${given} is a channel, and a channel cannot answer.`,
        suggestion: `Name the people who may answer, such as @ada, or “anyone”. ${FIND_ID.en.person}`,
      },
      ko: {
        message: `${given}은(는) 채널이라 답할 수 없습니다.`,
        suggestion: `@ada처럼 답할 사람을 쓰거나 anyone이라고 쓰세요. ${FIND_ID.ko.person}`,
      },
    });
  }
}
