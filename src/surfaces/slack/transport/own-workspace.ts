/**
 * Whether what Slack sent is about our own app in our own workspace. A shared channel brings clicks
 * of people whom another workspace looks after, and they decide nothing here unless they are named.
 */
import { z } from "zod";

export interface Workspace {
  /** Empty if Slack did not say. */
  teamId: string;
  enterpriseId: string;
  /** Known where the app's own token names it. */
  appId: string;
  /** Whether the configuration names this person. */
  isNamed(userId: string): boolean;
}

const Named = z.looseObject({ id: z.string() }).nullish();
const Body = z.looseObject({
  api_app_id: z.string().nullish(),
  team_id: z.string().nullish(),
  team: Named,
  enterprise: Named,
  user: z
    .looseObject({ id: z.string().nullish(), team_id: z.string().nullish() })
    .or(z.string())
    .nullish(),
  event: z
    .looseObject({
      user: z.unknown().optional(),
      team: z.string().nullish(),
      user_team: z.string().nullish(),
    })
    .nullish(),
});

export function isFromWorkspace(
  given: unknown,
  { teamId, enterpriseId, appId, isNamed }: Workspace,
): boolean {
  const body = Body.safeParse(given).data;
  if (body === undefined) return false;
  const { api_app_id: app, team_id, team, enterprise, user, event } = body;
  if (appId !== "" && app != null && app !== appId) return false;
  // One organisation looks after all its workspaces.
  if (enterpriseId !== "" && enterprise?.id === enterpriseId) return true;
  const person = typeof user === "object" ? user : undefined;
  const userId = person?.id ?? event?.user;
  if (typeof userId === "string" && isNamed(userId)) return true;
  const teams = [team?.id, team_id, person?.team_id, event?.team, event?.user_team];
  return teamId === "" || teams.every((one) => one == null || one === teamId);
}

/** An app's token has its id inside: xapp-1-A0123456789-…. */
export function appIdIn(appToken: string): string {
  return /^xapp-\d+-(A[A-Z0-9]+)-/.exec(appToken)?.[1] ?? "";
}
