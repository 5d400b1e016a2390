/** What scripts/surface-list.ts makes of the folders beside this file when something is built. */

declare module "virtual:surfaces" {
  /** By the name of its folder, each loaded when it is called for. */
  export const surfaces: Readonly<
    Record<string, () => Promise<import("./surface.ts").SurfaceModule>>
  >;
}

declare module "virtual:surface-labels" {
  export const labels: readonly import("../core/names.ts").SurfaceLabel[];
}
