/** Figures of the bench, and their tables in docs/forecast.md. */

import { readFileSync, writeFileSync } from 'node:fs';
import { LEADS } from '@aerowatch/domain/forecast/basis';
import { noScore, type Score, sumOf } from '@aerowatch/domain/forecast/learning/score';
import { INTERVAL_NAMES } from '../diagnostics/world.ts';
import { resultFile } from '../lib/result-file.ts';
import type { CellResult } from './cell.ts';
import type { DatesRow } from './dates.ts';
import { errorOf, joinedWeeks, offOf } from './sampling.ts';
import type { Task } from './task.ts';

export interface Row {
  readonly n: number;
  readonly coverage: number;
  readonly width: number;
  /** Width of 90 % of the weather forecast's own error as stroke, mm, relative to the interval's width. */
  readonly explained: number;
  readonly ratio: number;
  readonly skill: number;
  /** Largest error of stated chances, in points, of the tenths with `ENOUGH_CASES`; null without any. */
  readonly off: number | null;
  /** Largest error of a perfect forecast in 95 of 100 samples with as much weather. */
  readonly sampling: number | null;
}
export interface Results {
  readonly date: string;
  /** Separated by commas. */
  readonly seeds: string;
  readonly boxes: number;
  readonly leads: readonly Row[];
  readonly cells: readonly {
    readonly climate: string;
    readonly interval: number;
    readonly aeros: number;
    /** As `Row.off` and `Row.sampling`, over all leads together. */
    readonly off: number | null;
    readonly sampling: number | null;
    readonly leads: readonly Row[];
  }[];
  readonly reliability: readonly {
    readonly n: number;
    readonly stated: number;
    readonly happened: number;
    /** Points on either side that contain 95 of 100 such samples. */
    readonly sampling: number;
  }[];
  readonly off: number | null;
  readonly sampling: number | null;
  readonly faulty: {
    readonly given: number;
    readonly withheld: number;
    readonly coverage: number;
    readonly reasons: Readonly<Record<string, number>>;
  };
  readonly missing: Readonly<Record<string, number>>;
  readonly days: number;
  readonly byAero: { readonly least: number; readonly most: number };
  /** Dates with ranges, for the simulator's faults. */
  readonly dates: readonly DatesRow[];
}

const Z90 = 3.2897;
const to = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

function rowOf(
  score: Score,
  weather: { n: number; sum: number; squares: number },
  weeks: CellResult['weeks'],
  lead: number,
): Row {
  const deviation = Math.sqrt(Math.max(0, weather.squares / weather.n - (weather.sum / weather.n) ** 2));
  const width = score.width / score.n;
  return {
    n: score.n,
    coverage: to(score.inside / score.n, 4),
    width: to(width, 1),
    explained: to(Z90 * deviation, 1),
    ratio: to(width / (Z90 * deviation), 2),
    skill: to(1 - score.brier / score.reference, 3),
    ...offPoints(score, weeks, [lead]),
  };
}

const ALL_LEADS = Array.from({ length: LEADS }, (_, lead) => lead);

function offPoints(score: Score, weeks: CellResult['weeks'], leads: readonly number[]) {
  const off = offOf(score, weeks, leads);
  return { off: off && to(off.most, 1), sampling: off && to(off.sampling, 1) };
}

/** Merges cells of the same climate and log time over all seeds. */
function joinedCells(
  tasks: readonly Task[],
  cells: readonly CellResult[],
): { readonly tasks: Task[]; readonly cells: CellResult[] } {
  const groups = Map.groupBy(
    cells.map((cell, i) => ({ cell, task: tasks[i]! })),
    ({ task }) => `${task.climate} ${task.interval}`,
  );
  return {
    tasks: [...groups.values()].map(([first]) => first!.task),
    cells: [...groups.values()].map((group) => group.map(({ cell }) => cell).reduce(joined)),
  };
}

function joined(one: CellResult, other: CellResult): CellResult {
  return {
    leads: one.leads.map(({ score, weather }, lead) => ({
      score: sumOf(score, other.leads[lead]!.score),
      weather: {
        n: weather.n + other.leads[lead]!.weather.n,
        sum: weather.sum + other.leads[lead]!.weather.sum,
        squares: weather.squares + other.leads[lead]!.weather.squares,
      },
    })),
    // No two seeds share a weather.
    weeks: new Map([...one.weeks, ...other.weeks]),
    faulty: {
      given: one.faulty.given + other.faulty.given,
      withheld: one.faulty.withheld + other.faulty.withheld,
      reasons: countsOf(one.faulty.reasons, other.faulty.reasons),
      score: sumOf(one.faulty.score, other.faulty.score),
    },
    missing: countsOf(one.missing, other.missing),
    days: one.days + other.days,
    byAero: [...one.byAero, ...other.byAero],
  };
}

function countsOf(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const sums: Record<string, number> = { ...one };
  for (const [key, n] of Object.entries(other)) sums[key] = (sums[key] ?? 0) + n;
  return sums;
}

