/** Questions answered in separate threads, so that the event loop stays free for requests and messages. */
import { Worker } from 'node:worker_threads';

export interface Threads<Question, Answer> {
  /** Number of questions answered at a time. */
  readonly atOnce: number;
  /** `moved`: buffers that are transferred, so that the caller cannot use them any more. */
  ask(question: Question, moved?: ArrayBuffer[]): Promise<Answer>;
}
export interface ThreadsOptions {
  readonly script: URL;
  readonly atOnce: number;
  /** Maximum time for a question; after that the thread is ended and the question rejected. */
  readonly limitMs: number;
  /** Memory limits of a thread. */
  readonly resourceLimits: {
    readonly maxYoungGenerationSizeMb: number;
    readonly maxOldGenerationSizeMb: number;
  };
}
/** The answer of a thread, created by `threadAnswers`. */
export interface Reply<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
}

/** After this many milliseconds without a request a thread ends and frees its memory. */
const IDLE_MS = 30_000;

/** Threads that start with their first question, each with one question at a time. */
export function makeThreads<Question, Answer>(options: ThreadsOptions): Threads<Question, Answer> {
  const open = new Set<Worker>();
  const free = new Map<Worker, NodeJS.Timeout>();
  const queue: ((worker: Worker) => void)[] = [];
  const begin = (): Worker => {
    const worker = new Worker(options.script, { resourceLimits: options.resourceLimits });
    open.add(worker);
    // The caller gets the error; a thread that fails while idle is replaced by the next.
    worker.on('error', () => forget(worker));
    worker.once('exit', () => {
      forget(worker);
      if (open.size >= options.atOnce) return;
      const next = queue.shift();
      if (next !== undefined) next(begin());
    });
    return worker;
  };
  /** From here on it gets no questions, because it may still be ending. */
  const forget = (worker: Worker) => {
    clearTimeout(free.get(worker));
    free.delete(worker);
    open.delete(worker);
  };
  const end = (worker: Worker) => {
    forget(worker);
    void worker.terminate();
  };
  const take = async (): Promise<Worker> => {
    const [worker] = [...free.keys()].slice(-1);
    if (worker === undefined)
      return open.size < options.atOnce ? begin() : new Promise((resolve) => queue.push(resolve));
    clearTimeout(free.get(worker));
    free.delete(worker);
    return worker;
  };
  const release = (worker: Worker) => {
    if (!open.has(worker)) return;
    const next = queue.shift();
    if (next !== undefined) return next(worker);
    // The program waits for pending answers, not for an idle thread.
    worker.unref();
    free.set(worker, setTimeout(() => end(worker), IDLE_MS).unref());
  };
  return {
    atOnce: options.atOnce,
    async ask(question, moved = []) {
      const worker = await take();
      worker.ref();
      const limit = limitOf(options.limitMs, () => end(worker));
      try {
        const answer = answerOf<Answer>(worker, () => worker.postMessage(question, moved));
        const reply = await Promise.race([answer, limit.late]);
        return unpack(reply);
      } finally {
        limit.clear();
        release(worker);
      }
    },
  };
}

function unpack<Answer>(reply: Reply<Answer>): Answer {
  if ('error' in reply) throw reply.error;
  return reply.answer as Answer;
}

/** `late` rejects after this many ms, once `end` has ended the thread. */
function limitOf(ms: number, end: () => void): { late: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      end();
      reject(new Error(`a thread did not answer within ${ms} ms`));
    }, ms);
  });
  return { late, clear: () => clearTimeout(timer) };
}

function answerOf<Answer>(worker: Worker, send: () => void): Promise<Reply<Answer>> {
  return new Promise<Reply<Answer>>((resolve, reject) => {
    const onExit = () => reject(new Error('a thread ended before it answered'));
    worker.once('error', reject);
    worker.once('exit', onExit);
    worker.once('message', (reply: Reply<Answer>) => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      resolve(reply);
    });
    send();
  });
}
