import { describe, expect, it } from 'vitest';
import { makeThreads } from './threads.ts';

/** Answers with how many it has answered, fails or dies as it is told. */
const SCRIPT = `import { parentPort } from 'node:worker_threads';
let answered = 0;
parentPort.on('message', ({ say }) => {
  if (say === 'die') process.exit(1);
  if (say === 'fail') return parentPort.postMessage({ error: new Error('no') });
  answered += 1;
  parentPort.postMessage({ answer: { say, answered } });
});`;
const threads = makeThreads<{ say: string }, { say: string; answered: number }>({
  script: new URL(`data:text/javascript,${encodeURIComponent(SCRIPT)}`),
  atOnce: 1,
  resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
});

describe('threads', () => {
  it('answer each question with its own, tell what fails, and begin anew after one that died', async () => {
    const asked = ['a', 'fail', 'b', 'die', 'c'].map((say) => threads.ask({ say }));
    const said = await Promise.allSettled(asked);
    expect(said.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      { say: 'a', answered: 1 },
      'Error: no',
      { say: 'b', answered: 2 },
      'Error: a thread ended before it answered',
      { say: 'c', answered: 1 },
    ]);
  });
});
