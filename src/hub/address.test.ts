import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import { publishHub } from "./address.ts";

it("a hub takes back its own address alone, not that of one that came after it", async () => {
  using files = openSandbox();
  const path = files.at("hub.json");
  const unpublish = await publishHub(path, { url: "http://127.0.0.1:1", token: "token" });
  const another = { ...files.readJson("hub.json"), url: "http://127.0.0.1:2", pid: 1 };
  files.writeJson(another, "hub.json");
  unpublish();
  expect(files.readJson("hub.json")).toEqual(another);
  const again = await publishHub(path, { url: "http://127.0.0.1:1", token: "token" });
  again();
  expect(existsSync(path)).toBe(false);
});
