import { randomBytes } from 'node:crypto';
import { DAY } from '@aerowatch/domain/durations';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { boxesModule } from '../../boxes/index.ts';
import { firmwaresModule } from '../files/index.ts';
import { rolloutsModule } from './index.ts';

const server = await testServer({
  modules: [boxesModule, firmwaresModule, (parts) => ({ ...rolloutsModule(parts), worker: undefined })],
  env: { ROLLOUT_APPROVAL: '4' },
});
const client = await server.createClient();
const other = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });

async function firmwareOf(version: string, fields: Record<string, string> = {}): Promise<number> {
  const data = new FormData();
  for (const [name, value] of Object.entries({ version, ...fields })) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(randomBytes(1000))]), 'firmware.bin');
  return (await server.admin.api.post('/firmwares/', data)).body.id;
}
const heard = { last_contact: new Date() };
const boxOf = (columns: object = {}) =>
  server.createBox({ client: client.id, ...heard, ...columns } as never);
const runs = (version: string) => ({ reported: JSON.stringify({ firmware_version: version }) });
const firmware = await firmwareOf('2.0.0', { minimum_hardware: '3.0', client: String(client.id) });

describe('before an update starts', () => {
  it('says of each box whether it is skipped, held or at risk, and why', async () => {
    const plain = await boxOf(runs('1.0.0'));
    const already = await boxOf(runs('2.0.0'));
    const newer = await boxOf(runs('2.1.0'));
    const old = await boxOf({ hardware_version: '2.5' });
    const flat = await boxOf();
    await server.db
      .insertInto('measure_latest')
      .values({
        aero_id: flat.aeroIds[0]!,
        time: new Date(),
        received_at: new Date(),
        battery_voltage: 3.2,
      } as never)
      .execute();
    const silent = await boxOf({ last_contact: new Date(Date.now() - 8 * DAY) });
    const never = await boxOf({ last_contact: null });
    const busy = await boxOf();
    await manager.api.post('/update/firmware/', { firmware, boxes: [busy.id] });

    const boxes = [plain, already, newer, old, flat, silent, never, busy].map(({ id }) => id);
    const { status, body } = await manager.api.post('/update/firmware/preview/', { firmware, boxes });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      total: 8,
      // Six boxes would be taken along, and more than four need a second person.
      needs_approval: true,
      clients: [{ client: client.id, boxes: 8 }],
    });
    const said = new Map(
      body.exceptions.map((box: { box: number; outcome: string; detail: string | null }) => [
        box.box,
        [box.outcome, box.detail],
      ]),
    );
    expect(Object.fromEntries(said)).toEqual({
      [already.id]: ['already', null],
      [newer.id]: ['newer', '2.1.0'],
      [old.id]: ['held', 'Hardware 2.5 is older than 3.0.0'],
      [flat.id]: ['held', 'Battery too low: 3.20 V, at least 3.5 V needed'],
      [silent.id]: ['silent', null],
      [never.id]: ['silent', null],
      [busy.id]: ['busy', null],
    });
    // Nothing has begun.
    expect((await manager.api.get('/update/firmware/')).body.count).toBe(1);
  });

  it('names the clients that the boxes belong to, and whose firmware it is not', async () => {
    const own = await boxOf();
    const foreign = await boxOf({ client: other.id });
    const { body } = await server.admin.api.post('/update/firmware/preview/', {
      firmware,
      boxes: [own.id, foreign.id],
    });
    expect(body.clients).toEqual(
      expect.arrayContaining([
        { client: client.id, boxes: 1 },
        { client: other.id, boxes: 1 },
      ]),
    );
    expect(body.exceptions).toMatchObject([{ box: foreign.id, outcome: 'other_client' }]);
    // Somebody else's box is no box.
    const asked = await manager.api.post('/update/firmware/preview/', { firmware, boxes: [foreign.id] });
    expect(asked.status).toBe(400);
    expect((await member.api.post('/update/firmware/preview/', { firmware, boxes: [own.id] })).status).toBe(
      403,
    );
  });
});
