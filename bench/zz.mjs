import { rolldown } from "rolldown"; import { median, stamp } from "./support/figures.mjs"; import { startMcp } from "./support/mcp-process.mjs"; import { fileURLToPath } from "node:url"; import { readFileSync } from "node:fs";
const G="/sys/fs/cgroup/cpuacct/flags/cpuacct.usage"; const cpu = () => Number(readFileSync(G,"utf8"))/1e6;
const MINIMAL = fileURLToPath(new URL("./minimal/one-tool-server.ts", import.meta.url));
const bundle = await rolldown({ input: MINIMAL, platform: "node" });
await bundle.write({ file:"/tmp/wt/speed/zz-min.mjs", format: "esm", minify:{ mangle: { keepNames: { class: true, function: false } }, compress: true }, codeSplitting: false });
const env = { ASKLINE_STATE_DIR: "/tmp/wt/stx", ASKLINE_CONFIG_DIR: "/tmp/wt/stx" };
const variants = { min: ["/tmp/wt/speed/zz-min.mjs"], ...Object.fromEntries(process.argv.slice(2).map(d=>[d,[d+"/cli.js","mcp"]])) };
const t={},c={};
for (let i=0;i<31;i++) for (const [n,a] of Object.entries(variants)) { const b=cpu(), s=stamp(); const server=startMcp(a,env); await server.initialize(); await server.request("tools/list"); const e=stamp()-s; await server.stop(); if(i){(t[n]??=[]).push(e);(c[n]??=[]).push(cpu()-b);} }
for (const n in t) console.log(n.padEnd(30), median(t[n]).toFixed(1), Math.min(...t[n]).toFixed(1), "ratio", (median(t[n])/median(t.min)).toFixed(3), (Math.min(...t[n])/Math.min(...t.min)).toFixed(3), "cpu", median(c[n]).toFixed(1));
