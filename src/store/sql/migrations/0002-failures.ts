/** Why an agent's run failed. */
import type { Migration } from "../migrate.ts";

export const failures: Migration = {
  number: 2,
  // Text, so that both databases give back what was written.
  statements: () => ["alter table agents add column failure text"],
};
