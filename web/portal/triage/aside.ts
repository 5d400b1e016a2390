/** What stands beside a question from 1280 pixels on. Nothing yet; the agent's own column goes here. */
import type { ComponentChildren } from "preact";
import type { Ask } from "../../../src/core/ask/ask.ts";

/** Null for an ask that has nothing beside it. */
export type Aside = (ask: Ask) => ComponentChildren;

export const aside: Aside | null = null;
