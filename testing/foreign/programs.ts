import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of the system, or the reason why it cannot be used. */
export type Program = { readonly path: string } | { readonly missing: string };

const HERE = fileURLToPath(new URL('.', import.meta.url));

const works = (path: string, ...args: string[]) => spawnSync(path, args, { stdio: 'ignore' }).status === 0;
function first(paths: readonly string[], args: readonly string[], missing: string): Program {
  const path = paths.find((one) => works(one, ...args));
  return path === undefined ? { missing } : { path };
}
/** Debian's Python finds Debian's modules, whichever Python comes first in PATH. */
const PYTHONS = ['python3', '/usr/bin/python3'];

export const python = first(PYTHONS, ['--version'], 'no python3');
export const openpyxl = first(PYTHONS, ['-c', 'import openpyxl'], 'no openpyxl (Debian: python3-openpyxl)');
/** Only a JDK can run a source file. */
export const java = first(['java'], ['--list-modules'], 'no java (Debian: default-jdk-headless)');
export const pdftotext = first(['pdftotext'], ['-v'], 'no pdftotext (Debian: poppler-utils)');
export const qpdf = first(['qpdf'], ['--version'], 'no qpdf');

/** The output of a program; throws with its error output when it fails. */
export function outputOf(program: Program, ...args: string[]): string {
  if ('missing' in program) throw new Error(program.missing);
  const ran = spawnSync(program.path, args, { encoding: 'utf8', maxBuffer: 1 << 28, cwd: HERE });
  if (ran.status !== 0) throw new Error(`${program.path} ${args.join(' ')}: ${ran.stderr || ran.error}`);
  return ran.stdout;
}
