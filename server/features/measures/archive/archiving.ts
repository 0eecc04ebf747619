import { createHash } from 'node:crypto';
import { DAY, HOUR } from '@aerowatch/domain/durations';
import type { Retention } from '@aerowatch/domain/retention';
import type { Parts } from '../../../parts.ts';
import type { Db } from '../../../platform/database/db.ts';
import { removeArchive, removeOldParts, writeArchive } from './archive-file.ts';
import {
  type ArchiveClaim,
  archivingAlone,
  forgetMonth,
  forgetRollups,
  linesOfMonth,
  type Month,
  oldestMonth,
} from './store-archive.ts';

/** AEROs of one file: half a million measures every ten minutes. */
const AEROS_A_FILE = 100;
/** Pause between two AEROs, so that others can use the disk. */
const PAUSE_MS = 20;

/** The result of a run. */
interface Done {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  /** AEROs left for later: their old days are being written to, or their rollups are pending. */
  readonly left: readonly number[];
}

/** Moves measures older than RETENTION to files, month by month, and deletes such rollups. */
export const startArchiving = ({ db, jobs, clock, config, log, disk }: Parts): (() => Promise<void>) =>
  jobs.loop({
    name: 'archive',
    heavy: true,
    everyMs: 6 * HOUR,
    run: async (signal) => {
      const stopped = () => signal.aborted || disk.isFull();
      const { measures, rollups } = cutsOf(config.retention, clock.now());
      if (measures !== null) {
        const done = await archiveBefore(db, measures, config.archiveFolder, stopped);
        if (done.files > 0 || done.left.length > 0) log.info(done, 'old measures were archived');
      }
      if (rollups !== null) {
        const aeros = await forgetRollupsBefore(db, rollups, stopped);
        if (aeros > 0) log.info({ aeros, before: rollups.toISOString() }, 'old rollups were removed');
      }
      return 0;
    },
  });

/** Starts of the months before which measures, and rollups, are removed; null: they stay. */
export function cutsOf({ measures, rollups }: Pick<Retention, 'measures' | 'rollups'>, now: number) {
  const monthOf = (days: number | null) => {
    if (days === null) return null;
    const edge = new Date(now - days * DAY);
    return new Date(Date.UTC(edge.getUTCFullYear(), edge.getUTCMonth(), 1));
  };
  return { measures: monthOf(measures), rollups: monthOf(rollups) };
}

/**
 * Archives all measures before the start of a month, file after file; does nothing if another process is
 * doing so.
 */
export async function archiveBefore(
  db: Db,
  cut: Date,
  folder: string,
  stopped: () => boolean = () => false,
): Promise<Done> {
  const done = await archivingAlone(db, () => archiveMonths(db, cut, folder, stopped));
  return done ?? { files: 0, rows: 0, bytes: 0, left: [] };
}

async function archiveMonths(db: Db, cut: Date, folder: string, stopped: () => boolean): Promise<Done> {
  const done = { files: 0, rows: 0, bytes: 0, left: [] as number[] };
  await removeOldParts(folder);
  while (!stopped()) {
    const found = await oldestMonth(db, cut, done.left, AEROS_A_FILE);
    if (found === undefined) break;
    const { month, aeros } = found;
    const written = new Map<number, string>();
    let rows = 0;
    const lines = linesOf(db, aeros, month, written);
    const { path, bytes, sha256 } = await writeArchive(folder, month.from, lines);
    for (const { id } of aeros) {
      let count = 0;
      const isSame = (lines: Buffer) => {
        count = linesIn(lines);
        return digestOf(lines) === written.get(id);
      };
      if (await forgetMonth(db, id, { ...month, file: sha256 }, isSame)) rows += count;
      else done.left.push(id);
      await pause();
    }
    // Nothing was removed: the file would only repeat the next one.
    if (rows === 0) {
      await removeArchive(path);
      continue;
    }
    done.files += 1;
    done.bytes += bytes;
    done.rows += rows;
  }
  return done;
}

async function* linesOf(
  db: Db,
  aeros: readonly ArchiveClaim[],
  month: Month,
  written: Map<number, string>,
): AsyncGenerator<Buffer> {
  for (const { id } of aeros) {
    const lines = await linesOfMonth(db, id, month);
    written.set(id, digestOf(lines));
    yield lines;
    await pause();
  }
}

async function forgetRollupsBefore(db: Db, cut: Date, stopped: () => boolean): Promise<number> {
  const done: number[] = [];
  while (!stopped()) {
    const aero = await forgetRollups(db, done, cut);
    if (aero === null) break;
    done.push(aero);
    await pause();
  }
  return done.length;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
const digestOf = (lines: Buffer) => createHash('sha256').update(lines).digest('hex');

function linesIn(lines: Buffer): number {
  let count = 0;
  for (let end = lines.indexOf(10); end >= 0; end = lines.indexOf(10, end + 1)) count += 1;
  return count;
}
