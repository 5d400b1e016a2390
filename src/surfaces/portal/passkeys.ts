/** The API of the page of passkeys: lists them, and takes a new one in. */
import { join } from "node:path";
import type { Context } from "hono";
import type { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import { type Ceremonies, createCeremonies, type Page } from "../../desk/passkeys/ceremonies.ts";
import { fingerprintOf } from "../../desk/passkeys/check-proof.ts";
import { openPasskeys, type Passkey } from "../../desk/passkeys/passkey-file.ts";
import type { Settings } from "../../desk/settings.ts";
import { byPersonOnly } from "../../http/agent-caller.ts";
import { jsonBody } from "../../http/body.ts";
import { newRoutes, type RouteEnv, type Routes } from "../../http/routes.ts";
import { BeginBody, EndorseBody, type Kept, NewBody, type PasskeyPage } from "./passkey-wire.ts";

export interface PasskeyParts {
  settings: Pick<Settings, "stateDirectory" | "passkeyFor">;
  person: string;
  locale: Locale;
  now: () => Date;
}

export interface PortalPasskeys {
  readonly routes: Routes;
  readonly ceremonies: Ceremonies;
}

const LARGEST_BODY_BYTES = 64 * 1024;

export function createPortalPasskeys({
  settings,
  person,
  locale,
  now,
}: PasskeyParts): PortalPasskeys {
  const passkeys = openPasskeys(join(settings.stateDirectory, "passkeys.json"));
  const ceremonies = createCeremonies(passkeys, now);
  const routes = newRoutes()
    .get("/api/passkeys", async (c) => c.json(await page()))
    .post("/api/passkeys/begin", byPersonOnly, taking(BeginBody), async (c) =>
      c.json(await ceremonies.beginAdding(person, c.req.valid("json").name, pageOf(c))),
    )
    .post("/api/passkeys/new", byPersonOnly, taking(NewBody), async (c) => {
      const { id, response } = c.req.valid("json");
      const { endorsing } = await ceremonies.takeNew(id, response);
      return c.json(endorsing === null ? await kept() : { endorsing });
    })
    .post("/api/passkeys/endorse", byPersonOnly, taking(EndorseBody), async (c) => {
      const { id, by } = c.req.valid("json");
      await ceremonies.endorse(id, "response" in by ? by.response : by);
      return c.json(await kept());
    });
  return { routes, ceremonies };

  async function page(): Promise<PasskeyPage> {
    return {
      passkeys: (await passkeys.of(person)).map(shown),
      recoveryCodesLeft: await passkeys.recoveryCodesLeft(person),
      passkeyFor: settings.passkeyFor,
      locale,
    };
  }

  /** Somebody without a code left gets new ones: with the first passkey, or the last code. */
  async function kept(): Promise<Kept> {
    const hasCodes = (await passkeys.recoveryCodesLeft(person)) > 0;
    const recoveryCodes = hasCodes ? [] : await passkeys.newRecoveryCodes(person);
    return { endorsing: null, page: await page(), recoveryCodes };
  }
}

/** The page as its browser names it; the guard has checked both names. */
export function pageOf(c: Context<RouteEnv>): Page {
  const origin = c.req.header("origin") ?? new URL(c.req.url).origin;
  return { host: new URL(origin).hostname, origin };
}

function shown({ id, name, host, addedAt, publicKey }: Passkey) {
  return { id, name, host, addedAt, fingerprint: fingerprintOf(publicKey) };
}

function taking<Schema extends z.ZodType>(schema: Schema) {
  return jsonBody(schema, LARGEST_BODY_BYTES);
}
