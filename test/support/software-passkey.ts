/** An authenticator in software: makes a passkey for a page and signs as a browser would. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

export interface SoftwarePasskey {
  id: string;
  register(challenge: string): RegistrationResponseJSON;
  sign(challenge: string): AuthenticationResponseJSON;
}

export function softwarePasskey(page: { host: string; origin: string }): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const rawId = randomBytes(16);
  const id = rawId.toString("base64url");
  let counter = 0;
  return {
    id,
    register: (challenge) => ({
      ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestation().toString("base64url"),
      },
    }),
    sign(challenge) {
      const data = clientData("webauthn.get", challenge);
      const authenticatorData = flagged(0x05);
      const signed = Buffer.concat([authenticatorData, sha256(data)]);
      return {
        ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
        },
      };
    },
  };

  function clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: page.origin }));
  }

  /** The host's hash, the flags (1 present, 4 verified, 64 with a key), the counter. */
  function flagged(flags: number): Buffer {
    counter += 1;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags, 0);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(page.host)), rest]);
  }

  /** `{fmt: "none", attStmt: {}, authData}` in CBOR. */
  function attestation(): Buffer {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(rawId.length);
    const data = Buffer.concat([flagged(0x45), Buffer.alloc(16), length, rawId, coseKey()]);
    const [high, low] = [data.length >> 8, data.length & 0xff];
    return Buffer.concat([
      Buffer.from([0xa3, 0x63, ...Buffer.from("fmt"), 0x64, ...Buffer.from("none")]),
      Buffer.from([0x67, ...Buffer.from("attStmt"), 0xa0, 0x68, ...Buffer.from("authData")]),
      Buffer.from([0x59, high, low]),
      data,
    ]);
  }

  /** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR: an ES256 key. */
  function coseKey(): Buffer {
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, "base64url"),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, "base64url"),
    ]);
  }
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
