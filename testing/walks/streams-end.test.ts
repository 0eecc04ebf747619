import { request as begin } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { measuresExport, measuresImport } from '@aerowatch/contracts/api/measures';
import { describe, expect, it } from 'vitest';
import { transaction } from '../../server/platform/database/db.ts';
import { recordChange } from '../../server/platform/events/events.ts';
import { route, stream } from '../../server/platform/http/route.ts';
import { REVOKE, REVOKE_KEY } from '../access-walk/store-revoked.ts';
import { makeKey } from '../access-walk/store-things.ts';
import { listen } from '../access-walk/stream.ts';
import { testServer } from '../test-server.ts';

/**
 * Data may still arrive for this long after the end: pieces in transit, and those within the time for which
 * rights are cached.
 */
const WITHIN_MS = 5000;
/**
 * An endless file, and a receiver that reads everything: sent and received like every file of the product.
 */
const server = await testServer({
  modules: [
    ({ events }) => {
      events.registerLoader('boxes', async (_viewer, ids) => ids.map((id) => ({ id })));
      const endless = async function* () {
        for (;;) {
          yield Buffer.alloc(64);
          await sleep(20);
        }
      };
      return {
        name: 'endless',
        routes: [
          route(measuresExport, () => stream(Readable.from(endless()), { type: 'text/csv' })),
          route(measuresImport, () => ({}) as never),
        ],
      };
    },
  ],
});
const { id: client } = await server.createClient();
const { id: otherClient } = await server.createClient();

async function somebody(kind: 'user' | 'key') {
  if (kind === 'key') {
    const { id, value } = await makeKey(server.db, { client, mark: 'key', box: 0, aeros: [] });
    return { of: { user: 0, key: id, otherClient }, authorization: `Api-Key ${value}` };
  }
  const user = await server.createUser({ client, level: 'privileged' });
  return { of: { user: user.id, key: 0, otherClient }, authorization: `Token ${user.token}` };
}

let told = 1000;
const WAYS = [
  ...Object.entries(REVOKE).map(([how, revoke]) => ({ kind: 'user' as const, how, revoke })),
  ...Object.entries(REVOKE_KEY).map(([how, revoke]) => ({ kind: 'key' as const, how, revoke })),
];

describe.each(WAYS)('when a $kind comes to $how', ({ kind, revoke }) => {
  it('a file that is being sent ends', async () => {
    const { of, authorization } = await somebody(kind);
    const answer = await fetch(`${server.url}/api/measures/export/?aero=1`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    const reader = answer.body!.getReader();
    let pieces = 0;
    const ended = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) pieces += 1;
      return 'whole';
    })().catch(() => 'cut');
    await expect.poll(() => pieces).toBeGreaterThan(40);
    await transaction(server.db, (trx) => revoke(trx, of));
    const since = performance.now();
    expect(await ended).toBe('cut');
    expect(performance.now() - since).toBeLessThan(WITHIN_MS);
  });

  it('a file that is being received is refused before it is whole', async () => {
    const { of, authorization } = await somebody(kind);
    const request = begin(`${server.url}/api/measures/import/`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    const status = new Promise<number>((resolve) => {
      request.once('response', (response) => resolve(response.resume().statusCode ?? 0));
      request.on('error', () => resolve(0));
    });
    request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n');
    let answered: number | undefined;
    void status.then((code) => {
      answered = code;
    });
    for (let piece = 0; piece < 20; piece += 1, await sleep(20)) request.write('date,temperature\n');
    expect(answered).toBeUndefined();
    await transaction(server.db, (trx) => revoke(trx, of));
    const since = performance.now();
    for (; answered === undefined; await sleep(20)) request.write('date,temperature\n');
    request.destroy();
    expect([401, 403]).toContain(answered);
    expect(performance.now() - since).toBeLessThan(WITHIN_MS);
  });
});

// Keys have no live events.
describe.each(Object.entries(REVOKE))('when a user comes to %s', (how, revoke) => {
  it('live events of the client are told no more, in their order', async () => {
    const { of, authorization } = await somebody('user');
    const watch = await server.createUser({ client });
    const [theirs, others] = [
      await listen(server.url, authorization, []),
      await listen(server.url, `Token ${watch.token}`, []),
    ];
    const tell = (id: number) =>
      recordChange(server.db, { entity: 'boxes', type: 'updated', id, clientId: client });
    told += 100;
    const first = told;
    const heard = (text: string) =>
      [...text.matchAll(/"id":(\d+),"data"/g)].map(([, id]) => Number(id) - first);
    await tell(first);
    await expect.poll(() => heard(theirs.text())).toContain(0);
    await transaction(server.db, (trx) => revoke(trx, of));
    for (let id = 1; id <= 20; id += 1) await tell(first + id);
    await expect.poll(() => heard(others.text())).toContain(20);
    await sleep(200);
    // Observers may read as well.
    if (how === 'become an observer') await expect.poll(() => heard(theirs.text())).toContain(20);
    else expect(heard(theirs.text()).filter((id) => id > 0)).toEqual([]);
    theirs.stop();
    others.stop();
  });
});
