/// <reference path="./virtual.d.ts" />
/** What a place is called where an ask was decided: as its surface says, or as core/names.ts does for all others. */
import { labels } from "virtual:surface-labels";
import type { Locale } from "../core/locale.ts";
import { OTHER_PLACES, type PlaceName } from "../core/names.ts";

const NAMES: Record<string, Record<Locale, PlaceName>> = {
  ...OTHER_PLACES,
  ...Object.fromEntries(labels.map((label) => [label.key, label])),
};

/** "Slack", "the browser". A place that nobody knows has only the name in its record. */
export function placeName(key: string, locale: Locale): string {
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].name ?? key) : key;
}

/** "in Slack", "by voice", to be put behind what was done; empty where the place is of no interest. */
export function placeIn(key: string, locale: Locale): string {
  const unknown = locale === "ko" ? `${key}에서` : `in ${key}`;
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].place ?? unknown) : unknown;
}
