/** Cells over all cores. */
import { Worker } from 'node:worker_threads';
import type { CellResult } from './cell.ts';
import type { Task } from './task.ts';

/** Results by task, in their order; `told` is called after each. */
export async function performAll(
  tasks: readonly Task[],
  workers: number,
  told: (done: number) => void,
): Promise<CellResult[]> {
  const results: CellResult[] = new Array(tasks.length);
  let [next, done] = [0, 0];
  await Promise.all(
    Array.from({ length: Math.min(workers, tasks.length) }, async () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
      try {
        while (next < tasks.length) {
          const at = next++;
          results[at] = await new Promise<CellResult>((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
            worker.postMessage(tasks[at]);
          });
          worker.removeAllListeners('error');
          told(++done);
        }
      } finally {
        await worker.terminate();
      }
    }),
  );
  return results;
}
