import { DAY, HOUR } from '@aerowatch/domain/durations';
import { isReported } from '@aerowatch/domain/faults/finding';
import { diagnoseDays } from '@aerowatch/domain/faults/pipeline';
import { expect, it } from 'vitest';
import { BoxRecord } from './fault-record.ts';
import { makeBox, makeSkies } from './second/world.ts';

interface Place {
  climate: 'mediterranean' | 'oceanic';
  seed: string;
  aeros: 1 | 2;
  days: readonly number[];
}

/** What is said of a sound box of the second world that logs hourly, on some days after its start. */
function saidOf({ climate, seed, aeros, days }: Place): string[] {
  const sky = makeSkies('a1')[climate];
  const record = new BoxRecord(makeBox({ seed, sky, logMs: HOUR, aeros }), []);
  const said = days.flatMap((day) =>
    Array.from({ length: aeros }, (_, aero) => {
      const { findings } = diagnoseDays(record.input(aero, sky.startMs + day * DAY + 40 * 60_000, [])!);
      return findings.filter(isReported).map(({ key }) => key);
    }).flat(),
  );
  return [...new Set(said)];
}

it('a battery that is full all day in spring is not called aged', () => {
  expect(saidOf({ climate: 'mediterranean', seed: 'a1 burst 5', aeros: 1, days: [255, 257, 259] })).toEqual(
    [],
  );
});

it('four values that a sensor misses in six weeks are no loose connection', () => {
  expect(saidOf({ climate: 'oceanic', seed: 'a1 sound 0', aeros: 2, days: [303, 310, 317] })).toEqual([]);
});
