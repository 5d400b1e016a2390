/**
 * A process that writes turns is killed at random moments. 5 rounds in `npm test`, 200 in `npm run
 * soak`.
 */
import { expect, it } from "vitest";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import { buildLogProcesses } from "../support/log-process.ts";
import { newAgent } from "../support/log-records.ts";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { openSandbox } from "../support/sandbox.ts";

const ROUNDS = rounds(5, 200);

it(`no acknowledged turn is lost and no transaction torn when the writer dies, ${ROUNDS} times`, {
  timeout: patient(600_000),
}, async () => {
  using files = openSandbox();
  using processes = await buildLogProcesses();
  const path = files.at("log.sqlite");
  const first = await openSqlLog({ path });
  const agentId = await first.write(async (changes) => {
    const { id } = await changes.projectAt("/door", "door");
    return (await changes.addAgent(newAgent(id))).id;
  });
  await first.close();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writer = await processes.start(path, {
      agentId,
      prefix: `round${round}`,
      count: Number.POSITIVE_INFINITY,
    });
    writer.go();
    await writer.until(1 + Math.random() * 60);
    writer.kill();
    expect(await writer.ended).toBeNull();
    acknowledged.push(...writer.acknowledged);

    // Opened again each time, so that this process meets what the dead one left.
    const log = await openSqlLog({ path });
    const keys = (await log.write((changes) => changes.turnsSince(agentId, null))).map(
      ({ key }) => key,
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys)).toEqual(new Set([...keys, ...acknowledged]));
    const events = await log.events({ after: 0, limit: 1_000_000 });
    expect(events.map(({ data }) => data["key"])).toEqual(keys);
    await log.close();
  }
});
