import { randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { type Kysely, sql } from 'kysely';

/** As in `modules/second-factor/recovery` when this was released. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Recovery codes were hashed as if they were too long to be guessed; they are not. The stored hashes are
 * hashed again, as passwords are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table recovery_codes add column salt bytea`.execute(db);
  const { rows: people } = await sql<{
    user_id: number;
    codes: { id: number; hash: string }[];
  }>`select user_id, json_agg(json_build_object('id', id, 'hash', encode(hash, 'hex'))) as codes from recovery_codes group by 1`.execute(
    db,
  );
  for (const { codes } of people) {
    const salt = randomBytes(16);
    const hashes = await Promise.all(
      codes.map(({ hash }) => hashRaw(Buffer.from(hash, 'hex'), { ...ARGON2, salt })),
    );
    for (const [index, { id }] of codes.entries())
      await sql`update recovery_codes set hash = ${hashes[index]}, salt = ${salt} where id = ${id}`.execute(
        db,
      );
  }
  await sql`alter table recovery_codes alter column salt set not null`.execute(db);
}
