import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { nativeMajor } from './binaries.ts';

/** What of the embedded database somebody may set, and what it may hold: a size in MB or GB, a time, else a number. */
const SETTABLE: Readonly<Record<string, RegExp>> = {
  shared_buffers: /^[1-9]\d{0,5}[MG]B$/,
  effective_cache_size: /^[1-9]\d{0,5}[MG]B$/,
  work_mem: /^[1-9]\d{0,5}[MG]B$/,
  maintenance_work_mem: /^[1-9]\d{0,5}[MG]B$/,
  max_wal_size: /^[1-9]\d{0,5}[MG]B$/,
  // Two segments of the log at least, and at most a day: PostgreSQL would not start with others.
  min_wal_size: /^((3[2-9]|[4-9]\d|[1-9]\d{2,5})MB|[1-9]\d{0,2}GB)$/,
  checkpoint_timeout: /^(([3-9]\d|[1-9]\d{2,3})s|[1-9]\d{0,2}min)$/,
  max_connections: /^[1-9]\d{1,3}$/,
};
export const SETTABLE_NAMES = Object.keys(SETTABLE);

export type PostgresSettings = Readonly<Record<string, string>>;

/** Reads `name=value,name=value` of SETTABLE_NAMES; undefined where a name or a value is none of these. */
export function postgresSettings(text: string): PostgresSettings | undefined {
  const found: Record<string, string> = {};
  for (const part of text.split(',')) {
    const [name = '', value = '', ...more] = part.trim().split('=');
    if (more.length > 0 || found[name] !== undefined || SETTABLE[name]?.test(value) !== true)
      return undefined;
    found[name] = value;
  }
  return found;
}

const MB = 1024 * 1024;
/** Of the memory, an eighth is the database's own; the system's cache does the rest. */
const SHARE = 8;
const [LEAST, MOST] = [64, 1024];

/** Memory of the machine, or what the service may take of it, bytes. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** The buffers of the embedded database where nobody sets them. */
export const sharedBuffers = (bytes = memory()): string =>
  `${Math.min(MOST, Math.max(LEAST, Math.floor(bytes / SHARE / MB)))}MB`;

/** The folder of POSTGRES_PROGRAMS is none, in one line. */
export class ProgramsError extends Error {}

/** Programs of PostgreSQL that somebody installed, of the version that this release brings; throws in one line. */
export function programsIn(folder: string): string {
  const program = join(folder, 'bin/postgres');
  if (!existsSync(program))
    throw new ProgramsError(
      `POSTGRES_PROGRAMS holds “${folder}”, where there is no bin/postgres; it may hold such a folder.`,
    );
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]);
  if (major !== nativeMajor())
    throw new ProgramsError(
      `POSTGRES_PROGRAMS holds “${folder}” with PostgreSQL ${Number.isNaN(major) ? 'of no version' : major}; it may hold version ${nativeMajor()}, whose files the embedded database has.`,
    );
  return folder;
}
