/// <reference path="./virtual.d.ts" />
/** The names of places where asks are decided: given by their surface, or by core/names.ts. */
import { labels } from "virtual:surface-labels";
import type { Locale } from "../core/locale.ts";
import { OTHER_PLACES, type PlaceName } from "../core/names.ts";

const NAMES: Record<string, Record<Locale, PlaceName>> = {
  ...OTHER_PLACES,
  ...Object.fromEntries(labels.map((label) => [label.key, label])),
};

/** "Slack", "the browser". An unknown place is called by its key. */
export function placeName(key: string, locale: Locale): string {
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].name ?? key) : key;
}

/** "in Slack", "by voice", to follow what was done; empty if the place does not matter. */
export function placeIn(key: string, locale: Locale): string {
  const unknown = locale === "ko" ? `${key}에서` : `in ${key}`;
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].place ?? unknown) : unknown;
}
