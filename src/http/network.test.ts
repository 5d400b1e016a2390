/** Addresses that belong to one and the same guest. */
import { expect, it } from "vitest";
import { neighbourhood } from "./network.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("%s counts as %s", (address, known) => expect(neighbourhood(address)).toBe(known));
