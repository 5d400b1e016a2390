import { defineConfig } from "rolldown";

export default defineConfig({
  input: {
    cli: "src/cli/cli.ts",
    askline: "src/askline.ts",
    session: "src/store/file/session-manager.ts",
    form: "src/core/form.ts",
  },
  platform: "node",
  output: {
    dir: "dist",
    format: "esm",
    minify: { mangle: false, compress: true },
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
