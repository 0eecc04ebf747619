/** The client runs in a thread of its own, so that its work does not count for the watched thread. */
import { parentPort } from 'node:worker_threads';
import { connectAsync } from 'mqtt';

export type Act =
  | { kind: 'http'; url: string; method: string; headers: Record<string, string>; body?: Uint8Array }
  /** Messages of one box, all at once; resolved when each is acknowledged. */
  | {
      kind: 'mqtt';
      url: string;
      serial: string;
      secret: string;
      /** One for each message. */
      topics: readonly string[];
      payload: Uint8Array;
    };
/** Status of an answer; 0 without an answer. */
export type Outcome = { status: number; text: string };

const PATIENCE_MS = 60_000;

async function act(what: Act): Promise<Outcome> {
  if (what.kind === 'mqtt') return send(what);
  const { url, method, headers, body } = what;
  const response = await fetch(url, {
    method,
    headers,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: (await response.text()).slice(0, 300) };
}

async function send(message: Act & { kind: 'mqtt' }): Promise<Outcome> {
  const { url, serial, secret, topics, payload } = message;
  const box = await connectAsync(url, { clientId: serial, username: serial, password: secret });
  try {
    await Promise.all(topics.map((topic) => box.publishAsync(topic, Buffer.from(payload), { qos: 1 })));
    return { status: 200, text: '' };
  } finally {
    await box.endAsync(true);
  }
}

parentPort?.on('message', async (asked: { id: number; what: Act } | 'end') => {
  if (asked === 'end') return parentPort?.close();
  const outcome = await act(asked.what).catch((error: Error) => ({
    status: 0,
    text: `${error.message} ${(error.cause as Error)?.message ?? ''}`,
  }));
  parentPort?.postMessage({ id: asked.id, outcome });
});
