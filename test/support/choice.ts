/** A call of `provide_choice` that waits for a person instead of handing off. */
export const choice = {
  title: "Database",
  prompt: "Which database?",
  selection_mode: "single",
  options: [
    { id: "pg", label: "Postgres", recommended: true },
    { id: "lite", label: "SQLite" },
  ],
  hand_off: false,
  transport: "terminal",
};
