/**
 * The doctor's findings about Slack: none if its files are usable and nobody else can read its
 * tokens.
 */
import { statSync } from "node:fs";
import type { SurfaceFinding } from "../../surface.ts";
import {
  InvalidSlackSettings,
  isSetUp,
  loadSlackConfig,
  loadTokens,
  slackTokensPath,
  transportTokens,
} from "./config.ts";
import { isOpenToAll, OPEN_TO_ALL } from "./open-to-all.ts";

export async function examineSlack(stateDirectory: string): Promise<SurfaceFinding[]> {
  if (!isSetUp(stateDirectory)) return [];
  const open = openTokens(slackTokensPath(stateDirectory));
  return open.length > 0 ? open : unusable(stateDirectory);
}

function openTokens(path: string): SurfaceFinding[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0 || process.platform === "win32") return [];
  const words = {
    en: { what: `Others can look into ${path}.`, todo: `Run: chmod 600 ${path}` },
    ko: {
      what: `다른 사람이 ${path}을(를) 볼 수 있습니다.`,
      todo: `실행하세요: chmod 600 ${path}`,
    },
  };
  return [{ check: "slack-tokens", level: "problem", words }];
}

async function unusable(stateDirectory: string): Promise<SurfaceFinding[]> {
  try {
    const config = await loadSlackConfig();
    if (transportTokens(config, await loadTokens(stateDirectory)) !== null)
      return isOpenToAll(config)
        ? [{ check: "slack-people", level: "warning", words: OPEN_TO_ALL }]
        : [];
    const words = {
      en: {
        what: "Slack lacks a token that its transport needs.",
        todo: "Run: askline slack connect",
      },
      ko: {
        what: "Slack의 연결 방식에 필요한 토큰이 없습니다.",
        todo: "실행하세요: askline slack connect",
      },
    };
    return [{ check: "slack-setup", level: "problem", words }];
  } catch (error) {
    if (!(error instanceof InvalidSlackSettings)) throw error;
    const { en, ko } = error.words;
    const words = {
      en: { what: en.message, todo: en.suggestion },
      ko: { what: ko.message, todo: ko.suggestion },
    };
    return [{ check: "slack-setup", level: "problem", words }];
  }
}
