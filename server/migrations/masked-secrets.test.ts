import { fileURLToPath } from 'node:url';
import { encode } from 'cbor-x';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { connect } from '../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { makeLog } from '../platform/log/log.ts';

const [MASKED, BOUNDED] = ['0051-masked-secrets', '0145-bounded-set-aside'];
const SECRETS = { cellularPassword: 'sesame-77', cellular_pin: '4711', maintenancePassword: '135246' };
/** More than the migration reads at once, so that it needs several pages. */
const EACH = 70;

/** Payloads as stored by a version without masking; whether they contain a secret. */
const KINDS: readonly [Buffer, boolean][] = [
  [Buffer.from(JSON.stringify({ reported: { ...SECRETS, logTime: 600 } })), true],
  [Buffer.from(encode({ ...SECRETS, log_time: 600 })), true],
  [Buffer.from(JSON.stringify([{ n: 'cfg/cellular_pin', vs: '4711' }])), true],
  [Buffer.from('{"cellularPassword":"sesame-77","maint'), true],
  [Buffer.from('{"aeros":[{"aero":2,"t0":1,"note":"***"}]}'), false],
  [Buffer.from([0xff, 0x00, 0x80, 0x2a, 0x2a, 0x2a]), false],
];

it('masks messages set aside in clear, page after page, and marks them; the rest stays to the byte', async () => {
  const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining([MASKED, BOUNDED]));
  const database = await freshDatabase();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=before');
  const { db, close } = connect(url.href, makeLog('error'), { max: 1 });
  try {
    await sql`create schema before`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name < MASKED!),
    );
    const detail = 'bad JSON near {"cellular_pin":"4711","x';
    for (const [payload] of KINDS)
      await sql`insert into set_aside (serial_number, topic, payload, reason, detail)
        select 'S1', 'boxes/S1/reported', ${payload}, 'bad_field', ${detail} from generate_series(1, ${EACH})`.execute(
        db,
      );
    await sql`insert into set_aside (serial_number, topic, payload, reason, single)
      values ('S1', 'boxes/S1/measures', ${KINDS[4]![0]}, 'no_such_aero', true)`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name <= BOUNDED!),
    );
    const { rows } = await sql<{ payload: Buffer; detail: string | null; masked: boolean; single: boolean }>`
      select payload, detail, masked, single from set_aside order by id`.execute(db);
    expect(rows).toHaveLength(KINDS.length * EACH + 1);
    for (const [index, row] of rows.entries()) {
      const text = row.payload.toString('latin1') + (row.detail ?? '');
      for (const secret of Object.values(SECRETS)) expect(text, String(index)).not.toContain(secret);
      const [before, secret] = KINDS[row.single ? 4 : Math.floor(index / EACH)]!;
      expect(row.masked, String(index)).toBe(secret);
      if (!secret) expect(row.payload.equals(before), String(index)).toBe(true);
    }
    expect(JSON.parse(rows[0]!.payload.toString()).reported.logTime).toBe(600);
  } finally {
    await close();
    await database.drop();
  }
});
