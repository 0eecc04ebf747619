import { guessedWords, lookedAt } from '@aerowatch/domain/password-strength';

export interface Question {
  readonly id: number;
  readonly password: string;
  readonly words: readonly string[];
}
/** Score 0 to 4, and the estimator's key of the weakest part; null if there is none. */
export interface Estimate {
  readonly id: number;
  readonly score: number;
  readonly warning: string | null;
}
type Answered = (estimate: Estimate | null) => void;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Answered>();

/**
 * How many guesses a password resists; null when the estimator cannot be loaded: the server decides in any
 * case. Loaded at the first call and kept until the page is left.
 */
export function estimate(password: string, words: readonly string[]): Promise<Estimate | null> {
  worker ??= open();
  lastId += 1;
  const question: Question = { id: lastId, password: lookedAt(password), words: guessedWords(words) };
  const made = worker;
  return new Promise((resolve) => {
    waiting.set(question.id, resolve);
    made.postMessage(question);
  });
}

function open(): Worker {
  const made = new Worker(new URL('./strength-worker.ts', import.meta.url), { type: 'module' });
  made.onmessage = ({ data }: MessageEvent<Estimate>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  made.onerror = () => {
    worker = undefined;
    made.terminate();
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  return made;
}
