import { expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { ingestModule } from '../../measures/index.ts';
import { connectBox } from '../../twin/testing.ts';
import { firmwareModule } from '../index.ts';

const server = await testServer({ modules: [firmwareModule, ingestModule] });

it('sets aside a word about an update the box has no part in, or that is none', async () => {
  const client = await server.createClient();
  const [box, other] = [
    await server.createBox({ client: client.id }),
    await server.createBox({ client: client.id }),
  ];
  const firmware = await server.db
    .insertInto('firmwares')
    .values({ version: '1.0.0', size: 1, sha256: '', signature: '', file: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await server.db
    .insertInto('rollouts')
    .values({ firmware_id: firmware.id, client_id: client.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db.insertInto('rollout_boxes').values({ rollout_id: id, box_id: box.id, wave: 1 }).execute();
  const device = await connectBox(server, other);
  await device.publish('firmware/state', { rollout: id, state: 'failed' });
  await device.publish('firmware/state', { rollout: 'x', state: 'failed' });
  await device.publish('firmware/state', { rollout: id, state: 'on fire' });
  await device.end();
  const aside = await server.db
    .selectFrom('set_aside')
    .select('reason')
    .where('box_id', '=', other.id)
    .orderBy('id')
    .execute();
  expect(aside.map(({ reason }) => reason)).toEqual(['unknown_rollout', 'bad_structure', 'bad_structure']);
  const part = await server.db
    .selectFrom('rollout_boxes')
    .select('state')
    .where('box_id', '=', box.id)
    .execute();
  expect(part.map(({ state }) => state)).not.toContain('failed');
});
