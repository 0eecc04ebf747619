/** The other side, in a thread of its own: what it does costs the watched thread nothing. */
import { parentPort } from 'node:worker_threads';
import { connectAsync, type MqttClient } from 'mqtt';

export type Act =
  | { kind: 'http'; url: string; method: string; headers: Record<string, string>; body?: Uint8Array }
  /** Messages of one box, all at once; answered when each is acknowledged. */
  | {
      kind: 'mqtt';
      url: string;
      serial: string;
      secret: string;
      topic: string;
      payload: Uint8Array;
      times: number;
    };
/** Status of an answer; 0 for none. */
export type Outcome = { status: number; text: string };

const PATIENCE_MS = 60_000;
let box: { serial: string; client: MqttClient } | undefined;

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

async function send({
  url,
  serial,
  secret,
  topic,
  payload,
  times,
}: Act & { kind: 'mqtt' }): Promise<Outcome> {
  if (box?.serial !== serial) {
    await box?.client.endAsync(true);
    box = {
      serial,
      client: await connectAsync(url, { clientId: serial, username: serial, password: secret }),
    };
  }
  const { client } = box;
  await Promise.all(
    Array.from({ length: times }, () => client.publishAsync(topic, Buffer.from(payload), { qos: 1 })),
  );
  return { status: 200, text: '' };
}

parentPort?.on('message', (what: Act | 'end') => {
  if (what === 'end') {
    box?.client.end(true);
    parentPort?.close();
    return;
  }
  act(what)
    .catch((error: Error) => ({
      status: 0,
      text: `${error.message} ${(error.cause as Error)?.message ?? ''}`,
    }))
    .then((outcome) => parentPort?.postMessage(outcome));
});
