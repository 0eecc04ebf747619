import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ask } from '../../../testing/plain-query.ts';
import { testServer } from '../../../testing/test-server.ts';
import { chainAndTell } from '../../platform/audit/chain-and-tell.ts';
import { headKeeper } from '../../platform/audit/head-file.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { readVerification } from '../../platform/audit/store-verification.ts';
import { makeLog } from '../../platform/log/log.ts';
import { system } from '../../platform/viewer.ts';
import { auditModule } from './index.ts';
import { verifyDaily } from './verify-daily.ts';

// Without the worker, so that nothing else checks.
const server = await testServer({ modules: [auditModule], env: { ROLES: 'web' } });
const { db, parts } = server;
const log = makeLog('silent');
let now = Date.now();
const clock = { now: () => now, date: () => new Date(now) };
const verify = () => verifyDaily({ ...parts, clock, log });

it('checks the whole log once a day, and counts what was changed', async () => {
  expect(await readVerification(db)).toBeUndefined();
  const what = { entity: 'settings', id: null, clientId: null };
  for (const name of ['one', 'two']) await recordAudit(db, system, { ...what, action: name, name });
  const keeper = headKeeper({ db, log, signer: parts.signer }, parts.config);
  await chainAndTell(db, log, { keeper, now: clock.date });
  await verify();
  const first = await readVerification(db);
  expect(first).toMatchObject({ at: new Date(now).toISOString(), problems: 0 });
  expect(first?.entries).toBeGreaterThanOrEqual(2);

  await ask(
    server.databaseUrl,
    `set session_replication_role = replica; update audit set action = 'three' where id = (select max(id) from audit)`,
  );
  // Of several workers one checks, and not again within the day.
  now += 3_600_000;
  await verify();
  expect(await readVerification(db)).toEqual(first);
  now += 86_400_000;
  await Promise.all([verify(), verify()]);
  expect(await readVerification(db)).toMatchObject({ at: new Date(now).toISOString(), problems: 1 });
  const { rows } = await sql`select from settings where key like 'audit_verification%'`.execute(db);
  expect(rows).toHaveLength(2);
});
