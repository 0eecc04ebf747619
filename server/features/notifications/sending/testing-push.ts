/**
 * A push service and its browsers, which decrypt messages as RFC 8291 and RFC 8292 specify, without using the
 * library.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushRequest {
  readonly path: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}
export interface TestBrowser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The content that the service worker would receive. */
  read(pushed: PushRequest): { title: string; body: string; url: string; tag: string };
}

export async function startPushService() {
  const pushed: PushRequest[] = [];
  const answers = new Map<string, number>();
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      pushed.push({ path, headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answers.get(path) ?? 201).end();
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return {
    pushed,
    /** Sets the answer of the service for a browser. */
    answer: (browser: TestBrowser, status: number) =>
      answers.set(new URL(browser.subscription.endpoint).pathname, status),
    browser: (name: string): TestBrowser => makeBrowser(`${url}/push/${name}`),
    to: (browser: TestBrowser) => pushed.filter(({ path }) => browser.subscription.endpoint.endsWith(path)),
    stop: () => new Promise((done) => service.close(done)),
  };
}

function makeBrowser(endpoint: string): TestBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const publicKey = own.getPublicKey();
  const read = ({ body }: PushRequest) => {
    // RFC 8188: salt, record size, length of the key id, and the key id: here the sender's public key.
    const salt = body.subarray(0, 16);
    const length = body.readUInt8(20);
    const sender = body.subarray(21, 21 + length);
    const sealed = body.subarray(21 + length);
    const shared = own.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
    const material = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12));
    const open = createDecipheriv('aes-128-gcm', key, nonce);
    open.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()]);
    // The last record ends with 2 and zeros.
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  return { subscription: { endpoint, keys }, read };
}

/** The claims of a VAPID token, after checking its signature against the key it names. */
export function vapidOf({ headers }: PushRequest): {
  key: string;
  claims: { aud: string; sub: string; exp: number };
} {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(String(headers.authorization)) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the token was signed by another key');
  return { key, claims: JSON.parse(Buffer.from(body, 'base64url').toString()) };
}
