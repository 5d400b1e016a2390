/**
 * Receives clicks and windows from Slack, and passes each to the part that handles it.
 */
import type { App, RespondFn } from "@slack/bolt";
import { z } from "zod";
import { jsonIn } from "../../core/json.ts";
import { createHearing, type HearingParts } from "./hear-messages.ts";
import { messages } from "./render/messages.ts";
import { MODAL, MODAL_BLOCK, MODAL_FIELD, ModalKey } from "./render/modal.ts";
import { eventKey, SentWindow } from "./transport/dedupe-receiver.ts";

export interface ListenerParts extends HearingParts {
  app: App;
}

const ClickBody = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  trigger_id: z.string().default(""),
  container: z
    .looseObject({
      channel_id: z.string().optional(),
      message_ts: z.string().optional(),
      thread_ts: z.string().optional(),
    })
    .optional(),
});
const ClickedElement = z.looseObject({
  action_id: z.string(),
  value: z.string().optional(),
  selected_option: z.looseObject({ value: z.string() }).nullish(),
});

export function createListener(parts: ListenerParts): { takeUpLeft(): Promise<void> } {
  const { app, actions, people, seen, onWarning } = parts;
  const { hear } = createHearing(parts);

  // Everything is acknowledged, even unknown actions: otherwise Slack shows the person an error
  // sign. The meaning is looked up afterwards. The inbox's own buttons are its affair.
  app.action(/^(?!askline_)/, async ({ ack, body, action, respond }) => {
    const done = ack();
    const click = ClickBody.safeParse(body).data;
    const element = ClickedElement.safeParse(action).data;
    await done.catch(notHeard);
    if (click === undefined || element === undefined) return;
    await actions
      .click({
        userId: click.user.id,
        actionId: element.action_id,
        value: element.selected_option?.value ?? element.value ?? "",
        triggerId: click.trigger_id,
        channel: click.container?.channel_id,
        ts: click.container?.message_ts,
        threadTs: click.container?.thread_ts,
        replace: (words) => replaceBy(respond, words).catch(notReplaced),
      })
      .catch(failed);
  });

  app.view(MODAL, async ({ ack, body, view }) => {
    const typed = view.state.values[MODAL_BLOCK]?.[MODAL_FIELD]?.value ?? "";
    const wrong = await faultIn(body.user.id, view.private_metadata, typed);
    if (wrong === null) {
      await ack().catch(notHeard);
      await actions.submitModal(body.user.id, view.private_metadata, typed).catch(failed);
    } else {
      const errors = { [MODAL_BLOCK]: wrong };
      await ack({ response_action: "errors", errors }).catch(notHeard);
    }
    seen.done(eventKey(body));
  });

  app.event("message", async ({ body }) => takeEvent(body));
  app.event("app_mention", async ({ body }) => takeEvent(body));

  return {
    async takeUpLeft() {
      for (const body of seen.left())
        await (SentWindow.safeParse(body).success ? takeWindow(body) : takeEvent(body));
    },
  };

  /** Said in the window, which then stays open with what was typed. */
  async function faultIn(userId: string, metadata: string, typed: string) {
    const isEmpty = typed.trim() === "";
    if (!isEmpty && ModalKey.safeParse(jsonIn(metadata)).success) return null;
    const text = messages((await people.of(userId)).locale);
    return isEmpty ? text.modalEmpty : text.windowOutOfDate;
  }

  /** It was acknowledged before a restart, or never: nobody waits for that any more. */
  async function takeWindow(given: unknown) {
    const body = given as Record<string, unknown>;
    await app.processEvent({ body, ack: async () => undefined }).catch(failed);
  }

  async function takeEvent(given: unknown) {
    await hear(given).catch(failed);
    seen.done(eventKey(given));
  }

  async function replaceBy(respond: RespondFn, words: string | null) {
    if (words === null) await respond({ delete_original: true });
    else await respond({ replace_original: true, response_type: "ephemeral", text: words });
  }

  function notHeard(error: Error) {
    onWarning(`An acknowledgement did not arrive: ${error.message}`);
  }

  function notReplaced(error: Error) {
    onWarning(`A message to one person still shows its buttons: ${error.message}`);
  }

  function failed(error: Error) {
    onWarning(`Something from Slack could not be handled: ${error.message}`);
  }
}
