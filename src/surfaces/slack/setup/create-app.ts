/** Creates the Slack app from its manifest, with a configuration token that is used once. */
import { z } from "zod";
import { appManifest } from "./manifest.ts";
import { webApi } from "./web-api.ts";

const Created = z.looseObject({
  app_id: z.string(),
  credentials: z.looseObject({ signing_secret: z.string().optional() }).prefault({}),
});

export interface CreatedApp {
  appId: string;
  signingSecret: string | undefined;
}

export async function createApp(
  apiUrl: string,
  configurationToken: string,
  url: string | null,
): Promise<CreatedApp> {
  const { call } = webApi(apiUrl, configurationToken, "configuration");
  const { body } = await call("apps.manifest.create", {
    manifest: JSON.stringify(appManifest(url)),
  });
  const { app_id: appId, credentials } = Created.parse(body);
  return { appId, signingSecret: credentials.signing_secret };
}
