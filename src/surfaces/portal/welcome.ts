/** The routes of a page with nothing to answer: what can be connected, and a question to try. */
import { type Locale, localeFrom } from "../../core/locale.ts";
import type { Desk } from "../../desk/desk.ts";
import { newRoutes, type Routes } from "../../http/routes.ts";
import type { HubContext } from "../surface.ts";
import type { Welcome } from "./wire.ts";

interface WelcomeParts {
  desk: Pick<Desk, "ask">;
  locale: Locale;
  clients: HubContext["clients"] | undefined;
}

const TRIED_FOR_SECONDS = 3_600;

export function createWelcome({ desk, locale, clients }: WelcomeParts): Routes {
  const app = newRoutes();
  app.get("/api/welcome", async (c) => {
    const known = (await clients?.()) ?? [];
    return c.json<Welcome>({ clients: [...known] });
  });
  app.post("/api/welcome/try", async (c) => {
    const { title, prompt, options } = TO_TRY[localeFrom(c.req.query("locale"), locale)];
    const { id } = await desk.ask({
      questions: [{ title, prompt, options: options.map((label) => ({ label })) }],
      source: { kind: "demo" },
      mode: "detached",
      timeoutSeconds: TRIED_FOR_SECONDS,
    });
    return c.json({ id }, 201);
  });
  return app;
}

const TO_TRY: Record<Locale, { title: string; prompt: string; options: string[] }> = {
  en: {
    title: "How do you like to answer best?",
    prompt: "This is a question of Askline's own. **Your answer goes nowhere.**",
    options: ["By a digit", "By a click", "In my own words"],
  },
  ko: {
    title: "어떻게 답하는 것이 가장 편한가요?",
    prompt: "Askline이 연습으로 내는 질문입니다. **답은 어디에도 보내지 않습니다.**",
    options: ["숫자 키로", "눌러서", "직접 써서"],
  },
};
