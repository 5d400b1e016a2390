/** What a browser reads in the private file that it was asked to open. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function linkInFile(address: string): string {
  const html = readFileSync(fileURLToPath(address), "utf8");
  const [, link = ""] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(html) ?? [];
  return link.replaceAll("&amp;", "&");
}

/** The same link by an address that a program can resolve. */
export function forPrograms(link: string): string {
  const url = new URL(link);
  url.hostname = "127.0.0.1";
  return url.href;
}
