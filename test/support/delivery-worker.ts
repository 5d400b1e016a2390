// A process that sends texts to an agent and dies at a given moment. Arguments:
// log, agent id, moment, text.
import { createDeliveries } from "../../src/agents/channels/deliveries.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";

const [path = "", agentId = "", moment = "", text = ""] = process.argv.slice(2);
const channel = createTmuxChannel();
const dyingChannel: typeof channel = {
  ...channel,
  deliver(agent, given, handover) {
    if (moment === "queued") die();
    const claim = async () => {
      const isOurs = await handover.claim();
      if (moment === "claimed") die();
      return isOurs;
    };
    const maySubmit = async () => (moment === "pasted" ? die() : true);
    return channel.deliver(agent, given, { ...handover, claim, maySubmit });
  },
};
const deliveries = createDeliveries({ log: await openSqlLog({ path }), channels: [dyingChannel] });
const { id } = await deliveries.send(Number(agentId), text);
await deliveries.waitForDelivery(id);
await deliveries.close();
die();

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
}
