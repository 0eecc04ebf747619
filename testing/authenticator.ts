import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { Encoder } from 'cbor-x';

/** Parts that an attacker may forge; the rest is as in a browser. */
interface Forged {
  readonly origin?: string;
  readonly rpId?: string;
  /** Signed instead of the requested challenge. */
  readonly challenge?: string;
  readonly counter?: number;
  /** With the user only present, not verified. */
  readonly unverified?: boolean;
}
type Options = Readonly<Record<string, unknown>>;
export interface Authenticator {
  /** Creates a passkey from the server's options, with the result of `navigator.credentials.create`. */
  create(options: Options, origin: string, forged?: Forged): Record<string, unknown>;
  /** Signs in with it, with the result of `navigator.credentials.get`. */
  get(options: Options, origin: string, forged?: Forged): Record<string, unknown>;
}

/** An option that the package has but its types lack. */
type Options259 = ConstructorParameters<typeof Encoder>[0] & { useTag259ForMaps: boolean };
/** Maps as in CBOR, without the tag that distinguishes JavaScript maps from objects. */
const cbor = new Encoder({ useTag259ForMaps: false, useRecords: false, tagUint8Array: false } as Options259);
const encode = (value: unknown): Buffer => Buffer.from(cbor.encode(value));
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** The public key in COSE format (RFC 9053): EC2, ES256, P-256, its coordinates. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

/** An attestation statement of the kind "none". */
const attestationObject = (authData: Buffer): Buffer =>
  encode(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );

/** A software authenticator (WebAuthn level 3, ES256, attestation none) with one passkey. */
export function makeAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, options: Options, origin: string, forged: Forged) =>
    Buffer.from(
      JSON.stringify({
        type: `webauthn.${type}`,
        challenge: forged.challenge ?? options.challenge,
        origin: forged.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (rpId: unknown, forged: Forged, more: Buffer[] = []) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? ++counter);
    const verified = forged.unverified === true ? 0 : VERIFIED;
    const flags = Buffer.from([PRESENT | verified | (more.length > 0 ? ATTESTED : 0)]);
    return Buffer.concat([sha256(forged.rpId ?? String(rpId)), flags, count, ...more]);
  };
  const answer = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    create(options, origin, forged = {}) {
      const length = Buffer.from([0, id.length]);
      const credential = [Buffer.alloc(16), length, id, coseKey(publicKey)];
      const data = authData((options.rp as { id: string }).id, forged, credential);
      return answer({
        clientDataJSON: base64url(clientData('create', options, origin, forged)),
        attestationObject: base64url(attestationObject(data)),
        transports: ['internal'],
      });
    },
    get(options, origin, forged = {}) {
      const client = clientData('get', options, origin, forged);
      const data = authData(options.rpId, forged);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      });
    },
  };
}
