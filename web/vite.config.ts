/**
 * The pages, built once at package time: a shell for questions and one for the voice,
 * hashed assets, nothing inline.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vite";
import { surfaceList } from "../scripts/surface-list.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [surfaceList()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    // `light-dark()` and `dialog` are the newest things the pages need.
    target: ["chrome123", "firefox128", "safari17.5"],
    // A data: address is not `img-src 'self'`.
    assetsInlineLimit: 0,
    // The polyfill is for browsers older than the targets.
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      input: pagesIn(import.meta.dirname),
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});

/** The first page, and one for each folder that has its own: a surface's page goes with its folder. */
function pagesIn(folder: string): string[] {
  const pages = ["", ...readdirSync(folder)].map((name) => join(folder, name, "index.html"));
  return pages.filter((page) => existsSync(page));
}
