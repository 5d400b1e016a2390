// Loaded into a process with --import: notes who called whenever the process reaches the disk,
// another process or its standard output, and writes the callers down on SIGUSR2 and at its end.
import fs from "node:fs";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const DISK = ["open", "rename", "writeFile", "readFile", "mkdir", "link", "unlink", "rm", "utimes"];
const folder = process.env["ASKLINE_STACKS"];
const { writeFileSync } = fs;
let callers = new Set();
let written = 0;
Error.stackTraceLimit = Number.POSITIVE_INFINITY;

for (const name of DISK) {
  watch(fs.promises, name);
  watch(fs, `${name}Sync`);
}
watch(net.Socket.prototype, "write");
watch(http.ServerResponse.prototype, "end");
watch(http, "request");
syncBuiltinESMExports();
process.on("SIGUSR2", writeDown);
process.on("exit", writeDown);

function watch(object, name) {
  const real = object[name];
  if (typeof real !== "function") return;
  object[name] = function noted(...args) {
    for (const [, place] of new Error().stack.matchAll(/(file:\/\/\S+:\d+):\d+/g))
      callers.add(place);
    return Reflect.apply(real, this, args);
  };
}

function writeDown() {
  writeFileSync(`${folder}/${process.pid}-${written++}.json`, JSON.stringify([...callers]));
  callers = new Set();
}
