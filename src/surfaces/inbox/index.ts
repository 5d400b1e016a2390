/** The inbox: every open ask of every agent, full-screen on this terminal. */
import type { SurfaceModule } from "../surface.ts";
import { inboxCommand } from "./command.ts";
import { label } from "./label.ts";

export const surface: SurfaceModule = { label, commands: [inboxCommand] };
