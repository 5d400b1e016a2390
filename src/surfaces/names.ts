/// <reference path="./virtual.d.ts" />
/** The names of places where asks are decided: given by their surface, or by core/names.ts. */
import { labels } from "virtual:surface-labels";
import type { Locale } from "../core/locale.ts";
import { OTHER_PLACES, type PlaceName, SOURCE_NAMES } from "../core/names.ts";

const LABELS: Record<string, Record<Locale, PlaceName>> = Object.fromEntries(
  labels.map((label) => [label.key, label]),
);
const NAMES = { ...OTHER_PLACES, ...LABELS };

/** "Slack", "the browser". An unknown place is called by its key. */
export function placeName(key: string, locale: Locale): string {
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].name ?? key) : key;
}

/** "in Slack", "by voice", to follow what was done; empty if the place does not matter. */
export function placeIn(key: string, locale: Locale): string {
  const unknown = locale === "ko" ? `${key}에서` : `in ${key}`;
  return Object.hasOwn(NAMES, key) ? (NAMES[key]?.[locale].place ?? unknown) : unknown;
}

/** "the command line", "Slack". A source that nobody knows, such as an agent, keeps its own name. */
export function sourceName(kind: string, locale: Locale): string {
  if (Object.hasOwn(SOURCE_NAMES, kind)) return SOURCE_NAMES[kind]?.[locale] ?? kind;
  return Object.hasOwn(LABELS, kind) ? (LABELS[kind]?.[locale].name ?? kind) : kind;
}
