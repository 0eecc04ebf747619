/**
 * `npm run diagnostics`: AEROs with each fault and sound ones in five climates at three log times, from the
 * simulator, diagnosed as the server does, and compared with the truth. A complete run, or `--publish`,
 * writes dist/diagnostics.json and the tables of docs/diagnostics.md; a part or a sample (`--quick`) only
 * prints its figures.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { SEVERITIES } from './diagnostics/case.ts';
import { fitOf } from './diagnostics/fit.ts';
import { KINDS } from './diagnostics/kinds.ts';
import type { Outcome } from './diagnostics/play.ts';
import { type AtInterval, type Results, writeResults } from './diagnostics/report.ts';
import { calibration, faultRow, soundRow, totalsOf } from './diagnostics/results.ts';
import type { Task } from './diagnostics/task.ts';
import { INTERVALS, type Interval, WORLDS, type WorldName } from './diagnostics/world.ts';
import { performAll } from './lib/pool.ts';

const SOUND = 'sound';
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    aeros: { type: 'string' },
    sound: { type: 'string' },
    every: { type: 'string' },
    only: { type: 'string' },
    at: { type: 'string' },
    seed: { type: 'string', default: '3141' },
    /** `elsewhere`: a world with figures far from the simulator's own. */
    world: { type: 'string', default: 'usual' },
    workers: { type: 'string', default: String(availableParallelism()) },
    cache: { type: 'string' },
    out: { type: 'string' },
    publish: { type: 'boolean', default: false },
    /** Prints the shifts of the confidences, for the rows of domain/faults. */
    fit: { type: 'boolean', default: false },
    /** With --fit: files of `--outcomes`, separated by commas, in place of a run. */
    from: { type: 'string' },
    /** A file with every outcome, for analysing causes. */
    outcomes: { type: 'string' },
  },
});
if (values.from) {
  const files = values.from.split(',');
  process.stdout.write(fitOf(files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).flat())));
  process.exit(0);
}
const count = Number(values.aeros ?? (values.quick ? 1 : 10));
const sound = Number(values.sound ?? (values.quick ? 4 : 60));
const every = Number(values.every ?? (values.quick ? 7 : 1));
const seed = Number(values.seed);
const names = [SOUND, ...KINDS.map(({ name }) => name)];
const wanted = values.only?.split(',') ?? names;
const intervals = (values.at?.split(',').map(Number) ?? INTERVALS) as readonly Interval[];
const unknown = wanted.filter((name) => !names.includes(name));
if (
  unknown.length > 0 ||
  !(count >= 1) ||
  !WORLDS.includes(values.world as WorldName) ||
  intervals.some((one) => !INTERVALS.includes(one))
) {
  process.stderr.write(
    `No fault ${unknown.join(', ')}; there are ${names.join(', ')}; log times ${INTERVALS.join(', ')}; worlds ${WORLDS.join(', ')}.\n`,
  );
  process.exit(2);
}

if (values.publish && wanted.length !== names.length) {
  process.stderr.write(
    'Only figures of all faults are published: leave --only away, or keep them with --out.\n',
  );
  process.exit(2);
}

const tasks = intervals.flatMap((interval) =>
  wanted.flatMap((name) =>
    Array.from(
      { length: name === SOUND ? sound : count * SEVERITIES.length },
      (_, index): Task => ({
        kind: name === SOUND ? null : name,
        interval,
        count: name === SOUND ? sound : count,
        seed,
        index,
        every,
        cache: values.cache,
        world: values.world as WorldName,
      }),
    ),
  ),
);
const begin = performance.now();
let shown = 0;
const outcomes = await performAll<Task, Outcome[]>(
  new URL('./diagnostics/worker.ts', import.meta.url),
  tasks,
  Number(values.workers),
  (done) => {
    const passed = (performance.now() - begin) / 1000;
    if (passed - shown < (process.stderr.isTTY ? 0.5 : 20) && done < tasks.length) return;
    shown = passed;
    const left = (passed / done) * (tasks.length - done);
    const end = process.stderr.isTTY && done < tasks.length ? '\r' : '\n';
    process.stderr.write(
      `${done} of ${tasks.length} AEROs, ${passed.toFixed(0)} s, about ${left.toFixed(0)} s left   ${end}`,
    );
  },
);
const { user, system } = process.cpuUsage();
process.stderr.write(`${((user + system) / 1e6).toFixed(0)} s of processor time\n`);
const of = (interval: Interval, kind: string | null): Outcome[][] =>
  outcomes.filter((list, i) => list.length > 0 && tasks[i]!.interval === interval && tasks[i]!.kind === kind);

const at: Partial<Record<Interval, AtInterval>> = {};
for (const interval of intervals) {
  const boxes = of(interval, null);
  const faults = KINDS.filter(({ name }) => wanted.includes(name)).map((kind) =>
    faultRow(kind, of(interval, kind.name).flat()),
  );
  at[interval] = { sound: boxes.length > 0 ? soundRow(boxes) : null, faults, totals: totalsOf(faults) };
  process.stdout.write(
    `${interval} s: ${JSON.stringify({ ...at[interval]!.totals, sound: at[interval]!.sound })}\n`,
  );
}
const results: Results = {
  date: new Date().toISOString().slice(0, 10),
  seed,
  count,
  every,
  at,
  calibration: calibration(outcomes.flat()),
};
// Figures of a part or a sample are published only on request.
const whole = wanted.length === names.length && intervals.length === INTERVALS.length;
const sample = values.quick || [values.aeros, values.sound, values.every].some((one) => one !== undefined);
if (values.fit) process.stdout.write(fitOf(outcomes.flat()));
if (values.outcomes) writeFileSync(values.outcomes, JSON.stringify(outcomes));
if (values.out || values.publish || (whole && !sample)) writeResults(results, values.out);
else
  process.stderr.write(
    'A sample: nothing is written (--out FILE keeps it, --publish puts it in the docs).\n',
  );
