import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestCluster, TEST_CLUSTER_VARIABLE } from '../testing/fresh-database.ts';
import { MUTANTS, type Mutant } from './planted.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['domain', 'contracts', 'i18n', 'server', 'web', 'oracle'];
/**
 * Cases played against each mutant unless the mutant sets its own number; the first difference ends the run.
 */
const CASES = 1536;

export interface MutantsRequest {
  /** The first mutant of the table to be planted. */
  readonly first: number;
  /** Only mutants whose name contains one of these texts; all when empty. */
  readonly only: readonly string[];
  /** Cases played against each mutant. */
  readonly cases?: number | undefined;
}

/**
 * Plants mutants in a copy of the rooms and reports whether the oracle finds each; false when one is not
 * found.
 */
export async function runMutants(say: (text: string) => void, asked: MutantsRequest): Promise<boolean> {
  const { first, only, cases = CASES } = asked;
  const planted = MUTANTS.slice(first).filter(
    ({ name }) => only.length === 0 || only.some((text) => name.includes(text)),
  );
  if (planted.length === 0) throw new Error(`no mistake is named so: ${only.join(', ')}`);
  const copy = mkdtempSync(join(tmpdir(), 'aerowatch-mutants-'));
  const cluster = await startTestCluster();
  let unseen = 0;
  try {
    copyRooms(copy);
    const clean = play(copy, cluster.url, cases);
    if (clean.found) throw new Error(`without any mutant something differs: ${clean.read}`);
    say(`| mistake | file | found | by |\n|---|---|---|---|`);
    for (const mutant of planted) {
      const { found, read } = withMutant(copy, mutant, () => play(copy, cluster.url, cases));
      if (!found) unseen += 1;
      say(`| ${mutant.name} | ${mutant.file} | ${found ? 'yes' : 'NO'} | ${read} |`);
    }
    say(`\n${planted.length - unseen} of ${planted.length} found`);
  } finally {
    await cluster.stop();
    rmSync(copy, { recursive: true, force: true });
  }
  return unseen === 0;
}

/** The current rooms with the packages of this folder; a room imports the other rooms of the copy. */
function copyRooms(copy: string): void {
  for (const room of ROOMS)
    cpSync(join(ROOT, room), join(copy, room), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|screenshots)$/.test(path),
    });
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, file), join(copy, file));
  mkdirSync(join(copy, 'node_modules', '@aerowatch'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@aerowatch')
      symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name));
  for (const room of ROOMS) symlinkSync(join(copy, room), join(copy, 'node_modules', '@aerowatch', room));
}

function withMutant<T>(copy: string, { file, from, to }: Mutant, work: () => T): T {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  try {
    return work();
  } finally {
    writeFileSync(path, text);
  }
}

/** In a process of its own: modules are read once per process. */
function play(copy: string, cluster: string, cases: number): { found: boolean; read: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(copy, 'oracle/run.ts'), '--cases', String(cases), '--size', '48', '--most', '1', '--plain'],
    { cwd: copy, env: { ...process.env, [TEST_CLUSTER_VARIABLE]: cluster }, encoding: 'utf8' },
  );
  if (status !== 0 && status !== 1)
    throw new Error(`the oracle ended with ${status}: ${stderr.slice(0, 1000)}`);
  const first = stdout.split('\n').find((line) => line.startsWith('batch ')) ?? '';
  // A process that crashes also exits with 1.
  if (status === 1 && first === '') throw new Error(`the oracle broke: ${stderr.slice(0, 1000)}`);
  return { found: status === 1, read: first.slice(0, 80).replaceAll('|', '/') };
}
