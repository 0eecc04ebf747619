import { describe, expect, it } from 'vitest';
import { CLEAR_EPISODE, type EpisodeContext, type EpisodeState, isDetectedLate, step } from './episode.ts';
import { HOUR, MINUTE } from './testing.ts';
import type { Verdict } from './window.ts';

const T: Verdict = { judged: true, value: 31, satisfied: true };
const F: Verdict = { judged: true, value: 29, satisfied: false };
const N: Verdict = { judged: false, reason: 'window_empty' };
const NONE = { muted: false, alertOpen: false };
const OPEN = { muted: false, alertOpen: true };
const MUTED = { muted: true, alertOpen: false };
const MUTED_OPEN = { muted: true, alertOpen: true };
const clear = (lastActionAt: number | null = null): EpisodeState => ({ ...CLEAR_EPISODE, lastActionAt });
const firing = (attached = true): EpisodeState => ({
  state: 'firing',
  since: 0,
  attached,
  lastActionAt: attached ? 0 : null,
});
const AT = 100 * MINUTE;

type Row = [string, EpisodeState, Verdict, number, EpisodeContext, string[], EpisodeState];
const ROWS: Row[] = [
  ['clear, false', clear(), F, AT, NONE, [], clear()],
  ['clear, not judged', clear(), N, AT, NONE, [], clear()],
  ['firing, not judged keeps its state', firing(), N, AT, OPEN, [], firing()],
  [
    'clear, true opens and acts',
    clear(),
    T,
    AT,
    NONE,
    ['open', 'act'],
    { state: 'firing', since: AT, attached: true, lastActionAt: AT },
  ],
  ['firing, still true', firing(), T, AT, OPEN, ['touch'], firing()],
  ['firing, still true after it was archived', firing(), T, AT, NONE, ['touch'], firing()],
  ['firing, false', firing(), F, AT, OPEN, ['clear'], clear(0)],
  ['firing, false after it was archived', firing(), F, AT, NONE, ['clear'], clear(0)],
  [
    'again within the hour',
    clear(0),
    T,
    HOUR - 1,
    OPEN,
    ['reopen'],
    { state: 'firing', since: HOUR - 1, attached: true, lastActionAt: 0 },
  ],
  [
    'again after the hour',
    clear(0),
    T,
    HOUR,
    OPEN,
    ['reopen', 'act'],
    { state: 'firing', since: HOUR, attached: true, lastActionAt: HOUR },
  ],
  [
    'again after it was archived, within the hour',
    clear(0),
    T,
    MINUTE,
    NONE,
    ['open', 'act'],
    { state: 'firing', since: MINUTE, attached: true, lastActionAt: MINUTE },
  ],
  [
    'muted: silent',
    clear(),
    T,
    AT,
    MUTED,
    [],
    { state: 'firing', since: AT, attached: false, lastActionAt: null },
  ],
  ['silent, still true, raised again', firing(false), T, AT, NONE, [], firing(false)],
  ['silent, false', firing(false), F, AT, NONE, [], clear()],
  ['silent, false while muted', firing(false), F, AT, MUTED, [], clear()],
  ['muted while firing: the open alert goes on', firing(), T, AT, MUTED_OPEN, ['touch'], firing()],
  [
    'muted, again, alert open: no action',
    clear(0),
    T,
    2 * HOUR,
    MUTED_OPEN,
    ['reopen'],
    { state: 'firing', since: 2 * HOUR, attached: true, lastActionAt: 0 },
  ],
  [
    'a reopened alert no action of which is known',
    clear(),
    T,
    AT,
    OPEN,
    ['reopen', 'act'],
    { state: 'firing', since: AT, attached: true, lastActionAt: AT },
  ],
];

describe('step', () => {
  it.each(ROWS)('%s', (_, episode, verdict, at, context, effects, after) => {
    const result = step(episode, verdict, at, context);
    expect(result.effects.map((effect) => effect.type)).toEqual(effects);
    expect(result.effects.every((effect) => effect.at === at)).toBe(true);
    const { changes: _changes, ...state } = result.episode;
    expect(state).toEqual(after);
  });
  it('records what was compared', () => {
    expect(step(clear(), T, AT, NONE).effects[0]).toEqual({ type: 'open', at: AT, value: 31 });
  });
});

it('an alert is late when found over 24 hours after its T', () => {
  expect(isDetectedLate(0, 24 * HOUR)).toBe(false);
  expect(isDetectedLate(0, 24 * HOUR + 1)).toBe(true);
});
