// Loaded into a process with --import: on SIGUSR2 it writes down which functions ran since the last
// time.
import { takeCoverage } from "node:v8";

process.on("SIGUSR2", () => takeCoverage());
