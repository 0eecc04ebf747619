import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** The owner of everything in the cluster. */
export const USER = 'aerowatch';
/** Minutes between checkpoints of a quiet fleet (decision 0252). */
export const CHECKPOINT_MINUTES = 30;
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '2GB',
  min_wal_size: '48MB',
  checkpoint_timeout: `${CHECKPOINT_MINUTES}min`,
  max_connections: '100',
  wal_compression: 'pglz',
  checkpoint_completion_target: '0.9',
  timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  jit: 'off',
  logging_collector: 'off',
};

function environment(native: string): NodeJS.ProcessEnv {
  const libraries =
    process.platform === 'darwin'
      ? { DYLD_LIBRARY_PATH: join(native, 'lib') }
      : { LD_LIBRARY_PATH: join(native, 'lib') };
  return { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C', ...libraries };
}

function program(native: string, name: string): string {
  return join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Runs a PostgreSQL program to its end; rejects with its last output when it fails. */
export async function finish(native: string, place: Place, name: string, args: string[]): Promise<void> {
  const child = spawn(program(native, name), args, {
    ...place.account,
    cwd: place.folder,
    env: environment(native),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw new Error(`the embedded database cannot be made (${name}: ${lastLine(said)})`);
}

/** In a separate process group: a Ctrl-C in the terminal stops us first, and we stop it. */
export function start(
  native: string,
  place: Place,
  socket: string | undefined,
  port: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const where: Record<string, string> =
    socket === undefined
      ? { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: socket, unix_socket_permissions: '0700' };
  const all = { ...SETTINGS, ...where, port: String(port), ...settings };
  // A socket of mode 0700 belongs to another uid when we are root, which may open it all the same.
  turnLog(place);
  const log = openSync(logFile(place), 'a');
  try {
    return spawn(
      program(native, 'postgres'),
      ['-D', place.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...place.account,
        cwd: place.folder,
        env: environment(native),
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
  } finally {
    closeSync(log);
  }
}

const logFile = (place: Place) => join(place.folder, 'postgres.log');
/** Maximum size of the log and of the previous one, in bytes. */
const LONGEST_LOG = 10_000_000;

/**
 * Truncates a log that has grown long, after copying its content. In place, because the database continues to
 * append to the same file. Lines written between copy and truncation are lost.
 */
export function turnLog(place: Place, longest = LONGEST_LOG): void {
  const path = logFile(place);
  try {
    if (statSync(path).size <= longest) return;
    copyFileSync(path, `${path}.old`);
    truncateSync(path);
  } catch {
    // The log does not exist yet, or there is no space for the copy: next time.
  }
}

/** The last line the database wrote to its log. */
export function lastWords(place: Place): string {
  return lastLine(readFileSync(join(place.folder, 'postgres.log'), 'utf8'));
}

function lastLine(text: string): string {
  return text.trim().split('\n').pop() ?? '';
}
