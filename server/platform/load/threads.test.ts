import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeThreads } from './threads.ts';

/** Answers with the number of its answers so far, or fails or exits on request. */
const SCRIPT = `import { parentPort } from 'node:worker_threads';
let answered = 0;
parentPort.on('message', ({ say }) => {
  if (say === 'die') process.exit(1);
  if (say === 'break') throw new Error('broken');
  while (say === 'think');
  if (say === 'fail') return parentPort.postMessage({ error: new Error('no') });
  answered += 1;
  parentPort.postMessage({ answer: { say, answered } });
});`;
const scriptOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
const OPTIONS = {
  atOnce: 1,
  limitMs: 300_000,
  resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
};
const threads = makeThreads<{ say: string }, { say: string; answered: number }>({
  ...OPTIONS,
  script: scriptOf(SCRIPT),
});

afterEach(() => {
  vi.useRealTimers();
});

describe('threads', () => {
  it('answer each question with its own, tell what fails, and begin anew after one that died', async () => {
    const pending = ['a', 'fail', 'b', 'die', 'c'].map((say) => threads.ask({ say }));
    const said = await Promise.allSettled(pending);
    expect(said.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      { say: 'a', answered: 1 },
      'Error: no',
      { say: 'b', answered: 2 },
      'Error: a thread ended before it answered',
      { say: 'c', answered: 1 },
    ]);
  });
  it('keep a failure that nobody caught from the question after it', async () => {
    const said = await Promise.allSettled(['break', 'after'].map((say) => threads.ask({ say })));
    expect(said).toMatchObject([{ reason: { message: 'broken' } }, { value: { say: 'after', answered: 1 } }]);
  });
  it('tell that an answer cannot be handed over, and go on', async () => {
    const answers = new URL('./thread-answers.ts', import.meta.url).href;
    const script = `import { threadAnswers } from '${answers}';
threadAnswers((question) => (question === 'code' ? () => 1 : question));`;
    const { ask } = makeThreads<string, string>({ ...OPTIONS, script: scriptOf(script) });
    const said = await Promise.allSettled(['code', 'after'].map((question) => ask(question)));
    expect(said).toMatchObject([{ reason: { message: '() => 1 could not be cloned.' } }, { value: 'after' }]);
  });
  it('are ended when they think for too long, and given back when they are idle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const never = threads.ask({ say: 'think' });
    const after = threads.ask({ say: 'after' });
    const refused = expect(never).rejects.toThrow('a thread did not answer within 300000 ms');
    await vi.advanceTimersByTimeAsync(300_000);
    await refused;
    expect(await after).toEqual({ say: 'after', answered: 1 });
    // The next question comes while the idle thread is ending.
    vi.advanceTimersByTime(30_000);
    expect(await threads.ask({ say: 'b' })).toEqual({ say: 'b', answered: 1 });
  });
});
