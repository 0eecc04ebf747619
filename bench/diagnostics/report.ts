/** Writes the results to a file, and updates the tables of the documentation. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resultFile } from '../lib/result-file.ts';
import { SEVERITIES } from './case.ts';
import { calibrationDiagram } from './diagram.ts';
import type { Bin, FaultRow, SoundRow, Totals } from './results.ts';
import { CLIMATE_NAMES, INTERVAL_NAMES, INTERVALS, type Interval } from './world.ts';

export interface AtInterval {
  readonly sound: SoundRow | null;
  readonly faults: readonly FaultRow[];
  readonly totals: Totals;
}
export interface Results {
  readonly date: string;
  readonly seed: number;
  /** AEROs of each severity, days from one diagnosis to the next. */
  readonly count: number;
  readonly every: number;
  readonly at: Partial<Record<Interval, AtInterval>>;
  readonly calibration: readonly Bin[];
}

const PAGE = new URL('../../docs/diagnostics.md', import.meta.url);
const DIAGRAM = new URL('../../docs/diagnostics-confidence.svg', import.meta.url);
const MARKS = ['<!-- results -->', '<!-- /results -->'] as const;

/** Writes the file, and the tables, unless the file is not the usual one. */
export function writeResults(results: Results, out?: string): void {
  writeFileSync(out ?? resultFile('diagnostics.json'), `${JSON.stringify(results, null, 2)}\n`);
  if (out !== undefined || !existsSync(PAGE)) return;
  writeFileSync(DIAGRAM, calibrationDiagram(results.calibration, 'Stated confidence against what was so'));
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = MARKS.map((mark) => page.indexOf(mark)) as [number, number];
  if (begin < 0 || end < begin) return;
  writeFileSync(PAGE, `${page.slice(0, begin + MARKS[0].length)}\n${tables(results)}\n${page.slice(end)}`);
}

const named = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .sort((a, b) => b[1] - a[1])
    .map(([key, count]) => `${key} ${count}`)
    .join(', ') || '–';
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

/** A line of a table: its label and the content of each log time's column. */
type RowOfIntervals = (label: string, of: (one: AtInterval) => string) => string;

/** Lines about sound AEROs: years observed, and findings although nothing was wrong. */
function soundRows(each: RowOfIntervals): string[] {
  const sound = (of: (row: SoundRow) => string) => (one: AtInterval) => (one.sound ? of(one.sound) : '–');
  const climates = CLIMATE_NAMES.map((climate) =>
    each(
      `– ${climate}`,
      sound((row) => String(row.by_climate[climate] ?? '–')),
    ),
  );
  return [
    each(
      'sound AERO-years',
      sound((row) => String(row.years)),
    ),
    each(
      'false findings a sound AERO-year',
      sound((row) => `**${row.per_year}** (${row.interval[0]}–${row.interval[1]})`),
    ),
    ...climates,
    each(
      'of them "bad"',
      sound((row) => String(row.bad_per_year)),
    ),
    each(
      '"unusual" a sound AERO-year',
      sound((row) => String(row.unusual_per_year)),
    ),
    each(
      'which',
      sound((row) => named(row.by)),
    ),
  ];
}

/** Lines about faults: how many were named, and how often correctly at first. */
function totalRows(each: RowOfIntervals): string[] {
  return [
    each(
      'core faults named',
      ({ totals: { core } }) => `**${share(core[0], core[2])}** (and ${core[1]} not watched) of ${core[2]}`,
    ),
    each(
      'other faults, medium and severe',
      ({ totals: { others } }) =>
        `**${share(others[0], others[2])}** (and ${others[1]} not watched) of ${others[2]}`,
    ),
    each(
      'right name first (or said beside the first)',
      ({ totals: { right_first: first, right_or_both: both } }) =>
        `**${share(first[0], first[1])}** (${share(both[0], both[1])}) of ${first[1]}`,
    ),
  ];
}

export function tables(results: Results): string {
  const shown = INTERVALS.filter((interval) => results.at[interval]);
  const at = (interval: Interval) => results.at[interval]!;
  const head = ['', ...shown.map((interval) => INTERVAL_NAMES[interval])];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const each: RowOfIntervals = (label, of) => line([label, ...shown.map((one) => of(at(one)))]);
  return [
    `Measured ${results.date}, seed ${results.seed}, ${results.count} AEROs of each fault and severity, a diagnosis every ${results.every} days.`,
    '',
    line(head),
    line(head.map((_, i) => (i === 0 ? '---' : '--:'))),
    ...soundRows(each),
    ...totalRows(each),
    ...shown.flatMap((interval) => ['', ...faultTable(interval, at(interval).faults)]),
    '',
    ...climateTable(shown.map((interval) => [interval, at(interval).faults])),
    '',
    ...calibrationTable(results.calibration),
  ].join('\n');
}

function calibrationTable(bins: readonly Bin[]): string[] {
  return [
    '![Stated confidence against what was so, with 95 % intervals](diagnostics-confidence.svg)',
    '',
    '| said with a confidence of | findings | so | mean confidence |',
    '|---|--:|--:|--:|',
    ...bins.map(
      ({ from, to, said, so, mean }) => `| ${from}–${to} | ${said} | ${share(so, said)} | ${mean ?? '–'} |`,
    ),
  ];
}

/** Number named of all, by kind, climate and log time: each severity in turn (mild, medium, severe). */
function climateTable(shown: readonly (readonly [Interval, readonly FaultRow[]])[]): string[] {
  const names = shown[0]?.[1].map(({ name }) => name) ?? [];
  const cell = (row: FaultRow | undefined, climate: (typeof CLIMATE_NAMES)[number]) => {
    const here = row?.by_climate[climate];
    return here
      ? SEVERITIES.map((severity) => here[severity])
          .map((one) => (one ? `${one[0]}/${one[1]}` : '·'))
          .join(' ')
      : '–';
  };
  return [
    '<details><summary>Named by climate and severity (mild, medium, severe), each log time</summary>',
    '',
    `| fault | log time | ${CLIMATE_NAMES.join(' | ')} |`,
    `|---|---|${CLIMATE_NAMES.map(() => '--:').join('|')}|`,
    ...names.flatMap((name) =>
      shown.map(([interval, rows]) => {
        const row = rows.find((one) => one.name === name);
        return `| ${name} | ${INTERVAL_NAMES[interval]} | ${CLIMATE_NAMES.map((climate) => cell(row, climate)).join(' | ')} |`;
      }),
    ),
    '',
    '</details>',
  ];
}

function faultTable(interval: Interval, rows: readonly FaultRow[]): string[] {
  const cell = ({ named: found, cases, not_watched }: FaultRow['by']['mild']) =>
    `${found}/${cases}${not_watched > 0 ? ` (${not_watched} n.w.)` : ''}`;
  return [
    `| every ${INTERVAL_NAMES[interval]}: fault (mild, medium, severe) | named: mild | medium | severe | right first | days to it | false words beside it |`,
    '|---|--:|--:|--:|--:|--:|---|',
    ...rows.map((row) => {
      const all = SEVERITIES.map((severity) => row.by[severity]);
      const right = all.reduce((sum, one) => sum + one.right_first, 0);
      const anything = all.reduce((sum, one) => sum + one.anything, 0);
      const days = all.map((one) => one.days ?? '–').join(', ');
      return `| ${row.name} (${[...new Set(row.rates)].join(', ')} ${row.unit})${row.core ? ' *' : ''} | ${all.map(cell).join(' | ')} | ${share(right, anything)} | ${days} | ${named(row.false_by)} |`;
    }),
  ];
}
