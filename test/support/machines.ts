/** Machines that differ from this one in one respect. */
import { isAbsolute, join, relative } from "node:path";
import { type Disk, type Machine, thisMachine } from "../../src/store/machine.ts";

const HERE = "/elsewhere";

/** This machine with another disk: `/elsewhere` there is `root` here. */
export function elsewhere(root: string): Machine {
  const moved = (argument: unknown) =>
    typeof argument === "string" && isAbsolute(argument) && argument.startsWith(HERE)
      ? join(root, relative(HERE, argument))
      : argument;
  const calls = Object.entries(thisMachine.disk).map(([name, call]) => [
    name,
    typeof call === "function"
      ? (...given: unknown[]) => Reflect.apply(call, undefined, given.map(moved))
      : call,
  ]);
  // The same names with the same signatures: each call only passes its arguments on.
  return { ...thisMachine, disk: Object.fromEntries(calls) as Disk };
}
