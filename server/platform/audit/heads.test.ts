import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../../../testing/plain-query.ts';
import { testServer } from '../../../testing/test-server.ts';
import { makeLog } from '../log/log.ts';
import { system } from '../viewer.ts';
import { chainAndTell } from './chain-and-tell.ts';
import { headKeeper, headPath, readHeads } from './head-file.ts';
import { recordAudit } from './store-audit.ts';
import { appendWaiting } from './store-chain.ts';
import { readStoredHeads } from './stored-heads.ts';
import { verifyChain } from './verify.ts';

/** The worker is off, so only this test appends to the chain. */
const server = await testServer({ env: { ROLES: 'web' } });
const { db, parts } = server;
const { config, signer } = parts;
const path = headPath(config.dataDir);
const copy = join(config.dataDir, 'heads-elsewhere.jsonl');
const places = { ...config, auditHeadCopy: copy };
const owner = (statements: string) =>
  ask<Record<string, never>>(server.databaseUrl, `set session_replication_role = replica; ${statements}`);

let keeper = headKeeper({ db, log: makeLog('silent'), signer }, places);
const act = async (action: string) => {
  await recordAudit(db, system, { action, entity: 'settings', id: null, clientId: null, name: action });
  await chainAndTell(db, makeLog('silent'), { keeper, now: () => new Date() });
};
const verify = async () => verifyChain(db, readStoredHeads(places, signer, new Date()));
const codes = async () => (await verify()).problems.map(({ code }) => code);
const cut = async (entries: number) => {
  const { rows } = await db
    .selectFrom('audit_chain')
    .select(['seq', 'audit_id'])
    .orderBy('seq', 'desc')
    .limit(entries)
    .execute()
    .then((rows) => ({ rows }));
  const ids = rows.map(({ audit_id }) => audit_id).join();
  await owner(
    `delete from audit_chain where audit_id in (${ids}); delete from audit_personal where audit_id in (${ids}); delete from audit where id in (${ids})`,
  );
};

beforeEach(async () => {
  while ((await appendWaiting(db, system)).count > 0);
  renameAside();
  keeper = headKeeper({ db, log: makeLog('silent'), signer }, places);
  for (const action of ['one', 'two', 'three', 'four']) await act(action);
});
/** As `npm run audit -- accept` does. */
function renameAside(): void {
  for (const file of [path, copy])
    try {
      renameSync(file, `${file}.${Date.now()}`);
    } catch {
      // No head was stored yet.
    }
}

describe('the head of the audit log, kept outside the database', () => {
  it('is signed, follows the chain, and goes to a second place at times', async () => {
    const [head] = readHeads(path);
    const { kept, problems, head: last } = await verify();
    expect([problems, kept?.seq, head?.hash]).toEqual([[], last.seq, last.hash]);
    expect(readHeads(copy)).toHaveLength(1);
    const { body } = await server.admin.api.get('/audit/verify/');
    expect(body).toMatchObject({ kept: { seq: last.seq }, problems: [] });
  });
  it('shows that the end was cut, which the chain alone does not', async () => {
    await cut(2);
    expect((await verifyChain(db)).problems).toEqual([]);
    const { problems, head } = await verify();
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'cut', entry: head.seq + 1, until: head.seq + 2 }),
    );
    // The server continues, and its new entries do not hide the gap.
    await act('five');
    expect(await codes()).toContain('cut');
    await act('six');
    await act('seven');
    expect(await codes()).toEqual(['rewritten']);
  });
  it('shows a chain that was made anew, and one that its owner calls pruned', async () => {
    const { head } = await verify();
    await cut(3);
    await owner(
      `insert into audit_heads (seq, hash, entries) values (${head.seq + 5}, decode('${head.hash}', 'hex'), 1)`,
    );
    expect(await codes()).toContain('rewritten');
    await act('after');
    expect(await codes()).toContain('rewritten');
    await owner(
      `delete from audit_heads where seq = ${head.seq + 5}; delete from audit_chain where seq > ${head.seq + 5}`,
    );
  });
  it('is known by the key of this installation', async () => {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/"seq":(\d+)/, '"seq":1'));
    expect(await codes()).toContain('head_forged');
    await act('more');
    expect(await codes()).toContain('head_forged');
    writeFileSync(path, 'nothing\n');
    expect(await codes()).toContain('head_forged');
  });
  it('numbers that were given and never chained are counted', async () => {
    const { gaps } = await verify();
    await owner(`select nextval(pg_get_serial_sequence('audit', 'id'))`);
    await act('later');
    expect((await verify()).gaps).toBe(gaps + 1);
  });
});
