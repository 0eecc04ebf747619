import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boxesCreate } from '@aerowatch/contracts/api/boxes';
import { clientsCreate } from '@aerowatch/contracts/api/clients';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { provisionOptions, runOptions } from '../options.ts';
import { apiOf } from './api.ts';
import { readCredentials, writeCredentials } from './credentials-file.ts';
import { generateFleet } from './fleet.ts';
import { provision } from './provision.ts';

/** A console that stores clients and boxes in memory and parses bodies by the contract. */
let server: Server;
let base: string;
let clients: { id: number; name: string }[];
let boxes: { id: number; serial_number: string; client: number }[];
let passwords: number;
let authorizations: Set<string | undefined>;
/** Number of requests that are still answered "try again later". */
let busy: number;

beforeEach(async () => {
  [clients, boxes, passwords, busy, authorizations] = [[], [], 0, 0, new Set()];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      authorizations.add(request.headers.authorization);
      if (busy-- > 0) return response.writeHead(503, { 'retry-after': '0' }).end('{}');
      const [status, body] = answer(
        request.method ?? '',
        request.url ?? '',
        text === '' ? undefined : JSON.parse(text),
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

function answer(method: string, url: string, body: unknown): [number, unknown] {
  const { pathname, searchParams } = new URL(url, base);
  const list: { id: number }[] = pathname === '/api/clients/' ? clients : boxes;
  if (method === 'GET') {
    const [page, size] = [Number(searchParams.get('page')), 3];
    const results = list.slice((page - 1) * size, page * size);
    return [
      200,
      { count: list.length, results, next: page * size < list.length ? 'more' : null, previous: null },
    ];
  }
  if (/\/credentials\/$/.test(pathname)) {
    const box = boxes.find(({ id }) => pathname === `/api/boxes/${id}/credentials/`);
    if (!box) return [404, {}];
    passwords += 1;
    return [
      200,
      {
        serial_number: box.serial_number,
        client_id: box.serial_number,
        username: box.serial_number,
        password: `p${passwords}`,
      },
    ];
  }
  const contract = pathname === '/api/clients/' ? clientsCreate : boxesCreate;
  const parsed = contract.body!.safeParse(body);
  if (!parsed.success) return [400, parsed.error.issues];
  const created = { id: list.length + 1, ...(parsed.data as object) };
  list.push(created);
  return [201, created];
}

const options = (credentials: Map<string, { username: string; password: string }>, count = 10) => ({
  api: apiOf(base, 'T0ken'),
  fleet: generateFleet({ boxes: count, seed: 1 }),
  clients: { railway: 'Rail', tram: 'Tram' },
  credentials,
});

describe('provisioning', () => {
  it('creates clients, boxes and passwords as the contract asks, and nothing a second time', async () => {
    const credentials = new Map();
    const first = await provision(options(credentials));
    expect(first.created).toBe(10);
    expect(clients.map(({ name }) => name)).toEqual(['Rail', 'Tram']);
    expect(new Set(boxes.map(({ client }) => client))).toEqual(new Set([1, 2]));
    expect(credentials.size).toBe(10);
    const second = await provision(options(credentials));
    expect(second).toEqual({ ...first, created: 0 });
    expect([clients.length, boxes.length, passwords]).toEqual([2, 10, 10]);
    expect((await provision(options(credentials, 12))).created).toBe(2);
    expect(authorizations).toEqual(new Set(['Token T0ken']));
  });

  it('makes a new password of a box whose old one is not in the file', async () => {
    const credentials = new Map();
    await provision(options(credentials));
    credentials.delete('AW-00004');
    await provision(options(credentials));
    expect(passwords).toBe(11);
    expect(credentials.get('AW-00004')).toEqual({
      username: 'AW-00004',
      password: 'p11',
      client: boxes.find((box) => box.serial_number === 'AW-00004')?.client,
    });
  });

  it('waits when told to, and says what was refused', async () => {
    busy = 2;
    await provision(options(new Map()));
    expect(boxes).toHaveLength(10);
    await expect(provision({ ...options(new Map(), 12), desired: { log_time: -1 } })).rejects.toThrow(
      /POST \/boxes\/: 400 .*log_time/,
    );
  });

  it('keeps passwords in a file nobody else may read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aerowatch-credentials-'));
    const path = join(folder, 'c.json');
    expect(await readCredentials(path)).toEqual(new Map());
    const credentials = new Map([['AW-00001', { username: 'AW-00001', password: 'x' }]]);
    await writeCredentials(path, credentials);
    expect(await readCredentials(path)).toEqual(credentials);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rm(folder, { recursive: true });
  });
});

describe('command lines', () => {
  it('read their options and refuse what is none', () => {
    expect(runOptions(['--boxes', '5', '--live', '--encoding', 'cbor'])).toMatchObject({
      boxes: 5,
      seed: 1,
      days: 90,
      start: { live: true, encoding: 'cbor' },
    });
    expect(() => runOptions(['--boxes', 'many'])).toThrow('--boxes is many');
    expect(() => runOptions(['--encoding', 'xml'])).toThrow('not json or cbor');
    expect(() => runOptions(['--colour'])).toThrow();
    expect(() => provisionOptions([])).toThrow('--token');
    expect(provisionOptions(['--token', 'x', '--upload-time', '2', '--log-time', '60']).desired).toEqual({
      upload_time: 2,
      upload_time_alert: 2,
      log_time: 60,
      acquisition_time: 60,
    });
  });
});
