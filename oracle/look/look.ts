import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { anchorOf } from '../cases/case.ts';
import { spanOf, valueIn, within } from '../naive/naive-reads.ts';
import type { CaseResult, Stage } from '../product.ts';
import { type Difference, firstDifference } from './difference.ts';
import type { Looking } from './look-context.ts';
import { lookAtFigures } from './look-figures.ts';
import { lookAtFiles } from './look-files.ts';
import { lookAtSeries } from './look-series.ts';

/** Compares every read of the product with the naive reading; returns the differences. */
export async function look(stage: Stage, played: readonly CaseResult[], now: number): Promise<Difference[]> {
  const { plan } = played[0]!.given;
  const span = spanOf(plan.reads, anchorOf(plan, now));
  const { from, to } = plan.reads;
  const differences: Difference[] = [];
  const looking: Looking = {
    stage,
    played,
    plan,
    span,
    now,
    query: `${from === null ? '' : `&from=${span.from}`}${to === null ? '' : `&to=${span.to}`}`,
    aeros: played
      .flatMap(({ placed, naive }, number) =>
        [...placed.aeros].map(([position, id]) => ({ id, number, position, rows: naive.sorted(position) })),
      )
      .sort((a, b) => a.id - b.id),
    compare(number, read, expected, got, rounding) {
      const found = firstDifference(expected, got, rounding);
      if (found !== null) differences.push({ number, read: `${read} ${found}`, expected, got });
    },
    async get(path) {
      const answer = await stage.server.admin.api.get(path);
      if (answer.status !== 200)
        throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
      return answer.body;
    },
  };
  await lookAtRows(looking);
  await lookAtSeries(looking);
  await lookAtFigures(looking);
  await lookAtFiles(looking);
  return differences;
}

const ROWS = 200;

/** Pages of the list, in the requested order, by page number and by cursor. */
async function lookAtRows(looking: Looking): Promise<void> {
  const { plan, aeros, query, span } = looking;
  const { descending, page, metrics } = plan.reads;
  const ids = aeros.map((aero) => aero.id).join(',');
  const ordering = descending ? '-date' : 'date';
  const path = `/measures/?aero=${ids}&ordering=${ordering}&metrics=${metrics.join(',')}${query}`;
  const expected = new Map(aeros.map(({ id, rows }) => [id, within(rows, span)]));
  const got = new Map<number, ApiMeasure[]>(aeros.map(({ id }) => [id, []]));
  const all: ApiMeasure[] = [];
  // Small pages first, then the rest in large ones.
  let next: string | null = `${path}&page_size=${page}`;
  for (let pages = 0; next !== null; pages += 1) {
    const body: { results: ApiMeasure[]; next: string | null } = await looking.get(next);
    all.push(...body.results);
    const more: string | null = body.next === null ? null : body.next.slice(body.next.indexOf('/measures/'));
    next = more !== null && pages > 1 ? more.replace(/page_size=\d+/, `page_size=${ROWS * 5}`) : more;
  }
  for (const measure of all) got.get(measure.aero)?.push(measure);
  for (const { id, number } of aeros) {
    const rows = expected.get(id)!;
    const listed = (descending ? rows.toReversed() : rows).map((row) => ({
      date: new Date(row.time).toISOString(),
      ...Object.fromEntries(metrics.map((metric) => [metric, valueIn(row, metric)])),
    }));
    looking.compare(number, 'rows', listed, got.get(id));
  }
  const order = all.map((one) => Date.parse(one.date) * (descending ? -1 : 1));
  for (let index = 1; index < order.length; index += 1)
    if (order[index]! < order[index - 1]!) looking.compare(0, 'rows in order', true, false);
  if (all.length > 0) {
    const second = await looking.get(`${path}&page_size=${page}&page=2`);
    looking.compare(0, 'second page', all.slice(page, 2 * page), second.results);
    looking.compare(0, 'count', all.length, second.count);
  }
  lookAtBrowser(looking);
}

/** The state of a browser after all events, in their shuffled order. */
function lookAtBrowser({ played, aeros, compare }: Looking): void {
  for (const { id, number, rows } of aeros) {
    const { events, given } = played[number]!;
    // After a replay or a new AERO the browser reads again.
    if (!events.watched || given.rounds.some((round) => round.edits.includes('add aero'))) continue;
    const { curve, latest } = events.shown(id);
    compare(
      number,
      'live curve',
      rows.map((row) => [row.time, ...row.values]),
      curve.time.map((time, index) => [
        time,
        ...METRIC_KEYS.map((metric) => curve.metrics[metric]?.mean[index]),
      ]),
    );
    const last = rows.at(-1);
    if (last === undefined) continue;
    const newest = METRIC_KEYS.map((metric) => [metric, valueIn(last, metric)]);
    compare(
      number,
      'live latest',
      { date: new Date(last.time).toISOString(), ...Object.fromEntries(newest) },
      latest,
    );
  }
}
