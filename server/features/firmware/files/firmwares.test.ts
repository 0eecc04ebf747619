import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../../testing/test-server.ts';
import { firmwaresModule } from './index.ts';

const FILE = randomBytes(300_000);

const server = await testServer({ modules: [firmwaresModule] });
const client = await server.createClient();
const foreign = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });

function form(version: string, fields: Record<string, string> = {}, file: Buffer = FILE): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ version, ...fields })) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(file)]), 'firmware.bin');
  return data;
}
describe('firmwares', () => {
  it('are stored with size, SHA-256 and a signature that openssl’s rule verifies', async () => {
    const answer = await manager.api.post('/firmwares/', form('01.2.3', { description: 'winter' }));
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      version: '1.2.3',
      description: 'winter',
      client: client.id,
      size: FILE.length,
      sha256: createHash('sha256').update(FILE).digest('hex'),
    });
    const { public_key } = (await member.api.get('/firmwares/public-key/')).body;
    const signature = Buffer.from(answer.body.signature, 'base64');
    expect(verify(null, FILE, createPublicKey(public_key), signature)).toBe(true);
    expect(verify(null, FILE.subarray(1), createPublicKey(public_key), signature)).toBe(false);
    const file = await fetch(server.url + answer.body.file, {
      headers: { Authorization: `Token ${manager.token}` },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(FILE)).toBe(true);
    expect((await manager.api.post('/firmwares/', form('1.2.3'))).body.version).toHaveLength(1);
  });
  it('refuse an empty file, a bad version, no file, another client, and members', async () => {
    expect((await manager.api.post('/firmwares/', form('7.0.0', {}, Buffer.alloc(0)))).status).toBe(400);
    expect((await manager.api.post('/firmwares/', form('7.0'))).body.version).toHaveLength(1);
    expect(
      (await manager.api.post('/firmwares/', form('7.0.0', { client: String(foreign.id) }))).body.client,
    ).toHaveLength(1);
    expect(
      (await manager.api.post('/firmwares/', form('7.0.0', { minimum_hardware: 'new' }))).body
        .minimum_hardware,
    ).toHaveLength(1);
    const bare = new FormData();
    bare.append('version', '7.0.0');
    expect((await manager.api.post('/firmwares/', bare)).status).toBe(400);
    expect((await member.api.get('/firmwares/')).status).toBe(403);
    expect((await manager.api.get('/firmwares/?version=7.0.0')).body.count).toBe(0);
  });
  it('of everybody are made and changed by admins, seen by managers', async () => {
    const { body } = await server.admin.api.post('/firmwares/', form('8.0.0'));
    expect(body.client).toBeNull();
    expect((await manager.api.get(`/firmwares/${body.id}/`)).status).toBe(200);
    expect((await manager.api.patch(`/firmwares/${body.id}/`, { description: 'x' })).status).toBe(403);
    const own = await server.admin.api.post('/firmwares/', form('8.0.0', { client: String(foreign.id) }));
    expect(own.status).toBe(201);
    expect((await manager.api.get(`/firmwares/${own.body.id}/`)).status).toBe(404);
    expect((await server.admin.api.delete(`/firmwares/${body.id}/`)).status).toBe(204);
  });
});
