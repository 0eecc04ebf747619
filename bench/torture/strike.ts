/** An attacker that starts and rests on command, and the waiting times of others meanwhile. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { quantile, sleep, timeOf } from '../lib/figures.ts';
import type { Process } from '../lib/stage.ts';

export type Counts = Record<string, number>;

export interface Attacker {
  go(): Promise<void>;
  rest(): Promise<void>;
  counts(): Promise<Counts>;
  readonly pid: number;
  end(): Promise<void>;
}

export function startAttacker(
  server: Process,
  attack: string,
  more: Readonly<Record<string, string>>,
): Attacker {
  const workerData = { attack, url: server.url, mqtt: String(server.mqttPort), ...more };
  const child = spawn(process.execPath, [
    fileURLToPath(new URL('./attacker.ts', import.meta.url)),
    ...Object.entries(workerData).map(([name, value]) => `--${name}=${value}`),
  ]);
  child.stderr.pipe(process.stderr);
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (word: string): Promise<string> => {
    child.stdin.write(`${word}\n`);
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`the attacker ended at ${word}`);
    return value;
  };
  return {
    pid: child.pid ?? 0,
    go: async () => void (await ask('go')),
    rest: async () => void (await ask('rest')),
    counts: async () => JSON.parse(await ask('told')) as Counts,
    async end() {
      child.stdin.end();
      await gone;
    },
  };
}

/** Reads twenty times per second for a period, like twenty users; ms of each. */
async function watch(read: () => Promise<unknown>, ms: number): Promise<number[]> {
  const waits: number[] = [];
  const under: Promise<void>[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50))
    under.push(timeOf(read).then((wait) => void waits.push(wait)));
  await Promise.all(under);
  return waits;
}

/** Seconds of processor time of a process; NaN if that cannot be read. */
function processorOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

export interface Waits {
  readonly calm: number[];
  readonly among: number[];
  /** The p95 of both windows in each pair. */
  readonly pairs: { readonly calm: number; readonly among: number }[];
  /** Share of one core used during it, in %. */
  readonly server: number;
  readonly attacker: number;
}

/** ms after which a resting attack has no more effect. */
const SETTLE_MS = 300;

/**
 * Calm and attack alternate in short windows, so that other load of the machine affects both alike. Reads
 * count from the first moment of the attack.
 */
export async function inTurns(
  attacker: Attacker,
  server: Process,
  read: () => Promise<unknown>,
  { pairs, ms }: { pairs: number; ms: number },
): Promise<Waits> {
  const calm: number[] = [];
  const among: number[] = [];
  const found: { calm: number; among: number }[] = [];
  const taken = { server: 0, attacker: 0 };
  for (let pair = 0; pair < pairs; pair += 1) {
    await sleep(SETTLE_MS);
    const before = await watch(read, ms);
    const spent = [processorOf(server.pid), processorOf(attacker.pid)] as const;
    await attacker.go();
    const during = await watch(read, ms);
    taken.server += processorOf(server.pid) - spent[0];
    taken.attacker += processorOf(attacker.pid) - spent[1];
    await attacker.rest();
    calm.push(...before);
    among.push(...during);
    found.push({ calm: p95(before), among: p95(during) });
  }
  const share = (seconds: number) => (100 * seconds) / ((pairs * ms) / 1000);
  return { calm, among, pairs: found, server: share(taken.server), attacker: share(taken.attacker) };
}

export const p95 = (waits: readonly number[]): number => quantile(waits, 0.95);
