/**
 * The kind of a file by its bytes; its name and the sender's claim do not count. Pictures, PDF,
 * archives and text are accepted; programs and everything else are not. Pure.
 */

export interface FileKind {
  mediaType: string;
  /** Whether a page may show it with this type. Other files are downloaded as plain bytes. */
  isPicture: boolean;
}

export function kindOf(bytes: Buffer): FileKind | null {
  const picture = pictureType(bytes);
  if (picture !== null) return { mediaType: picture, isPicture: true };
  const mediaType = documentType(bytes) ?? (isText(bytes) ? "text/plain" : null);
  return mediaType === null ? null : { mediaType, isPicture: false };
}

function pictureType(bytes: Buffer): string | null {
  if (begins(bytes, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (begins(bytes, "\xff\xd8\xff")) return "image/jpeg";
  if (begins(bytes, "GIF87a") || begins(bytes, "GIF89a")) return "image/gif";
  if (begins(bytes, "RIFF") && begins(bytes, "WEBP", 8)) return "image/webp";
  const brand = begins(bytes, "ftyp", 4) ? bytes.toString("latin1", 8, 12) : "";
  if (["heic", "heix", "hevc", "mif1", "msf1"].includes(brand)) return "image/heic";
  return brand === "avif" || brand === "avis" ? "image/avif" : null;
}

function documentType(bytes: Buffer): string | null {
  if (begins(bytes, "%PDF-")) return "application/pdf";
  if (begins(bytes, "PK\x03\x04") || begins(bytes, "PK\x05\x06")) return "application/zip";
  if (begins(bytes, "\x1f\x8b")) return "application/gzip";
  return begins(bytes, "ustar", 257) ? "application/x-tar" : null;
}

/**
 * UTF-8 without control characters that text does not contain. HTML and SVG are text too: they are
 * only downloaded, never shown.
 */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !CONTROLS.test(text.replaceAll(ESCAPE, ""));
  } catch {
    return false;
  }
}

function begins(bytes: Buffer, signature: string, at = 0): boolean {
  return bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, "latin1"));
}

// Colours in a log are escape sequences.
const ESCAPE = "\u001b";
const CONTROLS = /(?![\t-\r])\p{Cc}/u;
