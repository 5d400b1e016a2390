/**
 * The machine as the store and the desk reach it: its disk, its clock and its process table.
 * Nothing else in `store/file` and `desk` touches them, so a test that hands over another machine
 * can make any write fail, any moment pass and any process die.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { promisify } from "node:util";
import type { ProcessIdentity } from "../core/ask/ask.ts";
import { type Clock, systemClock } from "./clock.ts";
import { isRunning, lifeOf, thisProcess } from "./process-identity.ts";

export interface Machine {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly processes: Processes;
}

export type Disk = typeof thisDisk;

export interface Processes {
  self(): ProcessIdentity;
  /** `unknown` for a process of another machine or container, which is not visible from here. */
  lifeOf(process: ProcessIdentity): "alive" | "dead" | "unknown";
  /** Whether any process on this host has that id now; the id may have been reused. */
  isRunning(pid: number): boolean;
}

// Most calls are synchronous: the system answers from memory, and a thread pool would cost more.
const thisDisk = {
  ...{ accessSync, closeSync, existsSync, fchmodSync, linkSync, lstatSync, mkdirSync, openSync },
  ...{
    readdirSync,
    readFileSync,
    readlinkSync,
    readSync,
    realpathSync,
    renameSync,
    rmSync,
    statSync,
  },
  ...{ constants, watch, writeFileSync },
  /** Resolves once what was written to an open file or folder is on the disk itself. */
  sync: promisify(fsync) as (descriptor: number) => Promise<void>,
};

export const thisMachine: Machine = {
  disk: thisDisk,
  clock: systemClock,
  processes: { self: thisProcess, lifeOf, isRunning },
};
