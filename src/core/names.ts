/**
 * The names of surfaces in each language. Each surface says its name once, in the
 * `label.ts` of its folder.
 */

/** The name of a place on its own, and behind "answered by Ada". */
export interface PlaceName {
  readonly name: string;
  readonly place: string;
}

/** The names of one surface. */
export interface SurfaceLabel {
  /** The name in records, settings and rules. It never changes, because old records keep it. */
  readonly key: string;
  readonly en: PlaceName;
  readonly ko: PlaceName;
}
