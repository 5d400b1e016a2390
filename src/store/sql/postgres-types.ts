/** Ids and sizes stay far below 2^53, so they are read as numbers; JSON is parsed by its readers. */
import pg from "pg";

const { INT8, JSONB } = pg.types.builtins;

export function getTypeParser(type: number, format?: "text" | "binary") {
  if (type === INT8) return Number;
  if (type === JSONB) return String;
  return format === "binary"
    ? pg.types.getTypeParser(type, "binary")
    : pg.types.getTypeParser(type, "text");
}
