/** Cost of a job for a due item, in fleets of 2,000, 10,000 and 50,000 boxes of two AEROs. */
import { dueBoxes } from '@aerowatch/server/features/diagnostics/store-due';
import { clientFactors, dueAeros } from '@aerowatch/server/features/forecast/issue/store-due';
import { neighboursOnLine } from '@aerowatch/server/features/forecast/issue/store-neighbours';
import { transaction } from '@aerowatch/server/platform/database/db';
import { buildClient } from '../../testing/store-builders.ts';
import { fillFleet } from '../../testing/store-fleet.ts';
import { exponent, median, timeRuns } from '../lib/figures.ts';
import { type Finding, judged, type Row } from '../lib/row.ts';
import { onStage } from '../lib/stage.ts';

const SIZES = [2000, 10_000, 50_000];
const TIMES = 15;
/** A turn costs its items: at most size^1.05, so an item size^0.05. */
const MAX_EXPONENT = 0.05;

export const jobs: Row = {
  name: 'jobs',
  run: () =>
    onStage(async ({ db }) => {
      const client = (await buildClient(db)).id;
      const found = new Map<string, number[]>();
      let filled = 0;
      for (const size of SIZES) {
        const { aeros } = await fillFleet(db, size - filled, { client, prefix: `OF${size}` });
        filled = size;
        const work = {
          'neighbours of an AERO on its line': (turn: number) =>
            neighboursOnLine(db, aeros.at(turn * 97 + 1) ?? aeros[0]!),
          'what the AEROs of a client have learnt': () =>
            transaction(db, (trx) => clientFactors(trx, [client])),
          'boxes to diagnose': () => dueBoxes(db, 25),
          'AEROs to forecast': () => transaction(db, (trx) => dueAeros(trx, 250)),
        };
        for (const [what, once] of Object.entries(work))
          found.set(what, [...(found.get(what) ?? []), median(await timeRuns(TIMES, once, 3))]);
      }
      return [...found].map(([what, values]): Finding => {
        const growth = exponent(SIZES, values);
        return {
          what: `jobs: ${what}, for one item, ${SIZES.join(', ')} boxes`,
          value: values.at(-1)!,
          unit: 'ms',
          reference: values[0]!,
          referenceIs: `${SIZES[0]} boxes`,
          ratio: values.at(-1)! / values[0]!,
          target: `exponent ≤ ${MAX_EXPONENT}: a turn of a fleet at most size^${1 + MAX_EXPONENT}`,
          verdict: judged(growth <= MAX_EXPONENT),
          growth: { sizes: SIZES, values, exponent: growth },
        };
      });
    }),
};
