/**
 * The pages, built once at package time: a shell for questions and one for the voice,
 * hashed assets, nothing inline.
 */
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
      input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/voice/index.html`],
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
});
