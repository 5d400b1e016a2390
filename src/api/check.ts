/**
 * The published declarations beside this file are written by hand, for people to read and without zod. Here the compiler
 * checks them against the code: a shape that differs, or an export that one of the two lacks, does not compile.
 */
import type * as actual from "../askline.ts";
import type * as actualChoice from "../choice/choice.ts";
import type * as actualModels from "../choice/models.ts";
import type * as actualForm from "../core/ask/form.ts";
import type * as actualExtract from "../extract/extract.ts";
import type * as actualSession from "../store/file/session-manager.ts";
import type * as published from "./askline.js";
import type * as models from "./choice/models.js";
import type * as choice from "./choice.js";
import type * as extract from "./extract.js";
import type * as form from "./form.js";
import type * as session from "./session.js";

export type Checks = [
  // The desk can do more than is published, so it has to fit rather than be the same.
  True<Same<keyof typeof published, keyof typeof actual>>,
  True<Same<Omit<typeof published, "ask" | "openDesk">, Omit<typeof actual, "ask" | "openDesk">>>,
  True<Fits<typeof actual.ask, typeof published.ask>>,
  True<Fits<typeof actual.openDesk, typeof published.openDesk>>,
  True<Same<published.QuestionInput, actual.QuestionInput>>,
  True<Same<published.Ask, actual.Ask>>,
  True<Same<published.SettledAsk, actual.SettledAsk>>,
  True<Same<typeof session, typeof actualSession>>,
  True<Same<typeof choice, typeof actualChoice>>,
  True<Same<typeof models, typeof actualModels>>,
  True<Same<typeof extract, typeof actualExtract>>,
  True<Same<typeof form, typeof actualForm>>,
];

type True<T extends true> = T;

/** Mutual assignability would overlook an optional field that one of the two lacks, so the two have to be identical. */
type Same<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2
    ? true
    : false;

type Fits<Actual, Published> = Plain<Actual> extends Plain<Published> ? true : false;

/**
 * The same shape without the names and intersections it was written with. Methods become functions, which are compared
 * strictly. A suggestion is published as any text, since its words may change.
 */
type Plain<T> = T extends AbortSignal | Date
  ? T
  : T extends Promise<infer Value>
    ? Promise<Plain<Value>>
    : T extends abstract new (
          ...args: infer Args
        ) => infer Instance
      ? { make: (...args: Plain<Args>) => Plain<Omit<Instance, "suggestion">> }
      : T extends (...args: infer Args) => infer Result
        ? (...args: Plain<Args>) => Plain<Result>
        : T extends object
          ? { [Key in keyof T]: Plain<T[Key]> }
          : T;
