/**
 * Files in an answer. What the agent gets is the path, on a line of its own at the end, as from the
 * phone; so a draft holds them like any other words.
 */
const FILE_LINE = /^File: (?=[/\\]|[A-Za-z]:\\)(.+)$/;

export function splitFiles(text: string): { words: string; paths: string[] } {
  const lines = text.split("\n");
  const paths: string[] = [];
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const [, path] = FILE_LINE.exec(line) ?? [];
    if (path === undefined) break;
    paths.unshift(path);
    lines.pop();
  }
  if (paths.length > 0 && lines.at(-1) === "") lines.pop();
  return { words: lines.join("\n"), paths };
}

export function joinFiles({ words, paths }: { words: string; paths: readonly string[] }): string {
  if (paths.length === 0) return words;
  const lines = paths.map((path) => `File: ${path}`);
  return words === "" ? lines.join("\n") : [words, "", ...lines].join("\n");
}

/** As the person named it: our own store puts a secret before the name. */
export function fileName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.replace(/^[0-9a-f]{24}-/, "");
}
