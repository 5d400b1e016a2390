/** What a surface is called, in each language: said once, by the `label.ts` of its folder. */

/** What a place is called by itself, and behind "answered by Ada". */
export interface PlaceName {
  readonly name: string;
  readonly place: string;
}

/** What one surface is called. */
export interface SurfaceLabel {
  /** In records, settings and rules. It never changes: old records keep it. */
  readonly key: string;
  readonly en: PlaceName;
  readonly ko: PlaceName;
}
