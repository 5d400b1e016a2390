/** Naming an agent before what it should hear. */
import { expect, it } from "vitest";
import { namedAtStart } from "./named-agent.ts";

const agents = ["web", "web-api", "쇼핑몰", "c++ (old)"];

it.each([
  ["web: the second one", "web", "the second one"],
  ["Web, redis", "web", "redis"],
  ["tell web to go on", "web", "go on"],
  ["web api the first", "web-api", "the first"],
  ["web-api: the first", "web-api", "the first"],
  ["쇼핑몰에 두 번째", "쇼핑몰", "두 번째"],
  ["쇼핑몰 두 번째", "쇼핑몰", "두 번째"],
])("%j is for %s: %j", (text, name, rest) => {
  expect(namedAtStart(agents, (agent) => agent, text)).toMatchObject({ agent: name, rest });
});

it.each(["the second one", "web", "website redis", "redis for web", "", "webapi2 x"])(
  "%j names nobody",
  (text) => {
    expect(namedAtStart(agents, (agent) => agent, text)).toBeNull();
  },
);

it("two agents of the same name are not distinguished", () => {
  expect(namedAtStart(["web", "web"], (agent) => agent, "web: yes")).toBeNull();
});
