// Prints what a seed's worlds are like, to see before judging by them that they are of this earth:
// `node bench/worlds/second/show.ts 7`
import {
  FAULT_KINDS,
  LOG_TIMES,
  LOOKALIKE_KINDS,
  makeAero,
  makeForecasts,
  makeSkies,
  saidErrorC,
} from './world.ts';

const seed = process.argv[2] ?? '1';
const HOUR = 3_600_000;
const least = (values: Iterable<number>) => [...values].reduce((one, other) => Math.min(one, other));
const most = (values: Iterable<number>) => [...values].reduce((one, other) => Math.max(one, other));
const span = (values: Iterable<number>, unit: string) => {
  const all = [...values].filter((value) => !Number.isNaN(value));
  return `${least(all).toFixed(1)} to ${most(all).toFixed(1)} ${unit}`;
};

for (const [name, sky] of Object.entries(makeSkies(seed))) {
  const issues = makeForecasts(sky, { seed });
  const errors = [1, 4, 7].map((lead) => {
    const squares = issues.flatMap((issue) => {
      const first = (issue.issuedMs - sky.startMs) / HOUR + 1;
      const of = [...issue.airC].map((air, at) => (air - sky.airC[first + at]!) ** 2);
      return of.slice((lead - 1) * 24, lead * 24).filter((square) => !Number.isNaN(square));
    });
    const got = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    return `day ${lead} ${got.toFixed(1)} (said ${saidErrorC(lead * 24 - 12).toFixed(1)})`;
  });
  const { card, measures, box } = makeAero({ seed, sky, logMs: LOG_TIMES.hour });
  console.log(`${name}: air ${span(sky.airC, '°C')}, error of the air's forecast ${errors.join(', ')} °C`);
  console.log(`  AERO ${card.model}, ${card.lengthM} m: stroke ${span(measures.stroke, 'mm')}`);
  console.log(`  pressure ${span(measures.pressure, 'bar')}, battery ${span(measures.batteryVoltage, 'V')}`);
  console.log(`  panel under snow for ${Math.round(box.truth.snowed.filter(Boolean).length / 144)} days`);
}

console.log(`faults: ${FAULT_KINDS.join(', ')}`);
console.log(`sound, but like one: ${LOOKALIKE_KINDS.join(', ')}`);
