import { execFileSync } from 'node:child_process';
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FirmwareManifest, signedBytes } from '@aerowatch/domain/firmware/firmware-manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server.ts';
import type { TestUser } from '../../../../testing/store-builders.ts';
import { keyId, rawKey } from '../../../platform/crypto/vendor-keys.ts';
import { boxesModule } from '../../boxes/index.ts';
import { twinModule } from '../../twin/index.ts';
import { connectBox } from '../../twin/testing.ts';
import { firmwareModule, firmwaresModule, rolloutsModule } from '../index.ts';

const FILE = randomBytes(5000);
const sha256 = createHash('sha256').update(FILE).digest('hex');
let folder: string;
let keys: { privateKey: KeyObject; publicKey: KeyObject; path: string }[];
let server: TestServer;
let client: { id: number };
let manager: TestUser;
let second: TestUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aerowatch-vendor-'));
  keys = [1, 2, 3].map((number) => {
    const path = join(folder, `key-${number}.pem`);
    const pair = generateKeyPairSync('ed25519');
    writeFileSync(path, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return { ...pair, path };
  });
  const known = keys.slice(0, 2).map(({ publicKey }) => rawKey(publicKey).toString('base64'));
  server = await startTestServer({
    modules: [boxesModule, firmwaresModule, rolloutsModule, twinModule, firmwareModule],
    env: { FIRMWARE_KEYS: known.join('\n'), FIRMWARE_SIGNATURES: '2', ROLLOUT_APPROVAL: '1' },
  });
  client = await server.createClient();
  manager = await server.createUser({ level: 'privileged', client: client.id });
  second = await server.createUser({ level: 'privileged', client: client.id });
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const manifestOf = (change: Partial<FirmwareManifest> = {}): FirmwareManifest => ({
  version: '3.0.0',
  sha256,
  size: FILE.length,
  minimum_hardware: null,
  client: client.id,
  not_before: null,
  ...change,
});
const by = (manifest: FirmwareManifest, ...which: number[]) =>
  which.map((index) => {
    const { privateKey, publicKey } = keys[index]!;
    return {
      key: keyId(publicKey),
      signature: sign(null, signedBytes(manifest), privateKey).toString('base64'),
    };
  });
const upload = (manifest: string | undefined, fields: Record<string, string> = {}, as = manager) => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ version: '3.0.0', ...fields })) data.append(name, value);
  if (manifest !== undefined) data.append('manifest', manifest);
  data.append('file', new Blob([new Uint8Array(FILE)]), 'firmware.bin');
  return as.api.post('/firmwares/', data);
};
const signed = (manifest: FirmwareManifest, ...which: number[]) =>
  JSON.stringify({ manifest, signatures: by(manifest, ...which) });

