/**
 * `npm run diagnostics`: a year of AEROs with each fault and of sound ones, from the simulator, diagnosed day by
 * day as the server does, and held against the truth. Writes bench/diagnostics.json and the tables of
 * docs/diagnostics.md. `--skip N` leaves out the first N AEROs, to share a run among processes.
 */
import { parseArgs } from 'node:util';
import { casesOf } from './diagnostics/cases.ts';
import { KINDS, type Kind } from './diagnostics/kinds.ts';
import { type Outcome, play } from './diagnostics/play.ts';
import { readResults, writeResults } from './diagnostics/report.ts';
import { faultRow, soundRow } from './diagnostics/results.ts';

const SOUND = 'sound';
const { values } = parseArgs({
  options: {
    aeros: { type: 'string', default: '200' },
    sound: { type: 'string' },
    skip: { type: 'string', default: '0' },
    only: { type: 'string' },
    seed: { type: 'string', default: '3141' },
    out: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const [count, seed] = [Number(values.aeros), Number(values.seed)];
const names = [SOUND, ...KINDS.map(({ name }) => name)];
const wanted = values.only?.split(',') ?? names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || !(count >= 1)) {
  process.stderr.write(`No fault ${unknown.join(', ')}; there are ${names.join(', ')}.\n`);
  process.exit(2);
}

/** Rows that are not asked for stay, so that a long run can be made in parts. */
const results = readResults(values.out);
for (const name of wanted) {
  const kind = KINDS.find((one) => one.name === name) ?? null;
  const many = kind === null ? Number(values.sound ?? count) : count;
  const begin = performance.now();
  const outcomes: Outcome[] = [];
  for (const one of casesOf(kind, many, seed).slice(Number(values.skip))) {
    const outcome = play(one, kind);
    outcomes.push(outcome);
    if (values.verbose) tell(kind, one, outcome);
    if (process.stderr.isTTY) process.stderr.write(`\r${name}: ${outcomes.length} of ${many} `);
  }
  const seconds = (performance.now() - begin) / 1000;
  if (kind === null) results.sound = soundRow(outcomes, { seed, seconds });
  else results.faults[name] = faultRow(kind, outcomes, { seed, seconds });
  process.stdout.write(`${JSON.stringify(kind === null ? results.sound : results.faults[name])}\n`);
  writeResults(results, values.out);
}

/** One line for each AERO of which something was said, for finding out why. */
function tell(kind: Kind | null, { box, aero, fault }: ReturnType<typeof casesOf>[number], outcome: Outcome) {
  const { length, friction, middle, stroke, sign } = box.aeros[aero]!.tensioner;
  if (kind === null && outcome.episodes.length === 0) return;
  const said = outcome.episodes.map(
    ({ key, from, to, worst, value, truth }) => `${truth}:${key} ${from}–${to} ${worst} ${value?.toFixed(2)}`,
  );
  process.stdout.write(
    `${kind?.name ?? SOUND} ${box.index} L ${length.toFixed(0)} φ ${friction.toFixed(3)} middle ${(middle / stroke).toFixed(2)} sign ${sign} rate ${fault?.rate.toFixed(4)} after ${outcome.detected?.toFixed(1)} | ${said.join('; ')}\n`,
  );
}
