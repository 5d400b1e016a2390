/**
 * Slack's requests over HTTP, mounted in the hub. Bolt checks the signature; timestamps in the
 * future are refused here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { HTTPReceiver, type Logger } from "@slack/bolt";

export interface SlackRoute {
  receiver: HTTPReceiver;
  handle(request: IncomingMessage, response: ServerResponse): void;
}

export const SLACK_PATH = "/slack/events";

// Slack's window for late requests, applied to early ones too.
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
      // A signed request dated in the future could be replayed until that time.
      if (sentAt > Date.now() / 1000 + WINDOW_SECONDS) {
        response.writeHead(401).end();
        return;
      }
      receiver.requestListener(request, response);
    },
  };
}
