/**
 * Makes the planned changes: first the record and the backup, then the file, one after the other.
 */
import type { ClientId } from "./clients.ts";
import { readToChange, writeConfig } from "./config-file.ts";
import { type FilePlan, type Reason, reasonOf } from "./plan.ts";
import { recordOf, type SetupRecords } from "./record.ts";

export interface Applied {
  client: ClientId;
  path: string;
  /** Null if it was done; `changed` if another program wrote the file after it was planned. */
  problem: "changed" | Reason | null;
}

export async function applyPlans(
  plans: readonly Extract<FilePlan, { action: "change" }>[],
  records: SetupRecords,
): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const plan of plans) {
    const { client, path } = plan;
    applied.push({ client, path, problem: await problemWith(() => applyOne(plan, records)) });
  }
  return applied;
}

async function applyOne(
  plan: Extract<FilePlan, { action: "change" }>,
  records: SetupRecords,
): Promise<boolean> {
  const { path, before, after } = plan;
  if (readToChange(path) !== before) return false;
  const known = await records.load();
  const earlier = known.find((one) => one.path === path);
  const record = recordOf(plan, earlier, records.keep);
  const others = known.filter((one) => one.path !== path);
  await records.save([...others, record]);
  // Clients write their own settings while they run, and saving took a moment.
  if (readToChange(path) !== before) {
    await records.save(known);
    return false;
  }
  writeConfig(path, after);
  return true;
}

async function problemWith(work: () => Promise<boolean>): Promise<Applied["problem"]> {
  try {
    return (await work()) ? null : "changed";
  } catch (error) {
    return reasonOf(error);
  }
}
