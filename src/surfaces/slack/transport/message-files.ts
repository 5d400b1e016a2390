/** The files of a message, as Slack's events name them. */
import { z } from "zod";

export const MessageFile = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes; 0 if Slack did not say. */
  size: z.number(),
  /** Where Slack has it; null if Slack only says where with `files.info`, or has it not. */
  url: z.string().nullable(),
  /** It lies with somebody else, and Slack has only a link. */
  isElsewhere: z.boolean(),
});
export type MessageFile = z.infer<typeof MessageFile>;

const SlackFile = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  size: z.number().catch(0),
  mode: z.string().optional(),
  is_external: z.boolean().optional(),
  url_private_download: z.string().optional(),
  url_private: z.string().optional(),
});

/** What is no file as Slack describes one is left out, and what was deleted. */
export function messageFiles(given: readonly unknown[]): MessageFile[] {
  return given.flatMap((one) => {
    const file = SlackFile.safeParse(one).data;
    if (file === undefined || file.mode === "tombstone") return [];
    return {
      ...{ id: file.id, name: file.name || file.title || "file", size: file.size },
      url: file.url_private_download ?? file.url_private ?? null,
      isElsewhere: file.is_external === true || file.mode === "external",
    };
  });
}
