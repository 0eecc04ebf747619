import { DAY, HOUR } from '@aerowatch/domain/durations';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type DiskSample, daysLeft } from './figures.ts';
import type { ProcessReport } from './process-report.ts';

const KEY = 'disk_samples';
/** A sample every six hours, for two weeks. */
const EVERY_MS = 6 * HOUR;
const KEPT_MS = 14 * DAY;

type Samples = Readonly<Record<string, readonly DiskSample[]>>;
const nameOf = (host: string, folder: string) => `${host}: ${folder}`;
const keyOf = (host: string) => `${KEY}:${host}`;

/** Records the free space on the disks of a host, if its last sample is old. Each host has its own row. */
export async function sampleDisks(db: Db, { host, disks }: ProcessReport, now: number): Promise<void> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', keyOf(host))
    .executeTakeFirst();
  const before = (row?.value ?? {}) as Samples;
  const newest = Math.max(0, ...Object.values(before).flatMap((all) => all.map(({ at }) => at)));
  if (now - newest < EVERY_MS) return;
  const after = Object.fromEntries(
    disks.map(({ name, free }) => [
      name,
      [...(before[name] ?? []).filter(({ at }) => now - at < KEPT_MS), { at: now, free }],
    ]),
  );
  await sql`insert into settings (key, value) values (${keyOf(host)}, ${JSON.stringify(after)}::jsonb)
    on conflict (key) do update set value = excluded.value`.execute(db);
}

/** Days until each disk is full, by `host: folder`; without disks that have too few samples. */
export async function readDaysLeft(
  db: Db,
  reports: readonly ProcessReport[],
  now: number,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['', ...reports.map(({ host }) => keyOf(host))])
    .execute();
  const days = new Map<string, number>();
  for (const { host, disks } of reports) {
    const samples = (rows.find(({ key }) => key === keyOf(host))?.value ?? {}) as Samples;
    for (const { name, free } of disks) {
      const left = daysLeft(samples[name] ?? [], free, now);
      if (left !== undefined) days.set(nameOf(host, name), left);
    }
  }
  return days;
}
