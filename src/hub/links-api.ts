/** `POST /api/links`: a link with a one-time code, for programs of this machine that open one. */
import { z } from "zod";
import { jsonBody, UnreadableBody } from "../http/body.ts";
import { refused } from "../http/refused.ts";
import { newRoutes, type Routes } from "../http/routes.ts";
import type { Opening } from "./hub.ts";

const LinkBody = z.object({ to: z.string().max(500).default("/") });

const LARGEST_BODY_BYTES = 4096;

export function linkRoutes(openingTo: (path: string) => Opening): Routes {
  const routes = newRoutes();
  routes.onError((error) => {
    if (!(error instanceof UnreadableBody)) throw error;
    return refused(400, error.code, "Say where the link leads.", 'Send {"to": "/"}.');
  });
  return routes.post("/api/links", jsonBody(LinkBody, LARGEST_BODY_BYTES), (c) =>
    c.json(openingTo(c.req.valid("json").to)),
  );
}
