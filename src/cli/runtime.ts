/** What depends on the running Node version, and our own version. */
import * as nodeModule from "node:module";
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** Keeps compiled code between starts, if Node can (22.8 and later). */
export function enableCompileCache() {
  const { enableCompileCache: enable } = nodeModule as { enableCompileCache?: () => unknown };
  enable?.();
}

/**
 * A server waits for most of its life and makes little garbage, so the space for
 * new objects need not grow.
 */
export function keepMemorySmall() {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
