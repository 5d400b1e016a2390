/** The parts that Askline puts into a JSON file, and how each is removed again. Pure. */
import { insertEntry, removeEntry, replaceNode } from "./json-text.ts";
import { isObject, isSame, type Json, type JsonNode, nodeAt, readJsonc } from "./jsonc.ts";

/** `value` is a key with its value, `element` one more element of a list. */
export interface JsonPart {
  readonly kind: "value" | "element";
  readonly path: readonly string[];
  readonly value: Json;
  /** Ours by its name, so it is removed with us even if a person changed it. */
  readonly isOurName?: boolean | undefined;
}

/** A part that was put in, with what is needed to remove it. */
export interface DoneJsonPart extends JsonPart {
  /** The value it replaced. */
  readonly before?: Json | undefined;
  /** Objects and lists that were created for it, outermost first. */
  readonly made: readonly (readonly string[])[];
}

/** The file is JSON, but not of the shape its client describes. */
export class UnusualJson extends Error {
  readonly path: readonly string[];
  constructor(path: readonly string[]) {
    super(`${path.join(".")} has an unusual shape.`);
    this.path = path;
  }
}

/**
 * The text with all parts in it, and the parts that were not there already. `earlier` are
 * parts of an earlier set-up.
 */
export function withParts(
  text: string,
  parts: readonly JsonPart[],
  earlier: readonly JsonPart[] = [],
): { text: string; done: DoneJsonPart[] } {
  let now = text.trim().replace("\uFEFF", "") === "" ? "{}\n" : text;
  const done: DoneJsonPart[] = [];
  for (const part of parts) {
    const added = withPart(
      now,
      part,
      earlier.filter(({ path }) => isSame([...path], [...part.path])),
    );
    if (added === null) continue;
    now = added.text;
    done.push(added.done);
  }
  return done.length === 0 ? { text, done } : { text: now, done };
}

/**
 * The text without the parts. What a person changed in the meantime stays,
 * except under our own name.
 */
export function withoutParts(text: string, done: readonly DoneJsonPart[]): string {
  let now = text;
  for (const part of done.toReversed()) now = withoutPart(now, part);
  const made = done
    .flatMap((part) => part.made)
    .toSorted((one, other) => other.length - one.length);
  for (const path of made) now = withoutEmpty(now, path);
  return now;
}

function withPart(
  text: string,
  part: JsonPart,
  earlier: readonly JsonPart[],
): { text: string; done: DoneJsonPart } | null {
  const { kind, path, value } = part;
  const root = readJsonc(text);
  checkShape(root, path, kind === "element");
  const place = nodeAt(root, path);
  if (place === undefined) return withNew(text, root, part);
  if (kind === "value") {
    if (isSame(place.value, value)) return null;
    return {
      text: replaceNode(text, place, value, 1),
      done: { ...part, before: place.value, made: [] },
    };
  }
  const done = { ...part, made: [] };
  const ours = place.entries?.find(({ node }) =>
    [part, ...earlier].some((one) => isOurs(node.value, one.value)),
  );
  if (ours === undefined && sharedHook(place, value) !== null) return null;
  if (ours === undefined) return { text: insertEntry(text, place, null, value), done };
  return isSame(ours.node.value, value)
    ? null
    : { text: replaceNode(text, ours.node, value), done };
}

/** Adds the part and everything missing on the path to it, in one piece. */
function withNew(
  text: string,
  root: JsonNode,
  part: JsonPart,
): { text: string; done: DoneJsonPart } {
  const { kind, path, value } = part;
  const known = path.findIndex((_, depth) => nodeAt(root, path.slice(0, depth + 1)) === undefined);
  const missing = path.slice(known);
  const innermost: Json = kind === "element" ? [value] : value;
  const whole = missing.slice(1).reduceRight<Json>((inner, key) => ({ [key]: inner }), innermost);
  const containers = kind === "element" ? missing.length : missing.length - 1;
  const made = missing.slice(0, containers).map((_, depth) => path.slice(0, known + depth + 1));
  const levels = missing.length - 1 + (kind === "value" ? 1 : 0);
  const parent = nodeAt(root, path.slice(0, known)) ?? refuse(path);
  return {
    text: insertEntry(text, parent, missing[0] ?? "", whole, levels),
    done: { ...part, made },
  };
}

/**
 * The path must lead through objects, to a list if an element is added; each
 * key may occur only once.
 */
