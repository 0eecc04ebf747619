import { Gauge, type Registry } from 'prom-client';
import type { Parts } from '../../parts.ts';
import { backupTimes, readBackupNotes } from '../../platform/database/backup/store-backup-note.ts';
import {
  asidesByReason,
  type Figures,
  lastForecast,
  lastHeard,
  readArchive,
  readFigures,
} from './store-figures.ts';

/** A scrape queries the database again after this long. */
const FRESH_MS = 10_000;
const SLOW_FRESH_MS = 60_000;

/** Version of this process and clock offsets, exposed by every process. */
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

type MeasureFigure = (name: string, help: string, value: (figures: Figures) => number | null) => void;

/** The copies of the write-ahead log. */
function measureArchive(figure: MeasureFigure): void {
  figure('archive_failing_seconds', 'Since when no piece of the log could be kept', (f) =>
    f.archive === null
      ? null
      : f.archive.failingSince === null
        ? 0
        : Date.now() / 1000 - f.archive.failingSince / 1000,
  );
  figure(
    'archive_failures',
    'Attempts to keep a piece of the log that failed',
    (f) => f.archive?.failures ?? null,
  );
  figure('archive_last_success_timestamp_seconds', 'When the last piece of the log was kept', (f) =>
    f.archive?.lastAt == null ? null : f.archive.lastAt / 1000,
  );
}

/** Figures of the whole installation, exposed by every process that runs workers: take the maximum. */
export function measureInstallation(parts: Parts): void {
  const { registry, db } = parts;
  const figures = cached(FRESH_MS, () => readFigures(db));
  const figure: MeasureFigure = (name, help, value) =>
    gauge(registry, name, help, async () => value(await figures()));
  figure('outbox_queued_messages', 'Messages that wait to be sent', (f) => f.outboxQueued);
  figure('outbox_failed_messages', 'Messages that were given up', (f) => f.outboxFailed);
  figure('outbox_oldest_seconds', 'Age of the oldest message that waits', (f) => f.outboxOldest);
  figure('judging_lag_seconds', 'Age of the oldest datapoint that waits to be judged', (f) => f.judgingLag);
  figure('rollup_days_waiting', 'Days whose rollups wait to be computed', (f) => f.rollupsWaiting);
  figure(
    'diagnosis_oldest_seconds',
    'Age of the oldest diagnosis of an AERO that sends',
    (f) => f.diagnosisAge,
  );
  figure('database_size_bytes', 'Size of the database', (f) => f.databaseBytes);
  figure('database_wal_bytes', 'Size of the write-ahead log', (f) => f.walBytes);

  measureArchive(figure);

  labelledGauge(
    parts,
    'set_aside_messages',
    'Messages and measures set aside and not replayed',
    'reason',
    async () => (await asidesByReason(db)).map(({ reason, count }) => [reason, count]),
  );
  labelledGauge(
    parts,
    'client_last_message_timestamp_seconds',
    'When a box of a client (by its id) was last heard',
    'client',
    async () => (await lastHeard(db)).map(({ client, at }) => [client, at]),
  );
  const moment = (name: string, help: string, read: () => Promise<Date | undefined>) => {
    const at = cached(SLOW_FRESH_MS, read);
    gauge(registry, name, help, async () => {
      const found = await at();
      return found === undefined ? null : found.getTime() / 1000;
    });
  };
  const backup = async () => backupTimes(await readBackupNotes(db), (await readArchive(db)) !== null);
  const asDate = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
  moment('backup_last_success_timestamp_seconds', 'When the last whole backup began', async () =>
    asDate((await backup())?.last),
  );
  moment('backup_due_timestamp_seconds', 'When the next backup must be there', async () =>
    asDate((await backup())?.due),
  );
  moment('forecast_last_issued_timestamp_seconds', 'When the youngest forecast was made', () =>
    lastForecast(db),
  );
}

/** A gauge read at each scrape; without a value while it is null or cannot be read. */
function gauge(registry: Registry, name: string, help: string, read: () => Promise<number | null>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read().catch(() => null);
      // `reset` would show 0, which means that all is well, or a time in 1970.
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}

/** One value per label, read at intervals. */
function labelledGauge(
  { registry, log }: Parts,
  name: string,
  help: string,
  label: string,
  read: () => Promise<readonly (readonly [string, number])[]>,
): void {
  const rows = cached(SLOW_FRESH_MS, read);
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
}

/** A reading cached for a while. */
function cached<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
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
