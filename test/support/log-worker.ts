/**
 * A separate process that writes to a turn log: it reports that it is ready, waits for
 * the word to go, and then prints the key of each turn once it is durable. Each
 * transaction is one turn and one event.
 */
import { once } from "node:events";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import { newTurn } from "./log-records.ts";

const [, , path = "", agentId, prefix, count] = process.argv;

console.log("ready");
await once(process.stdin, "data");
process.stdin.destroy();
const log = await openSqlLog({ path });
for (let number = 0; number < Number(count); number++) {
  const key = `${prefix}-${number}`;
  await log.write(async (changes) => {
    await changes.addTurns([newTurn(Number(agentId), { key, text: key.repeat(100) })]);
    await changes.addEvent({
      type: "turn_created",
      agentId: Number(agentId),
      at: "",
      data: { key },
    });
  });
  console.log(key);
}
await log.close();
