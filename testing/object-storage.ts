import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the protocol of S3 asks of a storage to keep, list and remove objects, in one bucket. It checks each signature
 * by the rules that AWS publishes (Signature Version 4), and refuses as a storage does.
 */
export interface ObjectStorage {
  /** As BACKUP_TARGET names it, with the right key. */
  readonly address: string;
  readonly objects: Map<string, Buffer>;
  /** How many pieces of objects were sent. */
  readonly pieces: () => number;
  /** From then on one byte of what is read is another. */
  damage(): void;
  close(): Promise<void>;
}

const [KEY, SECRET, REGION, BUCKET] = ['AKEXAMPLE', 'a/secret+of=forty', 'eu-west-3', 'backups'];
const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>();
  const state = { pieces: 0, isDamaged: false };
  const acts = actsOn(objects, state);
  const server = createServer(async (request, response) => {
    const sent: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) sent.push(piece);
    const body = Buffer.concat(sent);
    const url = new URL(request.url ?? '/', 'http://storage');
    if (!isSigned(request, url, body)) return answer(response, 403, failure('SignatureDoesNotMatch'));
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== BUCKET) return answer(response, 404, failure('NoSuchBucket'));
    const act = acts[`${request.method}${url.searchParams.has('uploadId') ? ' piece' : ''}`];
    if (act === undefined) return answer(response, 405, failure('MethodNotAllowed'));
    act({ key: rest.join('/'), url, body, response });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const account = `${KEY}:${encodeURIComponent(SECRET)}`;
  return {
    address: `s3://${account}@127.0.0.1:${port}/${BUCKET}/rail?region=${REGION}&tls=off`,
    objects,
    pieces: () => state.pieces,
    damage: () => {
      state.isDamaged = true;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Call {
  readonly key: string;
  readonly url: URL;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

/** By method, and whether it speaks of a piece. */
function actsOn(
  objects: Map<string, Buffer>,
  state: { pieces: number; readonly isDamaged: boolean },
): Readonly<Record<string, (call: Call) => void>> {
  const uploads = new Map<string, Buffer[]>();
  const etag = (body: Buffer) => ({ etag: `"${hex(body).slice(0, 32)}"` });
  return {
    POST: ({ key, response }) => {
      uploads.set(key, []);
      answer(response, 200, started(key));
    },
    'PUT piece': ({ key, url, body, response }) => {
      const pieces = uploads.get(key) ?? [];
      pieces[Number(url.searchParams.get('partNumber')) - 1] = body;
      state.pieces += 1;
      answer(response, 200, '', etag(body));
    },
    'POST piece': ({ key, response }) => {
      objects.set(key, Buffer.concat(uploads.get(key) ?? []));
      answer(response, 200, COMPLETE);
    },
    PUT: ({ key, body, response }) => {
      objects.set(key, body);
      answer(response, 200, '', etag(body));
    },
    DELETE: ({ key, response }) => {
      objects.delete(key);
      answer(response, 204, '');
    },
    GET: ({ key, url, response }) => {
      if (key === '') return answer(response, 200, listed(objects, url.searchParams.get('prefix') ?? ''));
      const found = objects.get(key);
      if (found === undefined) return answer(response, 404, failure('NoSuchKey'));
      const read = Buffer.from(found);
      if (state.isDamaged) read[0] = (read[0] ?? 0) ^ 1;
      answer(response, 200, read);
    },
  };
}

function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

const COMPLETE = '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>';
const failure = (code: string) => `<Error><Code>${code}</Code><Message>refused</Message></Error>`;
const started = (key: string) =>
  `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>of ${key}</UploadId></InitiateMultipartUploadResult>`;
const listed = (objects: ReadonlyMap<string, Buffer>, prefix: string) => {
  const found = [...objects].filter(([key]) => key.startsWith(prefix));
  const rows = found.map(
    ([key, { length }]) =>
      `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"x"</ETag><Size>${length}</Size></Contents>`,
  );
  return `<ListBucketResult><Name>${BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${rows.length}</KeyCount><IsTruncated>false</IsTruncated>${rows.join('')}</ListBucketResult>`;
};

/** Signature Version 4: the canonical request, hashed and signed by a key of the day, region and service. */
function isSigned({ headers, method = '' }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, day = '', ...scope] = credential.split('/');
  if (key !== KEY || scope.join('/') !== `${REGION}/s3/aws4_request`) return false;
  const claimed = String(headers['x-amz-content-sha256']);
  if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== hex(body)) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url.pathname, query, signed.join(''), names, claimed].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], [day, ...scope].join('/'), hex(request)].join(
    '\n',
  );
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET}`, day), REGION));
  return hmac(signing, toSign).toString('hex') === signature;
}
