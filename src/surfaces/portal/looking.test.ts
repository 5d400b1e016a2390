/** Who else has a question before their eyes. */
import { expect, it } from "vitest";
import { createLooking } from "./looking.ts";

it("tells each page of the others that are in sight, and of no tab of its own browser", () => {
  const heard = new Map<string, string>();
  const looking = createLooking<string>((page, others) =>
    heard.set(page, others.map(({ name, isYou }) => (isYou ? `${name}!` : name)).join()),
  );
  looking.come("a", { askId: "1", browser: "one", name: "ada" });
  looking.come("tab", { askId: "1", browser: "one", name: "ada" });
  expect(heard.size).toBe(0);
  looking.come("phone", { askId: "1", browser: "two", name: "Phone" });
  looking.come("else", { askId: "2", browser: "three", name: "Mina" });
  expect(Object.fromEntries(heard)).toEqual({ a: "Phone", tab: "Phone", phone: "ada" });
  looking.turn("phone", false);
  expect(heard.get("a")).toBe("");
  looking.turn("phone", true);
  looking.come("laptop", { askId: "1", browser: "four", name: "ada" });
  expect(heard.get("a")).toBe("Phone,ada!");
  looking.go("phone");
  expect(heard.get("laptop")).toBe("ada!");
});
