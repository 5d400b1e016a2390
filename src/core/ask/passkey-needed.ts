/** The refusal where only a passkey's signature over exactly what was shown can allow something. */
import { SpokenError } from "./spoken-error.ts";

export class PasskeyNeeded extends SpokenError {
  readonly code = "passkey_needed";
  constructor() {
    super(WORDS);
  }
}

const WORDS = {
  en: {
    message: "This can only be allowed with a passkey. Nothing was decided.",
    suggestion: "Open the question in a browser, where your passkey signs it.",
  },
  ko: {
    message: "패스키로만 허용할 수 있습니다. 결정된 것은 없습니다.",
    suggestion: "브라우저에서 질문을 열고 패스키로 서명하세요.",
  },
};
