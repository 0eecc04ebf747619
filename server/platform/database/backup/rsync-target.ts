import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import type { SshAddress, Target } from './target.ts';

/** A folder of another machine by rsync over ssh; the account there needs rsync alone. */
export function rsyncTarget({ shown, user, host, port, folder }: SshAddress): Target {
  const there = `${user}@${host}:${folder}/`;
  // Nobody is there to be asked for a password.
  const shell = `ssh -o BatchMode=yes${port === '' ? '' : ` -p ${port}`}`;
  const rsync = (...args: string[]) => run('rsync', ['--protect-args', '-e', shell, ...args]);
  return {
    shown,
    send: async (file) => {
      await rsync('--chmod=F600', '--times', '--mkpath', file, there);
      const differences = await rsync('--checksum', '--dry-run', '--out-format=%n', file, there);
      if (differences.trim() !== '') throw new BackupError(`what arrived at ${shown} is not what was sent`);
    },
    names: async () =>
      (await rsync('--list-only', there)).split('\n').map((line) => line.split(' ').at(-1) ?? ''),
    remove: async (names) => {
      const empty = mkdtempSync(join(tmpdir(), 'aerowatch-empty-'));
      try {
        const these = names.map((name) => `--include=/${name}`);
        await rsync('--dirs', '--delete', ...these, '--exclude=*', `${empty}/`, there);
      } finally {
        rmSync(empty, { recursive: true });
      }
    },
    fetch: async (name, into) => {
      await rsync('--chmod=F600', `${there}${name}`, `${into}/`);
    },
  };
}

/** Runs a program; answers what it printed. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`${program} is not there: install it first`);
    throw error;
  });
  if (code === 0) return said.out;
  // The first line is the cause; the others are what rsync makes of it.
  const [line = ''] = said.error.trim().split('\n');
  throw new BackupError(`${program} fails (${line === '' ? `code ${code}` : line})`);
}