function checkShape(root: JsonNode, path: readonly string[], isList: boolean) {
  for (let depth = 0; depth <= path.length; depth++) {
    const here = path.slice(0, depth);
    const node = nodeAt(root, here);
    if (node === undefined) return;
    const isEnd = depth === path.length;
    if (isEnd && isList && !Array.isArray(node.value)) refuse(here);
    if (isEnd) return;
    if (!isObject(node)) refuse(here);
    // If a key occurs twice, it is unknown which one a client reads.
    const same = node.entries?.filter(({ key }) => key === path[depth]) ?? [];
    if (same.length > 1) refuse(path.slice(0, depth + 1));
  }
}

function withoutPart(text: string, part: DoneJsonPart): string {
  const { kind, path, value, before, isOurName = false } = part;
  const root = readJsonc(text);
  const container = nodeAt(root, kind === "element" ? path : path.slice(0, -1));
  const index = container?.entries?.findLastIndex((entry) =>
    kind === "element" ? isOurs(entry.node.value, value) : entry.key === path.at(-1),
  );
  const node = index === undefined ? undefined : container?.entries?.[index]?.node;
  const shared =
    kind === "element" && node === undefined && container ? sharedHook(container, value) : null;
  if (shared !== null) return removeEntry(text, shared.hooks, shared.index);
  if (container === undefined || index === undefined || node === undefined) return text;
  if (kind === "value" && !isOurName && !isSame(node.value, value)) return text;
  return before === undefined
    ? removeEntry(text, container, index)
    : replaceNode(text, node, before);
}

function withoutEmpty(text: string, path: readonly string[]): string {
  const root = readJsonc(text);
  const parent = nodeAt(root, path.slice(0, -1));
  const index = parent?.entries?.findLastIndex(({ key }) => key === path.at(-1)) ?? -1;
  const node = parent?.entries?.[index]?.node;
  if (parent === undefined || node?.entries?.length !== 0) return text;
  const hasComment = text.slice(node.start + 1, node.end - 1).trim() !== "";
  return hasComment ? text : removeEntry(text, parent, index);
}

/** Matches the command of our own hook: `askline hook`, or the file inside the package. */
export const OUR_HOOK = /(?:^|[/"' ])askline(?:\/dist\/cli\.js)?["'\\]* hook \w/;

/** Matches the token of a hook that is posted to us. */
export const OUR_TOKEN = /\bBearer (askline_hook_[\w-]+)/;

/** Whether it is the same value, or a hook that does the same or is ours by its name. */
function isOurs(there: Json, value: Json): boolean {
  if (isSame(there, value)) return true;
  const [theirs, ours] = [hookIn(there), hookIn(value)];
  if (theirs === null || ours === null || actionOf(ours) === null) return false;
  return actionOf(theirs) === actionOf(ours) || isOurHook(theirs);
}

function isOurHook(hook: Json): boolean {
  const token = memberOf(memberOf(hook, "headers"), "Authorization");
  return (
    OUR_HOOK.test(String(memberOf(hook, "command") ?? "")) || OUR_TOKEN.test(String(token ?? ""))
  );
}

/** Our hook in a group that a person added to: the group is theirs, the hook still ours. */
function sharedHook({ entries }: JsonNode, value: Json): { hooks: JsonNode; index: number } | null {
  const ours = actionOf(hookIn(value));
  if (ours === null) return null;
  for (const { node } of entries ?? []) {
    const hooks = isObject(node) ? nodeAt(node, ["hooks"]) : undefined;
    const index = hooks?.entries?.findIndex((hook) => actionOf(hook.node.value) === ours) ?? -1;
    if (hooks !== undefined && Array.isArray(hooks.value) && index !== -1) return { hooks, index };
  }
  return null;
}

/** The only hook of a group. A group that a person added to is theirs. */
function hookIn(group: Json): Json {
  const hooks = memberOf(group, "hooks");
  const [hook = null, another] = Array.isArray(hooks) ? hooks : [];
  return another === undefined ? hook : null;
}

/** What the hook runs, or where it is posted to. */
function actionOf(hook: Json): string | null {
  const action = memberOf(hook, "command") ?? memberOf(hook, "url");
  return typeof action === "string" ? action : null;
}

function memberOf(value: Json, key: string): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value[key] ?? null)
    : null;
}

function refuse(path: readonly string[]): never {
  throw new UnusualJson(path);
}
