/** Runs tasks on all cores. */
import { Worker } from 'node:worker_threads';

/**
 * Results by task, in order, from workers that answer each message with one; `onDone` is called after each.
 */
export async function performAll<Task, Result>(
  script: URL,
  tasks: readonly Task[],
  workers: number,
  onDone: (done: number) => void,
): Promise<Result[]> {
  const results: Result[] = new Array(tasks.length);
  let [next, done] = [0, 0];
  await Promise.all(
    Array.from({ length: Math.min(workers, tasks.length) }, async () => {
      const worker = new Worker(script);
      try {
        while (next < tasks.length) {
          const at = next++;
          results[at] = await new Promise<Result>((resolve, reject) => {
            worker.once('message', resolve);
            worker.once('error', reject);
            worker.postMessage(tasks[at]);
          });
          worker.removeAllListeners('error');
          onDone(++done);
        }
      } finally {
        await worker.terminate();
      }
    }),
  );
  return results;
}
