/** A question asked on a machine in another network, and answered here. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { CLI, run, runJson } from "./support/askline.ts";
import { startHubProcess } from "./support/hub-process.ts";
import { openOtherNetwork } from "./support/other-network.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";

it("goes from one network to another and back, with an address and a token alone", async () => {
  using network = openOtherNetwork();
  await using hub = await startHubProcess({
    ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0",
  });
  using files = openSandbox();
  const { token } = await runJson(hub.state, ["token", "create", "far", "--scope", "ask"]);
  const env = {
    ...process.env,
    ...{ ASKLINE_STATE_DIR: files.path, ASKLINE_CONFIG_DIR: files.path },
    ...{ ASKLINE_URL: `http://${network.address}:${hub.port}`, ASKLINE_TOKEN: token },
  };
  const words = [CLI, "ask", "Far away?", "-o", "Yes", "-o", "No", "--json"];
  const [program = "", ...args] = [...network.within, process.execPath, ...words];
  const asking = promisify(execFile)(program, args, { env });
  const id = await until("the question", async () => (await runJson(hub.state, ["list"]))[0]?.id);
  await run(hub.state, ["answer", id, "Yes"]);
  expect(JSON.parse((await asking).stdout).outcome.reply.answers[0].optionIds).toEqual(["1"]);
});
