import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn, signedOut } from '../state/authentication.ts';
import { collectionRead, eventsApplied } from '../state/entities-slice.ts';
import { profileChanged } from '../state/profile.ts';
import { store } from '../state/store.ts';
import { followLive } from './live-events.ts';
import { queriesOf, queryApi, readAgain } from './query-api.ts';
import { write } from './write.ts';

/** Longer than the delay after which dependent data is read again, ms. */
const REFRESHED = 5000;
interface Asked {
  readonly path: string;
  answer(results: unknown, count?: number): Promise<void>;
  refuse(status: number, headers: Record<string, string>): Promise<void>;
}
let asked: Asked[] = [];
let say: (text: string) => Promise<void>;
let stop: () => void;
const subscribed: { unsubscribe(): void }[] = [];
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', (address: string, { signal }: { signal?: AbortSignal }) => {
    const { pathname } = new URL(address, 'http://console');
    if (pathname === '/api/events/') return Promise.resolve(new Response(stream(signal)));
    const { promise, resolve } = Promise.withResolvers<Response>();
    asked.push({
      path: pathname,
      refuse: async (status, headers) => {
        resolve(Response.json({ detail: 'no' }, { status, headers }));
        await pass(1);
      },
      answer: async (results, count = 1) => {
        resolve(Response.json({ results, count, next: count > 1 ? '/next' : null }));
        await pass(1);
      },
    });
    return promise;
  });
  store.dispatch(signedIn({ token: 'a' }));
  stop = followLive(() => undefined);
  await pass(0);
  await say('id: 7\nevent: ready\ndata: {}\n\n');
});
afterEach(() => {
  stop();
  for (const one of subscribed.splice(0)) one.unsubscribe();
  store.dispatch(signedOut());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stream(signal?: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      say = async (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        await pass(1000);
      };
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}
interface Shown {
  queryCacheKey: string;
  unsubscribe(): void;
}
interface Kept {
  body: { results: unknown };
}
const LISTS = { silencesList: '/api/silences/', rolloutsList: '/api/rollouts/' } as const;
/** A list on screen that follows these events, as `useQuery` reads it. */
function show(key: keyof typeof LISTS, live: 'silences' | 'rollouts') {
  const argument = { key, options: {}, live: [live] };
  const read = store.dispatch(
    queryApi.endpoints.one.initiate(argument, { forceRefetch: 10 }) as never,
  ) as Shown;
  subscribed.push(read);
  return {
    read,
    again: () => readAgain(argument),
    shown: () => (select(read.queryCacheKey)?.data as Kept | undefined)?.body.results,
  };
}
const select = (key: string) =>
  queriesOf(store.getState()).queries[key as never] as { data?: unknown } | undefined;
const asking = (key: keyof typeof LISTS): Asked[] => asked.filter(({ path }) => path === LISTS[key]);
const silence = (id: number) =>
  `id: ${id}\ndata: {"entity":"silences","type":"added","id":${id},"data":{"id":${id}}}\n\n`;

test('a list follows its events although another read does not end', async () => {
  const { shown } = show('silencesList', 'silences');
  await pass(0);
  await asking('silencesList')[0]?.answer(['before']);
  show('rolloutsList', 'rollouts');
  await say(silence(8));
  await pass(REFRESHED);
  expect(asking('silencesList')).toHaveLength(2);
  await asking('silencesList')[1]?.answer(['after']);
  expect(shown()).toEqual(['after']);
});
test.each(['first', 'second'])(
  'a change while the %s read is under way leads to one more after it',
  async (which) => {
    const { shown } = show('silencesList', 'silences');
    await pass(0);
    if (which === 'second') {
      await asking('silencesList')[0]?.answer(['older']);
      await say(silence(8));
      await pass(REFRESHED);
    }
    const reads = asking('silencesList').length;
    for (const id of [9, 10]) {
      await say(silence(id));
      await pass(REFRESHED);
    }
    await asking('silencesList').at(-1)?.answer(['before']);
    expect(shown()).toEqual(['before']);
    // Not at once, because a slow list would be read without a pause.
    expect(asking('silencesList')).toHaveLength(reads);
    await pass(REFRESHED);
    expect(asking('silencesList')).toHaveLength(reads + 1);
    await asking('silencesList').at(-1)?.answer(['after']);
    await pass(REFRESHED);
    expect([shown(), asking('silencesList').length]).toEqual([['after'], reads + 1]);
  },
);
test('a list that nobody shows any more is not read once more', async () => {
  const { read } = show('silencesList', 'silences');
  await pass(0);
  await say(silence(8));
  await pass(REFRESHED);
  read.unsubscribe();
  await asking('silencesList')[0]?.answer(['before']);
  await pass(2 * REFRESHED);
  expect(asking('silencesList')).toHaveLength(1);
});
test('a second request during a read is answered by a later read', async () => {
  const { again, shown } = show('silencesList', 'silences');
  await pass(0);
  // A dialog has just created something elsewhere: a request in progress may not include it.
  const made = write('boxLinksDelete', { params: { id: 3 } });
  await pass(0);
  await asked.find(({ path }) => path === '/api/box-links/3/')?.answer([]);
  await made;
  again();
  // One repetition is enough.
  again();
  await asking('silencesList')[0]?.answer(['before']);
  await asking('silencesList')[1]?.answer(['after']);
  expect([shown(), asking('silencesList').length]).toEqual([['after'], 2]);
});
test('a change that the collections cannot take does not keep others from their lists', async () => {
  show('silencesList', 'silences');
  await pass(0);
  await asking('silencesList')[0]?.answer(['before']);
  const failed = vi.fn();
  process.once('uncaughtException', failed);
  await say(`id: 8\ndata: {"entity":"boxes","type":"added","id":1,"data":{}}\n\n${silence(9)}`).catch(failed);
  await pass(REFRESHED).catch(failed);
  process.off('uncaughtException', failed);
  expect(asking('silencesList')).toHaveLength(2);
});
test('signed in again, what follows events is read again: nobody told it what changed meanwhile', async () => {
  const { shown } = show('silencesList', 'silences');
  await pass(0);
  await asking('silencesList')[0]?.answer(['before']);
  stop();
  stop = followLive(() => undefined);
  await pass(100);
  await asking('silencesList')[1]?.answer(['after']);
  expect(shown()).toEqual(['after']);
});
test('data written by this console is read again at once, and is in its collection before', async () => {
  const { shown } = show('silencesList', 'silences');
  await pass(0);
  const ended = write('silencesEnd', { params: { id: 3 } });
  await pass(0);
  await asked.find(({ path }) => path === '/api/silences/3/end/')?.answer([]);
  await ended;
  // It was in progress when the silence ended, and may not include that.
  await asking('silencesList')[0]?.answer(['before']);
  await asking('silencesList')[1]?.answer(['after']);
  expect([shown(), asking('silencesList').length]).toEqual([['after'], 2]);
  const made = write('tagsDelete', { params: { id: 5 } });
  await pass(0);
  store.dispatch(eventsApplied([{ entity: 'tags', type: 'added', id: 5, data: { id: 5 } }]));
  await asked.find(({ path }) => path === '/api/tags/5/')?.answer([]);
  await made;
  expect(store.getState().entities.tags.ids).toEqual([]);
});
test('a failed read of visible data is retried when the server allows it, while the data is visible', async () => {
  const { read, again, shown } = show('silencesList', 'silences');
  await pass(0);
  await asking('silencesList')[0]?.answer(['before']);
  again();
  await pass(0);
  await asking('silencesList')[1]?.refuse(503, { 'retry-after': '20' });
  await pass(19_000);
  expect([shown(), asking('silencesList').length]).toEqual([['before'], 2]);
  await pass(4000);
  await asking('silencesList')[2]?.answer(['after']);
  expect([shown(), asking('silencesList').length]).toEqual([['after'], 3]);
  again();
  await pass(0);
  await asking('silencesList')[3]?.refuse(503, {});
  read.unsubscribe();
  await pass(600_000);
  expect(asking('silencesList')).toHaveLength(4);
});
test('after a gap the consoles of a large fleet read what they show, each at a moment of its own', async () => {
  store.dispatch(profileChanged({ is_superuser: true, is_staff: true, is_active: true } as never));
  for (const collection of ['aeros', 'boxes'] as const)
    store.dispatch(collectionRead({ collection, items: [], count: 24_000, windowed: true, failure: null }));
  show('silencesList', 'silences');
  const hidden = show('rolloutsList', 'rollouts');
  await pass(0);
  for (const one of asked) await one.answer([]);
  hidden.read.unsubscribe();
  asked = [];
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  await say('id: 9\nevent: reset\ndata: {}\n\n');
  await pass(1400);
  expect(asked).toEqual([]);
  await pass(200);
  // Those of the alerts are refused: they are no page.
  for (let index = 0; index < asked.length; index += 1)
    if (asked[index]!.path.includes('alerts')) await asked[index]!.refuse(403, {});
    else await asked[index]!.answer([{ id: 1, aeros: [] }], 24_000);
  vi.mocked(Math.random).mockRestore();
  const paths = asked.map(({ path }) => path).sort();
  expect(paths).toEqual(['/api/aeros/', '/api/alerts/opened/', '/api/silences/']);
});
