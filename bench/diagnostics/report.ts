/** Keeps the results in a file, and the tables of the documentation in step with them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { KINDS } from './kinds.ts';
import type { FaultRow, SoundRow } from './results.ts';

export interface Results {
  date: string;
  sound?: SoundRow;
  readonly faults: Record<string, FaultRow>;
}

const FILE = new URL('../diagnostics.json', import.meta.url);
const PAGE = new URL('../../docs/diagnostics.md', import.meta.url);
const MARKS = ['<!-- results -->', '<!-- /results -->'] as const;

export function readResults(out?: string): Results {
  const file = out ?? FILE;
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : { date: '', faults: {} };
}

/** Writes the file, and, unless it is another than the usual one, the tables. */
export function writeResults(results: Results, out?: string): void {
  results.date = new Date().toISOString().slice(0, 10);
  writeFileSync(out ?? FILE, `${JSON.stringify(results, null, 2)}\n`);
  if (out !== undefined || !existsSync(PAGE)) return;
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

export function tables({ date, sound, faults }: Results): string {
  const rows = KINDS.flatMap(({ name }) => faults[name] ?? []).map(
    (row) =>
      `| ${row.name} (${row.severity}) | ${row.cases} | ${row.detected} | ${row.otherwise} | ${row.missed} | ${row.days_median ?? '–'} | ${row.days_p90 ?? '–'} | ${row.false} | ${named(row.false_by)} |`,
  );
  return [
    `Measured ${date}; sound AEROs of seed ${sound?.seed ?? '–'}, faults of seed ${[...new Set(Object.values(faults).map(({ seed }) => seed))].join(', ')}.`,
    ...(sound === undefined
      ? []
      : [
          '',
          `**Sound AEROs: false findings ${sound.false} in ${sound.years} AERO-years, ${sound.per_100_years} in 100 (95 % interval, exact: ${sound.interval.low} to ${sound.interval.high}).** By kind: ${named(sound.false_by)}. Of ${sound.true_words} of the ${sound.aeros} something true was said: a stop that they reach, friction of 4 % and more. ${sound.diagnoses} diagnoses.`,
        ]),
    '',
    '| Fault (how hard) | AEROs | detected by name | only otherwise | missed | days to it: median | 90 % within | AEROs with a false finding | which |',
    '|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...rows,
  ].join('\n');
}
