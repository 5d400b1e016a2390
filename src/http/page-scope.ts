/**
 * The pages and their files: the same for everybody, so nothing in them is worth reading. What pages
 * show is data, and data is served below `/api` and at a few other doors, never beside the files.
 */
const DATA = /^\/(?:api|mcp|hook|slack|live|open|healthz)(?:\/|$)/;

export function isPageFile(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && !DATA.test(path);
}
