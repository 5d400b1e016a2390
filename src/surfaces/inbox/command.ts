/** The command `askline inbox`, which `askline` alone runs too. */
import { join } from "node:path";
import { SpokenError } from "../../core/ask/spoken-error.ts";
import { openSnoozes } from "../../desk/snoozes.ts";
import type { CommandCall, SurfaceCommand } from "../command.ts";
import { label } from "./label.ts";

export const inboxCommand: SurfaceCommand = {
  usage: "inbox",
  about: {
    en: "Every open question, full-screen on this terminal; also `askline` alone",
    ko: "열린 질문을 모두 이 터미널의 전체 화면으로 봅니다. `askline`만 써도 됩니다",
  },
  follows: "answer",
  examples: ["askline inbox"],
  run,
};

class NoTerminal extends SpokenError {
  readonly code = "usage";
  constructor() {
    super({
      en: {
        message: "The inbox needs a terminal for its keys and its screen.",
        suggestion: "Run `askline list` for a list that other programs can read.",
      },
      ko: {
        message: "인박스에는 키를 누르고 화면을 볼 터미널이 필요합니다.",
        suggestion: "다른 프로그램이 읽을 목록은 `askline list`입니다.",
      },
    });
  }
}

async function run({ settings, withTerminal }: CommandCall): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new NoTerminal();
  const { openInbox } = await import("./inbox.ts");
  await withTerminal(async (here) => {
    const { desk, interaction, locale, person, browse, agents } = here;
    const opened = openInbox({
      ...{ desk, interaction, locale, person, browse, agents },
      memoryPath: join(settings.stateDirectory, "inbox.json"),
      snoozes: openSnoozes(settings.stateDirectory),
      input: process.stdin,
      output: process.stdout,
      environment: process.env,
      onPerson: () => here.onPerson(label.key),
    });
    const stay = here.beforeSignalEnds(opened.close);
    try {
      await opened.left;
    } finally {
      await opened.close();
      await here.close();
      await stay();
    }
  });
  return true;
}
