/** Slack's requests over HTTP, mounted in the hub. Bolt checks the signature; that the clock is not ahead is checked here. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTPReceiver, type Logger } from "@slack/bolt";

export interface SlackRoute {
  receiver: HTTPReceiver;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export const SLACK_PATH = "/slack/events";

// The window that Slack names for requests that are late holds for those that are early too.
const WINDOW_SECONDS = 5 * 60;

export function createSlackRoute({
  signingSecret,
  logger,
}: {
  signingSecret: string;
  logger: Logger;
}): SlackRoute {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger,
    endpoints: SLACK_PATH,
    bodyLimit: "4mb",
  });
  return {
    receiver,
    handle(request, response) {
      const sentAt = Number(request.headers["x-slack-request-timestamp"]);
      // A signature made for later could be used again for as long as it is ahead.
      if (sentAt > Date.now() / 1000 + WINDOW_SECONDS) {
        response.writeHead(401).end();
        return;
      }
      receiver.requestListener(request, response);
    },
  };
}
