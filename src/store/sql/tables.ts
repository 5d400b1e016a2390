/** The tables: what the log's records are called in the database. */
import type { Generated } from "kysely";
import type { Agent, Delivery, Project, QuestionSource, Task } from "../../core/agent/agent.ts";
import type { KeyedTurn, ReadPosition, StoredEvent } from "../agent-log.ts";
import { plainText } from "./plain-text.ts";

export interface Tables {
  projects: Table<Project>;
  agents: Table<FlatAgent>;
  tasks: Table<Task>;
  turns: Table<FlatTurn>;
  deliveries: Table<Delivery>;
  events: Table<FlatEvent>;
  read_positions: Columns<ReadPosition>;
}

type Table<T extends { id: number }> = Omit<Columns<T>, "id"> & { id: Generated<number> };
export type Columns<T> = { -readonly [Name in keyof T & string as SnakeCase<Name>]: T[Name] };
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

export type FlatAgent = Omit<Agent, "pane" | "failure"> & {
  /** JSON; null while the agent has not failed. */
  failure: string | null;
  paneId: string | null;
  paneSocketPath: string | null;
  panePid: number | null;
};
export type FlatTurn = Omit<KeyedTurn, "question"> & {
  questionText: string | null;
  /** JSON; null when the question has none to choose from. */
  questionOptions: string | null;
  questionSourceType: QuestionSource | null;
};
export type FlatEvent = Omit<StoredEvent, "data"> & { data: string };

/** Only the named fields are written, and never the id: the database alone numbers its rows. */
export function rowOf<T extends object>(columns: { [Name in keyof T & string]: SnakeCase<Name> }) {
  const pairs = Object.entries<string>(columns) as [keyof T & string, keyof Columns<T> & string][];
  return {
    from(value: Partial<T>): Omit<Columns<T>, "id"> {
      const row: Record<string, unknown> = {};
      for (const [name, column] of pairs) {
        const one = value[name];
        if (name !== "id" && one !== undefined)
          row[column] = typeof one === "string" ? plainText(one) : one;
      }
      // Each column took the value of the field it is named after.
      return row as Columns<T>;
    },
    read(row: Columns<T>): T {
      const value: Record<string, unknown> = {};
      for (const [name, column] of pairs) value[name] = row[column];
      // Each field took the value of the column named after it.
      return value as T;
    },
  };
}
