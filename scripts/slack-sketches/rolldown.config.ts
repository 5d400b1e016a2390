/** Bundles the sketches, with the list of surfaces that their words come from. */
import { defineConfig } from "rolldown";
import { surfaceList } from "../surface-list.ts";

export default defineConfig({
  input: "scripts/slack-sketches.ts",
  platform: "node",
  external: ["@playwright/test"],
  plugins: [surfaceList()],
  output: { dir: ".test-results/sketches" },
});
