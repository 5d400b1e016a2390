// The scenes of the demos. A scene is a size and a list of steps: `type` writes at a person's pace,
// `press` sends keys by their tmux names, `until` waits for the screen, `pause` (milliseconds) lets
// the viewer read. `prepare` may put asks.

export const SCENES = {
  ask: {
    columns: 78,
    rows: 15,
    steps: [
      { pause: 600 },
      { type: 'askline ask "Which database for the orders?" -o "Postgres :: what the' },
      { type: ' other services use" -o "SQLite :: one file, no server" -r 1 -t 10m' },
      { pause: 500 },
      { press: ["Enter"] },
      { until: /❯ \( \) 1\. Postgres/ },
      { pause: 1600 },
      { press: ["Down"] },
      { pause: 700 },
      { press: ["Space"] },
      { until: /\(•\) 2\. SQLite/ },
      { pause: 900 },
      { press: ["Enter"] },
      { until: /→ SQLite/ },
      { pause: 3500 },
    ],
  },

  inbox: {
    columns: 110,
    rows: 24,
    async prepare({ desk }) {
      for (const ask of OPEN_ASKS) await desk.ask({ mode: "detached", ...ask });
    },
    steps: [
      { pause: 400 },
      { type: "askline" },
      { pause: 400 },
      { press: ["Enter"] },
      { until: /askline {2}3 open/ },
      { pause: 1800 },
      { press: ["Down"] },
      { pause: 900 },
      { press: ["Enter"] },
      { pause: 900 },
      { press: ["Down"] },
      { pause: 500 },
      { press: ["Space"] },
      { pause: 900 },
      { press: ["n"] },
      { pause: 400 },
      { type: "after the release" },
      { pause: 600 },
      { press: ["Enter"] },
      { pause: 700 },
      { press: ["Enter"] },
      { until: /askline {2}2 open/ },
      { pause: 1600 },
      { press: ["Escape"] },
      { pause: 300 },
      { press: ["h"] },
      { until: /History/ },
      { pause: 2600 },
      { press: ["q"] },
      { pause: 300 },
      { press: ["q"] },
      { pause: 1200 },
    ],
  },
};

const OPEN_ASKS = [
  {
    questions: [
      {
        title: "Empty the staging table",
        prompt: "May I run this on **staging**?\n\n```sql\nTRUNCATE staging_orders;\n```",
        options: [
          { label: "No", recommended: true },
          { label: "Yes", description: "412 rows, no backup" },
        ],
        maxSelections: 1,
      },
    ],
    source: { kind: "mcp", agentId: "codex", project: "warehouse" },
    urgency: "high",
    timeoutSeconds: 840,
  },
  {
    questions: [
      {
        title: "Old API",
        prompt: "Three clients still call `/v1/orders`. What should happen to it?",
        options: [
          { label: "Keep it", description: "one more thing to test" },
          { label: "Deprecate it", description: "a warning header for a month", recommended: true },
          { label: "Remove it", description: "they break today" },
        ],
        maxSelections: 1,
      },
    ],
    source: { kind: "mcp", agentId: "claude-code", project: "shop" },
  },
  {
    questions: [
      {
        title: "결제 재시도",
        prompt: "결제가 실패하면 몇 번까지 다시 시도할까요?",
        options: [
          { label: "한 번" },
          { label: "세 번", recommended: true },
          { label: "하지 않음" },
        ],
        maxSelections: 1,
      },
    ],
    source: { kind: "mcp", agentId: "gemini", project: "billing" },
  },
];