export function resultsOf(
  allTasks: readonly Task[],
  allCells: readonly CellResult[],
  dates: readonly DatesRow[],
): Results {
  const { tasks, cells } = joinedCells(allTasks, allCells);
  const total = cells.reduce(joined);
  const every = total.leads.reduce((sum, { score }) => sumOf(sum, score), noScore());
  const weeks = joinedWeeks(cells.map((cell, i) => ({ climate: tasks[i]!.climate, weeks: cell.weeks })));
  const { faulty, byAero } = total;
  return {
    date: new Date().toISOString().slice(0, 10),
    seeds: [...new Set(allTasks.map(({ seed }) => seed))].join(', '),
    boxes: tasks[0]!.boxes,
    leads: total.leads.map(({ score, weather }, lead) => rowOf(score, weather, weeks, lead)),
    cells: cells.map((cell, i) => ({
      climate: tasks[i]!.climate,
      interval: tasks[i]!.interval,
      aeros: cell.byAero.length,
      ...offPoints(
        cell.leads.reduce((sum, { score }) => sumOf(sum, score), noScore()),
        cell.weeks,
        ALL_LEADS,
      ),
      leads: cell.leads.map(({ score, weather }, lead) => rowOf(score, weather, cell.weeks, lead)),
    })),
    ...offPoints(every, weeks, ALL_LEADS),
    reliability: every.binN.map((n, i) => ({
      n,
      stated: n === 0 ? 0 : to(every.binChance[i]! / n, 3),
      happened: n === 0 ? 0 : to(every.binHits[i]! / n, 3),
      sampling: n === 0 ? 0 : to(1.96 * errorOf(weeks, i, ALL_LEADS), 1),
    })),
    faulty: {
      given: faulty.given,
      withheld: faulty.withheld,
      coverage: faulty.score.n === 0 ? 0 : to(faulty.score.inside / faulty.score.n, 3),
      reasons: faulty.reasons,
    },
    missing: total.missing,
    days: total.days,
    byAero: { least: to(Math.min(...byAero), 3), most: to(Math.max(...byAero), 3) },
    dates: dates.map((row) => ({ ...row, held: to(row.held, 3) })),
  };
}

const offText = ({ off, sampling }: Pick<Row, 'off' | 'sampling'>) =>
  off === null || sampling === null ? '–' : `${off.toFixed(1)} (${sampling.toFixed(1)})`;
const percent = (share: number) => `${to(share * 100, 1)} %`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

const datesTable = ({ dates }: Results) =>
  table(
    ['reached', 'dates', 'held the truth', 'came earlier than said', 'days between the ends'],
    dates.map(({ what, n, held, earlier, width }) => [
      what,
      String(n),
      percent(held),
      String(earlier),
      width === null ? '–' : String(width),
    ]),
  );

const leadsTable = ({ leads }: Results) =>
  table(
    [
      'days ahead',
      'extremes',
      'within the 90 % interval',
      'mean width',
      'weather’s own error explains',
      'ratio',
      'Brier skill',
      'chances off, at most (by sampling alone)',
    ],
    leads.map((row, i) => [
      String(i + 1),
      String(row.n),
      percent(row.coverage),
      `${row.width.toFixed(0)} mm`,
      `${row.explained.toFixed(0)} mm`,
      row.ratio.toFixed(2),
      row.skill.toFixed(2),
      offText(row),
    ]),
  );

const cellsTable = ({ cells }: Results) =>
  table(
    [
      'climate',
      'log time',
      'AEROs',
      'coverage, least to most of the leads',
      'skill at 1, 3, 7 days',
      'largest ratio',
      'chances off, at most (by sampling alone)',
    ],
    cells.map((cell) => {
      const coverages = cell.leads.map(({ coverage }) => coverage);
      return [
        cell.climate,
        INTERVAL_NAMES[cell.interval as keyof typeof INTERVAL_NAMES],
        String(cell.aeros),
        `${percent(Math.min(...coverages))} to ${percent(Math.max(...coverages))}`,
        [0, 2, 6].map((lead) => cell.leads[lead]!.skill.toFixed(2)).join(', '),
        Math.max(...cell.leads.map(({ ratio }) => ratio)).toFixed(2),
        offText(cell),
      ];
    }),
  );

const reliabilityTable = ({ reliability }: Results) =>
  table(
    ['stated chance', 'how many', 'mean stated', 'came so', 'by sampling alone'],
    reliability.map(({ n, stated, happened, sampling }, i) => [
      `${i * 10} to ${i * 10 + 10} %`,
      String(n),
      percent(stated),
      percent(happened),
      `± ${sampling.toFixed(1)}`,
    ]),
  );

export function tablesOf(results: Results): string {
  const { given, withheld, coverage, reasons } = results.faulty;
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([reason, n]) => `${reason} ${n}`)
      .join(', ') || 'none';
  return [
    `Seeds ${results.seeds}; of each, ${results.boxes} boxes a climate and log time, one AERO of a box, a year each; ${results.date}.`,
    leadsTable(results),
    cellsTable(results),
    reliabilityTable(results),
    `AERO by AERO, over all leads, between ${percent(results.byAero.least)} and ${percent(results.byAero.most)} lay within. ` +
      `Of ${results.days} days of sound AEROs no number could be given on: ${list(results.missing)}. ` +
      `Of the days after a fault began, ${withheld} had a reason in place of a number (${list(reasons)}) and ${given} a number, which held ${percent(coverage)}.`,
    'Dates with ranges, said at most three times of each AERO from two weeks after its fault began; what is reached already is no date:',
    datesTable(results),
  ].join('\n\n');
}

/** Writes the figures to a file, and its tables between the two marks of the page. */
export function publish(results: Results): void {
  writeFileSync(resultFile('forecast.json'), `${JSON.stringify(results, null, 2)}\n`);
  const page = new URL('../../docs/forecast.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const [head, rest = ''] = text.split('<!-- figures -->');
  const tail = rest.split('<!-- end of figures -->')[1] ?? '';
  writeFileSync(page, `${head}<!-- figures -->\n\n${tablesOf(results)}\n\n<!-- end of figures -->${tail}`);
}
