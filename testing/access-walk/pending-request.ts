import { request as begin } from 'node:http';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { Sample } from './samples.ts';

/** A request whose last byte has not been sent yet. */
export interface PendingRequest {
  /** It has a body, of which all but the last byte has been sent. */
  readonly isHeld: boolean;
  /** Sends the last byte; returns the status of the answer. */
  end(): Promise<number>;
}

/** Starts a call without sending the last byte of its body; a call without a body is only sent by `end`. */
export async function hold(
  url: string,
  endpoint: AnyEndpoint,
  id: number | undefined,
  sample: Sample,
  authorization: string,
): Promise<PendingRequest> {
  const { body, type } = await written(endpoint, sample);
  const path = endpoint.path.replace('{id}', String(id ?? 0)).replace(/\{\w+\}/g, 'x'.repeat(43));
  const query = new URLSearchParams(sample.query).toString();
  const request = begin(`${url}/api${path}${query === '' ? '' : `?${query}`}`, {
    method: endpoint.method,
    agent: false,
    headers: {
      Authorization: authorization,
      'Content-Length': body.length,
      ...(body.length === 0 ? {} : { 'Content-Type': type }),
    },
  });
  const status = new Promise<number>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
  });
  status.catch(() => undefined);
  if (body.length > 1) await new Promise((resolve) => request.write(body.subarray(0, -1), resolve));
  return {
    isHeld: body.length > 1,
    end: () => {
      request.end(body.subarray(-1));
      return status;
    },
  };
}

async function written(
  endpoint: AnyEndpoint,
  { body, file }: Sample,
): Promise<{ body: Buffer; type: string }> {
  if (file !== undefined) {
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, string>))
      form.append(name, value);
    form.append(endpoint.upload?.field ?? 'file', new Blob([new Uint8Array(file.content)]), file.name);
    const whole = new Response(form);
    return { body: Buffer.from(await whole.arrayBuffer()), type: whole.headers.get('content-type') ?? '' };
  }
  return { body: Buffer.from(body === undefined ? '' : JSON.stringify(body)), type: 'application/json' };
}
