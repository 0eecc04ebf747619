import { Gauge } from 'prom-client';
import type { Parts } from '../../parts.ts';
import { readBackupNote } from '../../platform/database/backup/store-backup-note.ts';
import { asidesByReason, type Figures, lastForecast, lastHeard, readFigures } from './store-figures.ts';

/** A scrape asks the database again after so long. */
const FRESH_MS = 10_000;
const SLOW_FRESH_MS = 60_000;

/** What this process is and how far clocks are off: of every process. */
export function measureProcess(
  { registry, boxClocks, config }: Parts,
  release: { version: string; commit: string | null },
  databaseAhead: () => number | null,
): void {
  new Gauge({
    name: 'aerowatch_info',
    help: 'What runs: version, commit, roles',
    labelNames: ['version', 'commit', 'roles'],
    registers: [registry],
  }).set({ version: release.version, commit: release.commit ?? '', roles: config.roles.join(',') }, 1);
  new Gauge({
    name: 'clock_offset_seconds',
    help: 'How far another clock is ahead of this process: the database, and the boxes in the middle',
    labelNames: ['against'],
    registers: [registry],
    collect() {
      this.reset();
      const database = databaseAhead();
      if (database !== null) this.set({ against: 'database' }, database);
      const boxes = boxClocks.middle();
      if (boxes !== undefined) this.set({ against: 'boxes' }, boxes.seconds);
    },
  });
}

/** Figures of the whole installation, of every process that works: take the maximum of several. */
export function measureInstallation({ registry, db, log }: Parts): void {
  const figures = kept(FRESH_MS, () => readFigures(db));
  const from = (name: string, help: string, value: (figures: Figures) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await figures().catch(() => undefined);
        const one = found === undefined ? null : value(found);
        if (one === null) this.reset();
        else this.set(one);
      },
    });
  from('outbox_queued_messages', 'Messages that wait to be sent', (f) => f.outboxQueued);
  from('outbox_failed_messages', 'Messages that were given up', (f) => f.outboxFailed);
  from('outbox_oldest_seconds', 'Age of the oldest message that waits', (f) => f.outboxOldest);
  from('judging_lag_seconds', 'Age of the oldest datapoint that waits to be judged', (f) => f.judgingLag);
  from('rollup_days_waiting', 'Days whose rollups wait to be computed', (f) => f.rollupsWaiting);
  from(
    'diagnosis_oldest_seconds',
    'Age of the oldest diagnosis of an AERO that sends',
    (f) => f.diagnosisAge,
  );
  from('database_size_bytes', 'Size of the database', (f) => f.databaseBytes);
  from('database_wal_bytes', 'Size of the write-ahead log', (f) => f.walBytes);
  const labelled = (
    name: string,
    help: string,
    label: string,
    read: () => Promise<readonly (readonly [string, number])[]>,
  ) => {
    const rows = kept(SLOW_FRESH_MS, read);
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        const found = await rows().catch((error) => {
          log.debug({ err: error }, 'a figure could not be read');
          return [];
        });
        this.reset();
        for (const [key, value] of found) this.set({ [label]: key }, value);
      },
    });
  };
  labelled('set_aside_messages', 'Messages and measures set aside and not replayed', 'reason', async () =>
    (await asidesByReason(db)).map(({ reason, count }) => [reason, count] as const),
  );
  labelled(
    'client_last_message_timestamp_seconds',
    'When a box of a client (by its id) was last heard',
    'client',
    async () => (await lastHeard(db)).map(({ client, at }) => [client, at] as const),
  );
  const moment = (name: string, help: string, read: () => Promise<Date | undefined>) => {
    const at = kept(SLOW_FRESH_MS, read);
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await at().catch(() => undefined);
        if (found === undefined) this.reset();
        else this.set(found.getTime() / 1000);
      },
    });
  };
  moment('backup_last_success_timestamp_seconds', 'When the last whole backup began', () =>
    readBackupNote(db),
  );
  moment('forecast_last_issued_timestamp_seconds', 'When the youngest forecast was made', () =>
    lastForecast(db),
  );
}

/** One reading for all who ask within a while. */
function kept<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let at = Number.NEGATIVE_INFINITY;
  let value: Promise<T> | undefined;
  return () => {
    if (value === undefined || performance.now() - at > ms) {
      at = performance.now();
      value = read();
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}
