/** Questions answered in threads of their own, so that the loop stays free for requests and messages. */
import { Worker } from 'node:worker_threads';

export interface Threads<Question, Answer> {
  /** How many questions are answered at a time. */
  readonly atOnce: number;
  /** `moved`: buffers that are handed over, and are the asker's no more. */
  ask(question: Question, moved?: ArrayBuffer[]): Promise<Answer>;
}
export interface ThreadsOptions {
  readonly script: URL;
  readonly atOnce: number;
  /** What one may hold. */
  readonly resourceLimits: {
    readonly maxYoungGenerationSizeMb: number;
    readonly maxOldGenerationSizeMb: number;
  };
}
/** What a thread answers: `threadAnswers` makes it. */
export interface Told<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
}

/** After so long without a question a thread is given back with its memory, in milliseconds. */
const IDLE_MS = 30_000;

/** Threads that begin with their first question, each with one question at a time. */
export function makeThreads<Question, Answer>(options: ThreadsOptions): Threads<Question, Answer> {
  const free: Worker[] = [];
  const queue: ((worker: Worker) => void)[] = [];
  let open = 0;
  const ends = new Map<Worker, NodeJS.Timeout>();
  const take = async (): Promise<Worker> => {
    const worker = free.pop();
    if (worker !== undefined) {
      clearTimeout(ends.get(worker));
      return worker;
    }
    if (open >= options.atOnce) return new Promise((resolve) => queue.push(resolve));
    open += 1;
    return new Worker(options.script, { resourceLimits: options.resourceLimits });
  };
  const close = (worker: Worker) => {
    clearTimeout(ends.get(worker));
    ends.delete(worker);
    const at = free.indexOf(worker);
    if (at >= 0) free.splice(at, 1);
    open -= 1;
    void worker.terminate();
  };
  const release = (worker: Worker) => {
    const next = queue.shift();
    if (next !== undefined) return next(worker);
    // A program waits for its answers, not for a thread without any.
    worker.unref();
    free.push(worker);
    ends.set(worker, setTimeout(close, IDLE_MS, worker).unref());
  };
  /** One that failed is gone: who waits for it gets a new one. */
  const replace = (worker: Worker) => {
    close(worker);
    const next = queue.shift();
    if (next !== undefined) void take().then(next);
  };
  return {
    atOnce: options.atOnce,
    async ask(question, moved = []) {
      const worker = await take();
      worker.ref();
      const told = await answerOf<Answer>(worker, () => worker.postMessage(question, moved)).catch(
        (error) => {
          replace(worker);
          throw error;
        },
      );
      release(worker);
      if ('error' in told) throw told.error;
      return told.answer as Answer;
    },
  };
}

function answerOf<Answer>(worker: Worker, send: () => void): Promise<Told<Answer>> {
  return new Promise((resolve, reject) => {
    const done = () => {
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
    };
    const onMessage = (told: Told<Answer>) => {
      done();
      resolve(told);
    };
    const onError = (error: unknown) => {
      done();
      // What it says later has been told.
      worker.on('error', () => undefined);
      reject(error as Error);
    };
    const onExit = () => onError(new Error('a thread ended before it answered'));
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    send();
  });
}
