import { Worker } from 'node:worker_threads';
import type { Act, Outcome } from './client.ts';

/** Processor time of this thread in ms: the load of other processes does not count. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The longest time, in ms of processor time, that this thread worked without returning to the event loop. */
export function watchLoop() {
  let last = used();
  let longest = 0;
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    begin() {
      last = used();
      longest = 0;
    },
    longest() {
      look();
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}

/** The work that `REFERENCE_MS` was measured with: parsing and walking, the main cost of a request. */
function reference(): number {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `box ${at}` })));
  const began = used();
  const rows = JSON.parse(text) as { id: number; name: string }[];
  const names = new Map(rows.map(({ id, name }) => [name.toUpperCase(), id]));
  if (names.size !== rows.length) throw new Error('the reference does not do its work');
  return used() - began;
}
/** Time of the reference work on a machine of 2020 without other load. */
const REFERENCE_MS = 15;

/** How much slower this machine is now than the one of the stated bounds; at least 1. */
export function slowness(): number {
  const times = Array.from({ length: 9 }, reference).toSorted((a, b) => a - b);
  return Math.max(1, (times[4] ?? 0) / REFERENCE_MS);
}

/** A client in a thread of its own. */
export function makeClient() {
  const worker = new Worker(new URL('./client.ts', import.meta.url));
  const asked = new Map<number, { resolve(outcome: Outcome): void; reject(error: Error): void }>();
  let last = 0;
  worker.on('message', ({ id, outcome }: { id: number; outcome: Outcome }) => {
    asked.get(id)?.resolve(outcome);
    asked.delete(id);
  });
  worker.on('error', (error: Error) => {
    for (const { reject } of asked.values()) reject(error);
  });
  return {
    act: (what: Act): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        last += 1;
        asked.set(last, { resolve, reject });
        worker.postMessage({ id: last, what });
      }),
    end: () => worker.postMessage('end'),
  };
}
