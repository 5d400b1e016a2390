/** Figures as OpenMetrics text (https://prometheus.io/docs/specs/om/open_metrics_spec/, version 1.0). */

export const CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Behind the family's name: `_total`, `_bucket` and so on. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary" | "info";
  readonly help: string;
  /** The name then ends with it. */
  readonly unit?: "seconds" | "bytes";
  readonly samples: readonly Sample[];
}

export function openMetricsText(families: readonly Family[]): string {
  return `${families.map(familyText).join("")}# EOF\n`;
}

function familyText({ name, type, unit, help, samples }: Family): string {
  const head = [
    `# TYPE ${name} ${type}\n`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}\n`]),
    `# HELP ${name} ${escaped(help)}\n`,
  ];
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) =>
      `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
  );
  return [...head, ...lines].join("");
}

function labelsText(labels: Labels): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? "" : `{${all.join(",")}}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (one) => (one === "\n" ? "\\n" : `\\${one}`));
}

export function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  if (value === Number.NEGATIVE_INFINITY) return "-Inf";
  return String(value);
}
