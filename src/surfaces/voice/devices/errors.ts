/** What can go wrong with devices, in words. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";

export class NoSuchDevice extends SpokenError {
  readonly code = "not_found";
  constructor(given: string, nearest: string | undefined) {
    const isGuessed = nearest !== undefined;
    super({
      en: {
        message: `There is no device called ${given}.`,
        suggestion: isGuessed
          ? `Did you mean ${nearest}?`
          : "Run `askline token list` to see the devices there are.",
      },
      ko: {
        message: `그런 기기가 없습니다: ${given}`,
        suggestion: isGuessed
          ? `혹시 이것인가요? ${nearest}`
          : "`askline token list`로 기기를 볼 수 있습니다.",
      },
    });
  }
}

const SETTING = '{"voice_bridge.network.bind_address": "0.0.0.0"}';

export class OnThisMachineOnly extends SpokenError {
  readonly code = "not_reachable";
  constructor() {
    super({
      en: {
        message: "The hub listens on this machine only, so no other device can reach it.",
        suggestion: `Give it an https address with \`askline tunnel\`, or put ${SETTING} in the file that \`askline config\` names, start \`askline serve\` again, then pair.`,
      },
      ko: {
        message: "허브가 이 컴퓨터에서만 듣고 있어서 다른 기기에서 연결할 수 없습니다.",
        suggestion: `\`askline tunnel\`로 https 주소를 만들거나, \`askline config\`가 알려 주는 파일에 ${SETTING}을 쓰고, \`askline serve\`를 다시 시작한 뒤 연결하세요.`,
      },
    });
  }
}

export class NoNetwork extends SpokenError {
  readonly code = "not_reachable";
  constructor() {
    super({
      en: {
        message: "This machine has no address on a network that another device could reach.",
        suggestion: "Join the network that the other device is in, then pair again.",
      },
      ko: {
        message: "이 컴퓨터에는 다른 기기에서 연결할 수 있는 네트워크 주소가 없습니다.",
        suggestion: "다른 기기와 같은 네트워크에 연결한 뒤 다시 해 보세요.",
      },
    });
  }
}
