/** Whatever a delivery may say of itself can be said in Korean too. */
import { expect, it } from "vitest";
import { AgentUnreachable, type Unreachable } from "../../agents/channels/channel.ts";
import { deliveryDetail } from "./delivery-words.ts";

const REASONS: Record<Unreachable, true> = {
  ...{ no_pane: true, no_process: true, pane_gone: true, agent_gone: true, suspended: true },
  ...{ other_program: true, pane_busy: true, input_off: true, synchronized: true, no_tmux: true },
};

it.each(Object.keys(REASONS) as Unreachable[])("an agent that is out of reach: %s", (reason) => {
  const { message } = new AgentUnreachable(reason);
  expect(deliveryDetail(message, "en")).toBe(message);
  expect(deliveryDetail(message, "ko")).toMatch(/[가-힣]\.$/);
});

it("what has no Korean words is left to the state of the delivery", () => {
  expect(deliveryDetail("Something new.", "ko")).toBeNull();
  expect(deliveryDetail(null, "ko")).toBeNull();
});
