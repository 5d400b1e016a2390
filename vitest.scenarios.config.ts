import { defineConfig } from "vitest/config";

/** Runs after all other tests and reads what they left in .test-results. */
export default defineConfig({ test: { include: ["test/scenarios.check.ts"] } });