describe('with the keys of a vendor', () => {
  it('an upload needs as many valid signatures of different keys as are asked for', async () => {
    const refused = async (text: string | undefined, fields = {}) => (await upload(text, fields)).body;
    expect(await refused(undefined)).toEqual({ manifest: ['Add the manifest signed by the manufacturer'] });
    const few = { manifest: ['Contains 1 valid signature(s) of known keys; 2 are needed'] };
    expect(await refused(signed(manifestOf(), 0))).toEqual(few);
    expect(await refused(signed(manifestOf(), 0, 0))).toEqual(few);
    expect(await refused(signed(manifestOf(), 0, 2))).toEqual(few);
    const changed = JSON.stringify({
      manifest: manifestOf({ version: '4.0.0' }),
      signatures: by(manifestOf(), 0, 1),
    });
    expect(await refused(changed, { version: '4.0.0' })).toEqual({
      manifest: ['Contains 0 valid signature(s) of known keys; 2 are needed'],
    });
    expect(await refused(signed(manifestOf({ size: 1 }), 0, 1))).toEqual({
      manifest: ['Is the manifest of another file'],
    });
    expect(await refused(signed(manifestOf(), 0, 1), { version: '3.0.1' })).toEqual({
      version: ['Does not match the manifest'],
    });
    expect(await refused('{}')).toEqual({ manifest: ['Is not a signed manifest or permit'] });
    expect(await refused(signed(manifestOf({ client: null }), 0, 1))).toEqual({
      client: ['The manifest is for all clients: an administrator uploads it'],
    });
    const other = await server.createClient();
    expect(await refused(signed(manifestOf({ client: other.id }), 0, 1))).toHaveProperty('client');
    const elsewhere = manifestOf({ installation: 'f'.repeat(16) });
    expect(await refused(signed(elsewhere, 0, 1))).toEqual({
      manifest: [expect.stringContaining('Was signed for another installation')],
    });
    const taken = await upload(signed(manifestOf(), 0, 1));
    expect(taken.status).toBe(201);
    expect(taken.body).toMatchObject({ version: '3.0.0', signed_by: 'vendor', signature: '' });
    expect(taken.body.signatures.map((one: { key: string }) => one.key)).toEqual(
      keys.slice(0, 2).map(({ publicKey }) => keyId(publicKey)),
    );
    expect(
      (await manager.api.patch(`/firmwares/${taken.body.id}/`, { minimum_hardware: '9.0.0' })).body,
    ).toEqual({ minimum_hardware: ['Is part of what the manufacturer signed and cannot be changed'] });
    expect((await manager.api.get('/firmwares/public-key/')).body).toMatchObject({
      signed_by: 'vendor',
      signatures: 2,
      approval_above: 1,
    });
  });

  it('is signed away from the server by two people, from the command line', async () => {
    const file = join(folder, 'firmware.bin');
    writeFileSync(file, FILE);
    const run = (...words: string[]) =>
      execFileSync(process.execPath, ['scripts/firmware.ts', ...words], { encoding: 'utf8', stdio: 'pipe' });
    const made = join(folder, 'made.pem');
    expect(run('key', made)).toContain('FIRMWARE_KEYS');
    expect(statSync(made).mode & 0o777).toBe(0o600);
    expect(createPrivateKey(readFileSync(made)).asymmetricKeyType).toBe('ed25519');
    const { installation } = (await manager.api.get('/firmwares/public-key/')).body;
    const whose = ['--client', String(client.id), '--installation', installation];
    const words = ['--version', '3.1.0', ...whose, '--minimum-hardware', '1.2'];
    const nobodys = words.filter((word) => word !== '--installation' && word !== installation);
    expect(() => run('sign', file, ...nobodys, '--key', keys[0]!.path)).toThrow(/say which/);
    run('sign', file, ...words, '--key', keys[0]!.path);
    expect(() =>
      run('sign', file, ...words, '--not-before', '2026-01-01T00:00:00Z', '--key', keys[1]!.path),
    ).toThrow(/says something else/);
    run('sign', file, ...words, '--key', keys[1]!.path);
    const answer = await upload(readFileSync(`${file}.manifest.json`, 'utf8'), { version: '3.1.0' });
    expect(answer.body).toMatchObject({ signed_by: 'vendor', minimum_hardware: '1.2.0', installation });
  });

  it('goes down by the vendor’s permit alone, and offers manifest, signatures and permit', async () => {
    const box = await server.createBox({ client: client.id });
    await server.db
      .updateTable('boxes')
      .set({ reported: JSON.stringify({ firmware_version: '5.0.0' }) })
      .where('id', '=', box.id)
      .execute();
    const firmware = (await manager.api.get('/firmwares/?version=3.0.0')).body.results[0];
    const start = (more: object) =>
      manager.api.post('/update/firmware/', { firmware: firmware.id, boxes: [box.id], ...more });
    expect((await start({})).body).toEqual({
      allow_downgrade: [`${box.serial} runs the newer version 5.0.0: allow the downgrade, with a reason`],
    });
    expect((await start({ allow_downgrade: true })).body).toEqual({ reason: ['Required'] });
    const reason = { allow_downgrade: true, reason: 'stroke is read wrong' };
    expect((await start(reason)).body).toEqual({ permit: ['Add the manufacturer’s downgrade permit'] });
    const file = join(folder, 'firmware.bin');
    const permit = (from: string, out: string, ...which: number[]) => {
      for (const index of which)
        execFileSync(process.execPath, [
          ...['scripts/firmware.ts', 'permit-downgrade', file, '--version', '3.0.0', '--from', from],
          ...['--until', '2999-01-01T00:00:00Z', '--reason', 'faulty', '--out', join(folder, out)],
          ...['--key', keys[index]!.path],
        ]);
      return readFileSync(join(folder, out), 'utf8');
    };
    expect((await start({ ...reason, permit: permit('5.0.0', 'one.json', 0) })).body).toEqual({
      permit: ['Contains 1 valid signature(s) of known keys; 2 are needed'],
    });
    expect((await start({ ...reason, permit: permit('4.0.0', 'low.json', 0, 1) })).body).toEqual({
      permit: [`Does not allow box ${box.serial} to go back from version 5.0.0`],
    });
    const whole = permit('5.0.0', 'both.json', 0, 1);
    const rollout = await start({ ...reason, permit: whole });
    expect(rollout.status).toBe(202);
    expect(rollout.body).toMatchObject({ state: 'running', allow_downgrade: true, reason: reason.reason });
    const connected = await connectBox(server, box);
    try {
      const offer = await connected.next('firmware');
      expect(offer).toMatchObject({
        manifest: manifestOf(),
        downgrade: JSON.parse(whole),
        signatures: firmware.signatures,
      });
      expect(offer).not.toHaveProperty('signature');
    } finally {
      await connected.end();
    }
  });

  it('is withdrawn by the vendor’s list alone, signed away from the server, which forgets nothing', async () => {
    const bytes = randomBytes(300);
    const file = join(folder, 'bad.bin');
    writeFileSync(file, bytes);
    const bad = manifestOf({
      version: '3.3.0',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
    });
    const data = new FormData();
    data.append('version', '3.3.0');
    data.append('manifest', signed(bad, 0, 1));
    data.append('file', new Blob([new Uint8Array(bytes)]), 'firmware.bin');
    const { id } = (await manager.api.post('/firmwares/', data)).body;
    const out = join(folder, 'withdrawn.json');
    const words = ['--version', '3.3.0', '--reason', 'burns the battery', '--out', out];
    const run = (key: number) => {
      const args = ['scripts/firmware.ts', 'withdraw', file, ...words, '--key', keys[key]!.path];
      execFileSync(process.execPath, args, { stdio: 'pipe' });
      return readFileSync(out, 'utf8');
    };
    const withdraw = (list: string | undefined, firmware = id) =>
      manager.api.post(`/firmwares/${firmware}/withdraw/`, { reason: 'burns the battery', list });
    expect((await withdraw(undefined)).body).toHaveProperty('list');
    expect((await withdraw(run(0))).body).toEqual({
      list: ['Contains 1 valid signature(s) of known keys; 2 are needed'],
    });
    const both = run(1);
    const other = (await manager.api.get('/firmwares/?version=3.0.0')).body.results[0];
    expect((await withdraw(both, other.id)).body).toEqual({
      list: ['Does not hold 3.0.0, which is withdrawn'],
    });
    expect(await withdraw(both)).toMatchObject({
      status: 200,
      body: { withdrawn_reason: 'burns the battery' },
    });
    const box = await server.createBox({ client: client.id });
    const connected = await connectBox(server, box, ['withdrawn']);
    try {
      expect(await connected.next('withdrawn')).toEqual(JSON.parse(both));
    } finally {
      await connected.end();
    }
  });

  it('waits for a second person above so many boxes', async () => {
    const boxes = await Promise.all([1, 2].map(() => server.createBox({ client: client.id })));
    const firmware = (await manager.api.get('/firmwares/?version=3.0.0')).body.results[0];
    const body = { firmware: firmware.id, boxes: boxes.map(({ id }) => id) };
    const { id, state } = (await manager.api.post('/update/firmware/', body)).body;
    expect(state).toBe('waiting');
    const act = (who: TestUser, what: string) => who.api.post(`/update/firmware/${id}/${what}/`, {});
    for (const what of ['resume', 'advance', 'retry', 'pause'])
      expect([what, (await act(manager, what)).status]).toEqual([what, 409]);
    const own = await act(manager, 'approve');
    expect([own.status, own.body.code]).toEqual([409, 'approval_own']);
    const read = async () => (await manager.api.get(`/update/firmware/${id}/`)).body;
    expect((await read()).counts.queued).toBe(2);
    const approved = await act(second, 'approve');
    expect(approved.body).toMatchObject({ state: 'running', approved_by: second.id });
    await expect.poll(async () => (await read()).counts.offered).toBe(1);
    const logged = await server.db
      .selectFrom('audit')
      .select(['action', 'user_id'])
      .where('entity', '=', 'rollouts')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();
    expect(logged).toEqual([
      { action: 'create', user_id: manager.id },
      { action: 'approve', user_id: second.id },
    ]);
  });

  it('is told in the log whether that person goes back to the same hand, and refused where asked so', async () => {
    const made = await server.createUser({ level: 'privileged', client: client.id });
    const entry = { user_id: manager.id, action: 'create', entity: 'users', entity_id: made.id };
    await server.db.insertInto('audit').values(entry).execute();
    const firmware = (await manager.api.get('/firmwares/?version=3.0.0')).body.results[0];
    const waiting = async () => {
      const boxes = await Promise.all([1, 2].map(() => server.createBox({ client: client.id })));
      const body = { firmware: firmware.id, boxes: boxes.map(({ id }) => id) };
      return (await manager.api.post('/update/firmware/', body)).body.id as number;
    };
    const approve = (who: TestUser, id: number) => who.api.post(`/update/firmware/${id}/approve/`, {});
    const [hers, others] = [await waiting(), await waiting()];
    const { config } = server.parts;
    Object.assign(config, { rolloutApprovalIndependent: true });
    try {
      expect(await approve(made, hers)).toMatchObject({ status: 409, body: { code: 'approval_one_hand' } });
    } finally {
      Object.assign(config, { rolloutApprovalIndependent: false });
    }
    expect(await approve(made, hers)).toMatchObject({ status: 200, body: { state: 'running' } });
    expect(await approve(second, others)).toMatchObject({ status: 200 });
    const noted = await server.db
      .selectFrom('audit')
      .select('changes')
      .where('action', '=', 'approve')
      .where('entity_id', 'in', [hers, others])
      .orderBy('id')
      .execute();
    expect(noted.map(({ changes }) => changes)).toEqual([
      { independent: { from: null, to: false } },
      { independent: { from: null, to: true } },
    ]);
  });
});
