import { Worker } from 'node:worker_threads';
import { guessedWords, lookedAt, STRONG_SCORE } from '@aerowatch/domain/password-strength';

export interface Question {
  readonly id: number;
  readonly password: string;
  /** Words that an attacker would try first for this password. */
  readonly words: readonly string[];
}

/** The dictionaries are released after this many milliseconds without a request. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let pending = 0;
const waiting = new Map<number, Waiting>();

/**
 * Whether a password resists 10^10 guesses by an attacker who knows these words. Loads the estimator at first
 * use.
 */
export async function isStrong(password: string, words: readonly string[]): Promise<boolean> {
  return (await ask(lookedAt(password), guessedWords(words))) >= STRONG_SCORE;
}

function ask(password: string, words: readonly string[]): Promise<number> {
  clearTimeout(idle);
  worker ??= open();
  // The process must wait for answers, but not for an idle thread.
  worker.ref();
  const question: Question = { id: ++pending, password, words };
  worker.postMessage(question);
  return new Promise((resolve, reject) => waiting.set(question.id, { resolve, reject }));
}

function open(): Worker {
  const made = new Worker(new URL('./strength-worker.ts', import.meta.url), {
    // Limits make the garbage collector run early: without them 200 MiB remain after a few requests.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 192 },
  });
  made.on('message', ({ id, score }: { id: number; score: number }) => {
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
    if (waiting.size > 0) return;
    made.unref();
    idle = setTimeout(close, IDLE_MS).unref();
  });
  made.on('error', (error) => {
    worker = undefined;
    for (const one of waiting.values()) one.reject(error as Error);
    waiting.clear();
  });
  return made;
}

function close(): void {
  void worker?.terminate();
  worker = undefined;
}
