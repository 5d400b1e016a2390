/** The hub's own key pair for push (VAPID): made once, in a file that only its owner can read. */
import { createECDH } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { FileExists, readJson, writeJson } from "../../store/file/durable-file.ts";
import { refuseExposed, secretExposure } from "../../store/file/private-file.ts";

export const PushKeys = z.object({ publicKey: z.string(), privateKey: z.string() });
export type PushKeys = z.infer<typeof PushKeys>;

/** Push services send only what is signed with the key that a browser subscribed with. */
export async function pushKeys(path: string): Promise<PushKeys> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    if ((await readJson(path)) === null) await writeJson(path, newKeys(), { exclusive: true });
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
  }
  refuseExposed(secretExposure(path));
  return PushKeys.parse(await readJson(path));
}

function newKeys(): PushKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A small number loses its leading zeros, which belong to the key.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey().toString("base64url"),
    privateKey: secret.toString("base64url"),
  };
}
