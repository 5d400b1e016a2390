/** Why a file could not be read or written, in words. Programs get English, people their own language. */
import type { Locale } from "../../core/locale.ts";

/** What the system says without words of ours comes as it is. */
export function troubleInWords(cause: unknown, locale: Locale): string {
  const words = WORDS[(cause as NodeJS.ErrnoException | undefined)?.code ?? ""];
  return words?.[locale] ?? (cause instanceof Error ? cause.message : String(cause));
}

export function isReadOnly(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException | undefined)?.code === "EROFS";
}

const FULL = { en: "the disk is full", ko: "디스크가 가득 찼습니다" };
const FORBIDDEN = {
  en: "this folder may not be written to or read from",
  ko: "이 폴더를 읽거나 쓸 권한이 없습니다",
};

const WORDS: Record<string, Record<Locale, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: {
    en: "the system allows no file of this size",
    ko: "이 크기의 파일은 시스템이 허용하지 않습니다",
  },
  EROFS: { en: "the file system is read-only", ko: "파일 시스템이 읽기 전용입니다" },
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  ENOENT: { en: "its folder is gone", ko: "폴더가 없습니다" },
  ELOOP: { en: "it is a link, which is not followed", ko: "링크는 따라가지 않습니다" },
};
