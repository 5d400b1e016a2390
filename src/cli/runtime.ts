/** What depends on the running Node version, and our own version. */
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** Keeps compiled code between starts, if Node can (22.8 and later). */
export function enableCompileCache() {
  // Where it cannot, asking for it would load what nothing else needs.
  if (Number.parseInt(process.versions.node, 10) < 22) return;
  const { enableCompileCache: enable } = process.getBuiltinModule("node:module") as {
    enableCompileCache?: () => unknown;
  };
  enable?.();
}

/**
 * A server waits for most of its life and makes little garbage, so the space for
 * new objects need not grow.
 */
export function keepMemorySmall() {
  process.getBuiltinModule("node:v8").setFlagsFromString("--semi-space-growth-factor=1");
}
