/** The dashboard of 10,000 boxes while the measures grow. */
import { exponent, quantile, timeRuns } from '../../lib/figures.ts';
import { judged, ROOT, type Row } from '../../lib/row.ts';
import { onStage } from '../../lib/stage.ts';
import { fillBoxes, fillCounts, fillMeasures, rollUpAll } from '../../lib/store-fill.ts';

const BOXES = 10_000;

export const dashboard: Row = {
  name: 'dashboard',
  run: ({ full }) =>
    onStage(async (stage) => {
      const boxes = await fillBoxes(stage.db, BOXES);
      const aeros = boxes.flatMap((box) => box.aeros);
      const server = await stage.launch({ ROLES: 'web' });
      const { api } = await stage.user(server.url);
      // A day of this many AEROs has 144 rows each; the ledgers and counts by day have the stated size.
      const sizes = full
        ? [20_000 * 144, 80_000 * 144, 320_000 * 144]
        : [1000 * 144, 4000 * 144, 16_000 * 144];
      const found: number[] = [];
      let days = 0;
      for (const size of sizes) {
        const wanted = Math.ceil(size / 144 / aeros.length);
        if (full) await fillMeasures(stage.db, aeros, wanted);
        else await fillMeasures(stage.db, aeros.slice(0, Math.ceil(size / 144)), 1);
        days = wanted;
        if (!full) await rollUpAll(stage.db);
        await fillCounts(
          stage.db,
          boxes.map((box) => box.id),
          size * 20,
          90,
        );
        const answer = await api.get('/dashboard/');
        if (answer.status !== 200 || answer.body.boxes !== BOXES) throw new Error(answer.text.slice(0, 300));
        found.push(quantile(await timeRuns(40, () => api.get('/dashboard/'), 3), 0.95));
      }
      const grown = exponent(sizes, found);
      return [
        {
          what: `dashboard, ${BOXES} boxes, ${(sizes.at(-1)! / 1e6).toFixed(1)} million measures, p95`,
          value: found.at(-1)!,
          unit: 'ms',
          target: '≤ 100 ms',
          verdict: judged(found.at(-1)! <= 100),
          growth: { sizes, values: found, exponent: grown },
          note: `ledgers of ${BOXES} boxes and 90 days of counts; ${days} days of rows`,
        },
        {
          what: 'dashboard: growth with the measures',
          value: grown,
          unit: '(exponent)',
          target: `≤ ${ROOT}`,
          verdict: judged(grown <= ROOT),
        },
      ];
    }),
};
