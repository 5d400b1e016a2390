/**
 * What a caller may do, and with which asks. This machine's own token may do everything. A token
 * with scopes may do what they say, in the projects it is limited to, and only where a project is
 * open to its person.
 */
import { z } from "zod";
import type { Ask } from "../core/ask/ask.ts";
import type { Projects } from "./projects.ts";

/**
 * `ask`: put asks and follow their own; `read`: see what is asked and was decided; `answer`: also
 * decide; `admin`: everything that a token may do.
 */
export const Scope = z.enum(["ask", "read", "answer", "admin"]);
export type Scope = z.infer<typeof Scope>;

/** What is set down with a token. Without `scopes` it is a person's own device, as paired phones are. */
export const TokenRights = z.object({
  scopes: z.array(Scope).min(1).optional(),
  /** The only projects in which it counts; in all of them unless given. */
  projects: z.array(z.string().min(1)).min(1).optional(),
  /** Whose it is. What is done with it is done in this name. */
  person: z.string().min(1).optional(),
  expiresAt: z.string().optional(),
});
export type TokenRights = z.infer<typeof TokenRights>;

export interface Access {
  /** Nothing has to be left out of what this caller is shown. */
  readonly isWhole: boolean;
  /** The only projects it counts in, where it is limited to some. */
  readonly projects: readonly string[] | null;
  may(scope: Scope): boolean;
  sees(ask: AskInProject): boolean;
  mayAnswer(ask: AskInProject): boolean;
  mayAskIn(project: string | undefined): boolean;
  seesProject(project: string | undefined): boolean;
}

type AskInProject = Pick<Ask, "source" | "askedBy">;

/** This machine's own programs and pages, and its person's devices. */
export const WHOLE_ACCESS: Access = {
  isWhole: true,
  projects: null,
  may: () => true,
  sees: () => true,
  mayAnswer: () => true,
  mayAskIn: () => true,
  seesProject: () => true,
};

/** Judged anew at each call, so that a change of a project's people counts at once. */
export function accessOf(
  token: TokenRights & { id: string },
  projects: Pick<Projects, "isOpenTo" | "hasClosed">,
): Access {
  const { scopes, projects: only, person } = token;
  if (scopes === undefined) return WHOLE_ACCESS;
  const isAdmin = scopes.includes("admin");
  const isIn = (project: string | undefined) =>
    only === undefined || (project !== undefined && only.includes(project));
  const may = (scope: Scope) => isAdmin || scopes.includes(scope);
  const mayRead = may("read") || may("answer");
  const isOpen = (project: string | undefined, to: "see" | "answer") =>
    isIn(project) && (isAdmin || projects.isOpenTo(project, person, to));
  const isOwn = ({ askedBy }: AskInProject) => askedBy?.tokenId === token.id;
  return {
    get isWhole() {
      return mayRead && only === undefined && (isAdmin || !projects.hasClosed());
    },
    projects: only ?? null,
    may,
    sees: (ask) =>
      isIn(ask.source.project) && (isOwn(ask) || (mayRead && isOpen(ask.source.project, "see"))),
    mayAnswer: ({ source: { project } }) => may("answer") && isOpen(project, "answer"),
    mayAskIn: (project) => may("ask") && isIn(project),
    seesProject: (project) => mayRead && isOpen(project, "see"),
  };
}

export function isTokenExpired({ expiresAt }: TokenRights, now = Date.now()): boolean {
  return expiresAt !== undefined && !(Date.parse(expiresAt) > now);
}
