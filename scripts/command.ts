import { StartError } from '../server/config.ts';
import { ArchiveError } from '../server/features/measures/archive/archive-file.ts';
import { OperatorError } from '../server/features/users/operator/operator.ts';
import { BackupError } from '../server/platform/database/backup/backup-error.ts';
import { ProgramsError } from '../server/platform/database/embedded/tuning.ts';

/** A mistake by the operator, or an action they must take, in one line. */
export class CommandError extends Error {}

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const isCut = (error: unknown) => (error as NodeJS.ErrnoException)?.code === 'EPIPE';
/**
 * Whoever reads the output may stop (`| head`): what is written after that goes nowhere, and the work goes on,
 * because half a restore would be worse than lines that nobody reads.
 */
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (!isCut(error)) throw error;
  });

/** Runs the command of a script; a failure is printed as one line of plain words, with exit code 1. */
export function command(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    if (isCut(error)) return;
    process.stderr.write(`${lineOf(error)}\n`);
    process.exitCode = 1;
  });
}

const KNOWN = [CommandError, StartError, OperatorError, BackupError, ArchiveError, ProgramsError];
const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EACCES: 'may not be read or written by this account',
  EPERM: 'may not be read or written by this account',
  EEXIST: 'is there already: name another',
  EISDIR: 'is a folder',
  ENOTDIR: 'is no folder',
  EROFS: 'lies on a disk that cannot be written',
  ENOSPC: 'lies on a disk that is full',
  EDQUOT: 'lies on a disk where this account has no room left',
};

function lineOf(error: unknown): string {
  if (KNOWN.some((kind) => error instanceof kind)) return (error as Error).message;
  const {
    code = '',
    message,
    path,
    address,
    port,
  } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (code.startsWith('ERR_PARSE_ARGS')) return message;
  const why = SYSTEM[code];
  if (why !== undefined) return path === undefined ? `A file ${why} (${code}).` : `${path} ${why}.`;
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${address ?? 'the address of the database'}${port === undefined ? '' : `:${port}`}.`;
  // A database error has a code of five characters and a message.
  if (/^[0-9A-Z]{5}$/.test(code)) return `The database refuses: ${message} (${code}).`;
  return (error as Error).stack ?? String(error);
}
