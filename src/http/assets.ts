/** The built pages, read from disk once at the start. Requests never look up a path on disk. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".json": "application/json",
};

const TEXT: ReadonlySet<string> = new Set([".html", ".js", ".css", ".svg"]);

export interface Assets {
  /** Packed where the browser unpacks: `accepts` is its `accept-encoding`. */
  find(pathname: string, accepts?: string): Response | null;
}

/** `pageAt` says which page stands at an address that is no file's name. */
export function openAssets(directory: string, pageAt: (pathname: string) => string | null): Assets {
  const files = new Map(
    filesBelow(directory).map((file) => [
      `/${relative(directory, file).split(sep).join("/")}`,
      readFileSync(file),
    ]),
  );
  const packed = new Map<string, Uint8Array<ArrayBuffer>>();
  return { find };

  function find(pathname: string, accepts = ""): Response | null {
    const name = pageAt(pathname) ?? pathname;
    const file = files.get(name);
    if (file === undefined) return null;
    const isHashed = name.startsWith("/assets/");
    const isPacked = TEXT.has(extname(name)) && /\bgzip\b/.test(accepts);
    const headers = {
      ...(isPacked && { "content-encoding": "gzip", vary: "accept-encoding" }),
      "content-type": TYPES[extname(name)] ?? "application/octet-stream",
      "cache-control": isHashed ? "private, max-age=31536000, immutable" : "no-cache",
    };
    return new Response(isPacked ? packedOf(name, file) : file, { headers });
  }

  function packedOf(name: string, file: Buffer): Uint8Array<ArrayBuffer> {
    const known = packed.get(name) ?? new Uint8Array(gzipSync(file, { level: 9 }));
    packed.set(name, known);
    return known;
  }
}

function filesBelow(directory: string): string[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
