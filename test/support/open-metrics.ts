/**
 * Reads OpenMetrics text as strictly as its specification (version 1.0) is written: order of lines,
 * names, units, escapes, numbers, suffixes, label sets that appear once, buckets that only grow.
 * Throws at the first line that is wrong.
 */
export interface ReadFamily {
  name: string;
  type: string;
  unit: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const ESCAPED = '(?:[^\\n"\\\\]|\\\\n|\\\\\\\\|\\\\")*';
const NUMBER =
  "[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?|[-+]?[Ii]nf(?:inity)?|[Nn]a[Nn]";
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="${ESCAPED}"`;
const DESCRIPTOR = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME})(?: (.*))?$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL}(?:,${LABEL})*)?)\\})? (${NUMBER})$`);
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  counter: ["_total", "_created"],
  gauge: [""],
  histogram: ["_bucket", "_count", "_sum", "_created"],
  summary: ["", "_count", "_sum", "_created"],
  info: ["_info"],
};

export function readOpenMetrics(text: string): Map<string, ReadFamily> {
  if (!text.endsWith("# EOF\n")) throw new Error("It does not end with # EOF and a line feed.");
  if (text.includes("\r")) throw new Error("Lines end with a line feed alone.");
  const families = new Map<string, ReadFamily>();
  let current: ReadFamily | undefined;
  for (const line of text.slice(0, -"# EOF\n".length).split("\n").slice(0, -1)) {
    const [, kind, name = "", rest = ""] = DESCRIPTOR.exec(line) ?? [];
    if (kind !== undefined) {
      if (current?.name !== name) {
        if (families.has(name)) throw new Error(`${name} is told twice.`);
        current = { name, type: "unknown", unit: "", help: "", samples: [] };
        families.set(name, current);
      }
      if (current.samples.length > 0) throw new Error(`${line} comes after samples.`);
      if (kind === "TYPE") current.type = rest;
      if (kind === "UNIT") current.unit = rest;
      if (kind === "HELP") current.help = unescaped(rest);
      continue;
    }
    const [, sample, labels = "", number = ""] = SAMPLE.exec(line) ?? [];
    if (sample === undefined || current === undefined) throw new Error(`Not a line: ${line}`);
    addSample(current, sample, labels, number);
  }
  for (const family of families.values()) checkFamily(family);
  return families;
}

function addSample(family: ReadFamily, name: string, text: string, number: string) {
  const suffixes = SUFFIXES[family.type];
  if (suffixes === undefined) throw new Error(`${family.name} is no known type.`);
  if (!name.startsWith(family.name) || !suffixes.includes(name.slice(family.name.length)))
    throw new Error(`${name} is not of ${family.name}, a ${family.type}.`);
  const pairs = [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g)];
  const labels = Object.fromEntries(
    pairs.map(([, key = "", value = ""]) => [key, unescaped(value)]),
  );
  if (Object.keys(labels).length !== pairs.length) throw new Error(`A label twice: ${text}`);
  const value = /inf/i.test(number)
    ? Number(`${number[0] === "-" ? "-" : ""}1e999`)
    : Number(number);
  const key = JSON.stringify(Object.entries(labels).sort());
  const isTwice = family.samples.some(
    (one) => one.name === name && JSON.stringify(Object.entries(one.labels).sort()) === key,
  );
  if (isTwice) throw new Error(`${name}${text} is told twice.`);
  family.samples.push({ name, labels, value });
}

function checkFamily({ name, type, unit, samples }: ReadFamily) {
  if (unit !== "" && !name.endsWith(`_${unit}`)) throw new Error(`${name} is not in ${unit}.`);
  if (unit !== "" && type === "info") throw new Error(`${name} has a unit.`);
  if (/_(?:total|created|bucket|count|sum|info)$/.test(name))
    throw new Error(`${name} is reserved.`);
  for (const { name: sample, labels, value } of samples) {
    const isCount = /_(?:total|bucket|count)$/.test(sample);
    if (isCount && !(value >= 0 && Number.isFinite(value))) throw new Error(`${sample} ${value}`);
    if (type === "info" && value !== 1) throw new Error(`${sample} is not 1.`);
    if (sample.endsWith("_bucket") && !/^(?:\+Inf|\d+\.\d+|\d+e[+-]\d+)$/.test(labels["le"] ?? ""))
      throw new Error(`${sample} has no canonical le.`);
    if (type === "summary" && sample === name && !(Number(labels["quantile"]) <= 1))
      throw new Error(`${sample} has no quantile.`);
  }
  if (type === "histogram") checkHistogram(name, samples);
}

/** Buckets of one set of labels stand together, grow, and end with +Inf, which is the count. */
function checkHistogram(name: string, samples: ReadFamily["samples"]) {
  const groups = new Map<string, ReadFamily["samples"]>();
  let last = "";
  for (const one of samples) {
    const { le: _, ...rest } = one.labels;
    const key = JSON.stringify(rest);
    if (key !== last && groups.has(key)) throw new Error(`${name} mixes its sets of labels.`);
    groups.set(key, [...(groups.get(key) ?? []), one]);
    last = key;
  }
  for (const group of groups.values()) {
    const buckets = group.filter((one) => one.name === `${name}_bucket`);
    const limits = buckets.map(({ labels }) =>
      Number((labels["le"] ?? "").replace("+Inf", "1e999")),
    );
    const isGrowing = (all: number[]) =>
      all.every((one, at) => at === 0 || one >= (all[at - 1] ?? 0));
    if (!isGrowing(limits) || !isGrowing(buckets.map(({ value }) => value)))
      throw new Error(`${name}'s buckets do not grow.`);
    const count = group.find((one) => one.name === `${name}_count`)?.value;
    if (limits.at(-1) !== Number.POSITIVE_INFINITY || buckets.at(-1)?.value !== count)
      throw new Error(`${name} does not end with all it counted.`);
  }
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
}
