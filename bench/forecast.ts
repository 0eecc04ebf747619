/**
 * `npm run forecast`: AEROs in five climates at three log times, from the simulator, forecast day by day as
 * the server does with an imperfect weather service, and compared with what happened. `--publish` writes
 * dist/forecast.json and the tables of docs/forecast.md; without it the figures are only printed.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { CLIMATE_NAMES, INTERVALS, type Interval } from './diagnostics/world.ts';
import type { CellResult } from './forecast/cell.ts';
import { DATED, type DatesTask, datesTable, type StatedDate } from './forecast/dates.ts';
import { publish, resultsOf, tablesOf } from './forecast/report.ts';
import type { Task } from './forecast/task.ts';
import { performAll } from './lib/pool.ts';

const { values } = parseArgs({
  options: {
    boxes: { type: 'string', default: '3' },
    at: { type: 'string' },
    /** One or several, `1,2,3`: each with other weather, places and AEROs. */
    seed: { type: 'string', default: '2718' },
    workers: { type: 'string', default: String(availableParallelism()) },
    faults: { type: 'boolean', default: false },
    /**
     * AEROs of each severity, fault and log time whose dates with ranges are scored, from the first two
     * seeds.
     */
    dates: { type: 'string', default: '3' },
    cache: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
});
const intervals = (values.at?.split(',').map(Number) ?? INTERVALS) as readonly Interval[];
/** Seeds of which AEROs with faults and their dates are scored: these do not depend on one week's weather. */
const STRUCK_SEEDS = 2;
const seeds = values.seed.split(',').map(Number);
if (
  !(Number(values.boxes) >= 1) ||
  seeds.some((one) => !Number.isInteger(one)) ||
  intervals.some((one) => !INTERVALS.includes(one))
) {
  process.stderr.write(`--boxes 1 or more; --seed of whole numbers; --at of ${INTERVALS.join(', ')} (s).\n`);
  process.exit(2);
}
const tasks = seeds.flatMap((seed, nth) =>
  intervals.flatMap((interval) =>
    CLIMATE_NAMES.map(
      (climate): Task => ({
        climate,
        interval,
        boxes: Number(values.boxes),
        faults: (values.faults || values.publish) && nth < STRUCK_SEEDS,
        seed,
        cache: values.cache,
      }),
    ),
  ),
);
const begin = performance.now();
const cells = await performAll<Task, CellResult>(
  new URL('./forecast/worker.ts', import.meta.url),
  tasks,
  Number(values.workers),
  (done) => {
    process.stderr.write(
      `${done} of ${tasks.length} cells, ${((performance.now() - begin) / 1000).toFixed(0)} s\n`,
    );
  },
);
const dated = seeds
  .slice(0, STRUCK_SEEDS)
  .flatMap((seed) =>
    intervals.flatMap((interval) =>
      DATED.map((kind): DatesTask => ({ kind, interval, count: Number(values.dates), seed })),
    ),
  );
const said = await performAll<DatesTask, StatedDate[]>(
  new URL('./forecast/dates-worker.ts', import.meta.url),
  Number(values.dates) > 0 ? dated : [],
  Number(values.workers),
  (done) => process.stderr.write(`${done} of ${dated.length} faults with dates\n`),
);
const results = resultsOf(tasks, cells, datesTable(said.flat()));
process.stdout.write(`${tablesOf(results)}\n`);
if (values.publish) publish(results);
