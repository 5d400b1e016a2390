/// <reference path="../surfaces/virtual.d.ts" />
/** The list of surfaces, each loaded when it is used. */
import { surfaces } from "virtual:surfaces";
import type { SurfaceModule } from "../surfaces/surface.ts";

/** The surface of the folder with this name; undefined if there is none. */
export async function surfaceIn(folder: string): Promise<SurfaceModule | undefined> {
  return surfaces[folder]?.();
}

export function allSurfaces(): Promise<SurfaceModule[]> {
  return Promise.all(Object.values(surfaces).map((load) => load()));
}
