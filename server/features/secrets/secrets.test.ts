import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { keyId } from '../../platform/crypto/vault.ts';
import { transaction } from '../../platform/database/db.ts';
import { sealedAnswerAs } from '../../platform/http/requests/idempotency.ts';
import { sealedTokenAs } from '../firmware/delivery/offers.ts';
import { ingestModule } from '../measures/index.ts';
import { queueMail } from '../outbox/queue.ts';
import { ownAddressAt, saveChoices } from '../outbox/store-channels.ts';
import { saveBrowser, vapidKeys } from '../outbox/store-push.ts';
import { sealedFor } from '../second-factor/check.ts';
import { openSecrets, sealSecrets } from '../twin/secrets.ts';
import { sealedSecretAs } from '../webhooks/secrets.ts';
import { KEY_COMMANDS } from './keys.ts';
import { openVault } from './open-vault.ts';
import { envelopesByKey } from './store-check.ts';

const OLD = 'the key of before and of some length';
const NEW = 'the key of from now on and of some length';
const PIN = { cellular_pin: '1234' };
const folder = mkdtempSync(join(tmpdir(), 'aerowatch-secrets-'));
const where = (...keys: string[]) => ({ dataDir: folder, secretKeys: keys });

/** A stored secret of each kind, encrypted with the server's key. */
async function sealEverything(): Promise<void> {
  const { db, parts } = server;
  const { vault } = parts;
  const sides = {
    desired: JSON.stringify(sealSecrets(vault, box, 'desired', PIN)),
    reported: JSON.stringify(sealSecrets(vault, box, 'reported', PIN)),
  };
  const user = server.admin.id;
  await transaction(db, async (trx) => {
    await trx.updateTable('boxes').set(sides).where('id', '=', box).execute();
    await trx
      .insertInto('box_configurations')
      .values({ box_id: box, version: 900, desired: sides.desired })
      .execute();
    const own = { address: 'https://chat.example/hook', shown: 'https://chat.example/…' };
    await saveChoices(trx, vault, user, [{ channel: 'chat', own, format: 'slack', enabled: true }]);
    await trx
      .insertInto('totp_factors')
      .values({ user_id: user, secret: vault.seal('JBSWY3DP', sealedFor(user)) })
      .execute();
    const { id: client } = await trx
      .insertInto('clients')
      .values({ name: 'C' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const hook = await sql<{ id: number }>`insert into webhooks (client_id, url, events, language, secret)
      values (${client}, 'https://a.example', '{}', 'en', '') returning id`.execute(trx);
    const hookId = hook.rows[0]?.id ?? 0;
    await sql`update webhooks set secret = ${vault.seal('whsec', sealedSecretAs(hookId))} where id = ${hookId}`.execute(
      trx,
    );
    const keys = { p256dh: 'p', auth: 'a' };
    await saveBrowser(trx, vault, user, { endpoint: 'https://push.example/1', keys }, 'Firefox');
    await vapidKeys(trx, vault);
    await queueMail(trx, { kind: 'reset', userId: user, path: '/reset/abc', vault });
    const answer = JSON.stringify({ sealed: vault.seal('{"key":"aw_1"}', sealedAnswerAs('user:1', 'k')) });
    await sql`insert into idempotency_keys (user_key, key, method_path, body_hash, status, response)
      values ('user:1', 'k', 'POST /x', '', 201, ${answer})`.execute(trx);
    await sql`insert into firmwares (version, size, sha256, signature, file) values ('9.9.9', 1, '', '', 'x')`.execute(
      trx,
    );
    await sql`insert into rollouts (firmware_id) select id from firmwares where version = '9.9.9'`.execute(
      trx,
    );
    const { id } = await trx.selectFrom('rollouts').select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('rollout_boxes')
      .values({ rollout_id: id, box_id: box, wave: 1, token_sealed: vault.seal('t', sealedTokenAs(id, box)) })
      .execute();
  });
}

const server = await testServer({ modules: [ingestModule], env: { SECRET_KEY: OLD } });
const box = (await server.createBox()).id;
await sealEverything();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the key of secrets at rest', () => {
  test('another one, or none, is refused in one line', async () => {
    await expect(openVault(server.db, where(NEW))).rejects.toThrow(
      /^SECRET_KEY holds a key \(not shown\) that does not open the secrets of this database[^\n]*$/,
    );
    await expect(openVault(server.db, { dataDir: folder, secretKeys: null })).rejects.toThrow(
      /^DATA_DIR holds “[^\n]*secret-key is missing[^\n]*$/,
    );
    expect(existsSync(join(folder, 'secret-key'))).toBe(false);
    // Without a check value, as before this version: the encrypted secrets identify the key.
    await sql`delete from settings where key = 'secret_key_check'`.execute(server.db);
    await expect(openVault(server.db, where(NEW))).rejects.toThrow(/^SECRET_KEY holds/);
    await openVault(server.db, where(OLD));
  });

  test('is changed by its steps: nothing is sealed with the old one, and everything opens', async () => {
    const kinds = 12;
    expect(await envelopesByKey(server.db)).toEqual(new Map([[keyId(OLD), kinds]]));
    expect(await KEY_COMMANDS.status(server.db, where(NEW, OLD))).toEqual([
      `${keyId(NEW)}  seals       0 sealed`,
      `${keyId(OLD)}  opens only  ${kinds} sealed`,
    ]);
    await KEY_COMMANDS.rotate(server.db, where(NEW, OLD));
    expect(await envelopesByKey(server.db)).toEqual(new Map([[keyId(NEW), kinds]]));
    const vault = await openVault(server.db, where(NEW));
    const row = await server.db
      .selectFrom('boxes')
      .select(['desired', 'reported'])
      .where('id', '=', box)
      .executeTakeFirstOrThrow();
    expect(openSecrets(vault, box, 'desired', row.desired)).toMatchObject(PIN);
    expect(openSecrets(vault, box, 'reported', row.reported ?? {})).toMatchObject(PIN);
    expect(await ownAddressAt(server.db, vault, server.admin.id, 'chat')).toMatchObject({
      to: 'https://chat.example/hook',
    });
    await expect(openVault(server.db, where(OLD))).rejects.toThrow(/^SECRET_KEY holds/);
  });

  test('one of DATA_DIR is changed by add, rotate and retire; a key still in use is not forgotten', async () => {
    // SECRET_KEY first, DATA_DIR later: the key must be moved into the file.
    const { db } = server;
    writeFileSync(join(folder, 'secret-key'), NEW, { mode: 0o600 });
    const kept = { dataDir: folder, secretKeys: null };
    await KEY_COMMANDS.add(db, kept);
    const [added = '', before] = readFileSync(join(folder, 'secret-key'), 'utf8').split(',');
    expect(before).toBe(NEW);
    await expect(KEY_COMMANDS.retire(db, kept)).rejects.toThrow(/still opens 12 secrets/);
    await KEY_COMMANDS.rotate(db, kept);
    await KEY_COMMANDS.retire(db, kept);
    expect(readFileSync(join(folder, 'secret-key'), 'utf8')).toBe(added);
    await openVault(db, kept);
  });
});
