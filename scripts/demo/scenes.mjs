// What the demos show. A scene is a size and a list of steps: `type` writes at a person's pace, `press` sends keys by
// their tmux names, `until` waits for the screen, `pause` (milliseconds) lets the viewer read. `prepare` may put asks.

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
};
