import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { freshDatabase } from '../../testing/fresh-database.ts';
import { connect } from '../platform/database/connection/connect.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { makeLog } from '../platform/log/log.ts';

const THIS = '0070-user-channels';

it('keeps the choice of e-mails and SMS in a filled database of the previous version', async () => {
  const all = await readMigrations(fileURLToPath(new URL('.', import.meta.url)));
  expect(all.map(({ name }) => name)).toContain(THIS);
  const database = await freshDatabase();
  // In a separate schema beside the migrated tables of the tests.
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=before');
  const { db, close } = connect(url.href, makeLog('error'), { max: 1 });
  try {
    await sql`create schema before`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name < THIS),
    );
    const wants = [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ];
    for (const [email, sms] of wants)
      await sql`insert into users (email, first_name, last_name, password_hash, notify_email, notify_sms)
        values (${`${email}-${sms}@example.com`}, 'A', 'B', '!', ${email}, ${sms})`.execute(db);
    await migrate(
      db,
      all.filter(({ name }) => name <= THIS),
    );
    const { rows } = await sql<{ email: string; channel: string; enabled: boolean }>`
      select u.email, c.channel, c.enabled from users u join user_channels c on c.user_id = u.id order by u.id, c.channel`.execute(
      db,
    );
    expect(rows).toEqual(
      wants.flatMap(([email, sms]) => [
        { email: `${email}-${sms}@example.com`, channel: 'email', enabled: email },
        { email: `${email}-${sms}@example.com`, channel: 'sms', enabled: sms },
      ]),
    );
    const columns = await sql<{ column_name: string }>`select column_name from information_schema.columns
      where table_schema = 'before' and table_name = 'users' and column_name like 'notify%'`.execute(db);
    expect(columns.rows).toEqual([]);
  } finally {
    await close();
    await database.drop();
  }
});
