/**
 * Patterns compared with Node's own regular expressions, and texts that would make those explode.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPattern } from "./pattern.ts";

describe("globs", () => {
  it.each([
    ["npm test", "text", "npm test", true],
    ["npm test", "text", "npm test --watch", false],
    ["npm test*", "text", "npm test -- a/b\nc", true],
    ["*push*", "text", "git push origin", true],
    ["git ????", "text", "git push", true],
    ["a\\*b", "text", "a*b", true],
    ["a\\*b", "text", "axb", false],
    ["src/*.ts", "path", "src/a.ts", true],
    ["src/*.ts", "path", "src/deep/a.ts", false],
    ["src/**", "path", "src/deep/a.ts", true],
    ["**/*.env", "path", ".env", true],
    ["**/*.env", "path", "deep/down/x.env", true],
    ["src/**/x.ts", "path", "src/x.ts", true],
    ["/home/me/**", "path", "/home/me/work/shop", true],
    ["/home/me/", "path", "/home/me/", true],
    ["a.c", "text", "abc", false],
  ] as const)("%s (%s) and %s: %s", (glob, kind, text, fits) => {
    expect(readPattern(glob, kind).isIn(text)).toBe(fits);
  });
});

describe("regular expressions", () => {
  const sources = [
    ...[
      "a+b",
      "(a|b)*c",
      "^git (push|pull)\\b",
      "x{2,3}y?",
      "[a-c]+[^x]",
      "\\d+\\.\\d{1,2}$",
      "(?:ab|a)(c|bcd)d*",
    ],
    ...["a|", "\\bab\\b", "\\Bb", "[\\w-]+", "[]a]?b".replace("[]a]", "[\\]a]"), "a*?b", ".", "^$"],
  ];

  it.each(sources)("/%s/ finds what Node's own finds", (source) => {
    const own = new RegExp(source, "u");
    const pattern = readPattern(`/${source}/`);
    const whole = new RegExp(`^(?:${source})$`, "u");
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."abcdxy gitpushl.1-]\n"), maxLength: 12 }),
        (text) => {
          expect(pattern.isIn(text)).toBe(own.test(text));
          expect(pattern.isWhole(text)).toBe(whole.test(text));
        },
      ),
    );
  });

  it("may leave the case out", () => {
    expect(readPattern("/DROP\\s+Table/i").isIn("please drop TABLE users")).toBe(true);
    expect(readPattern("/DROP/").isIn("drop")).toBe(false);
  });

  it("take time that grows with the text alone, however the pattern is built", () => {
    const evil = readPattern("/^(a+)+$/");
    const worse = readPattern("/(x+x+)+y/");
    expect(evil.isIn(`${"a".repeat(20_000)}!`)).toBe(false);
    expect(worse.isIn("x".repeat(20_000))).toBe(false);
  });

  it.each([
    ["/a(/", /never closed/],
    ["/a)/", /too many/],
    ["/(?=a)/", /looks ahead/],
    ["/(a)\\1/", /not known/],
    ["/*a/", /repeats nothing/],
    ["/[b-a]/", /backwards/],
    ["/a{1000}/", /at most 100/],
    ["/((((a{90}){90}){90}){90})/", /too much/],
    ["/a/g", /only "i"/],
    [`/${"a".repeat(600)}/`, /longer/],
  ])("%s is refused with a reason", (written, reason) => {
    expect(() => readPattern(written)).toThrow(reason);
  });
});
