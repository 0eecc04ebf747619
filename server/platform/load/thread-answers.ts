/** The inner side of a thread that answers questions (threads.ts). */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Reply } from './threads.ts';

/** Lower priority: requests, messages and the database do not wait for it. */
const NICE = 10;

/** On Linux each thread has its own priority; elsewhere it would change that of the whole process. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // Without /proc it runs at normal priority.
  }
}

/** Answers each question of this thread's owner; a failure is answered too. */
export function threadAnswers<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
): void {
  stepBack();
  parentPort!.on('message', async (question: Question) => {
    const tell = (reply: Reply<Answer>) => parentPort!.postMessage(reply);
    try {
      tell({ answer: await answer(question) });
    } catch (error) {
      // As plain text: an error that cannot be transferred would end the thread.
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      tell({ error: Object.assign(new Error(message), { stack }) });
    }
  });
}
