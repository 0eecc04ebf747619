import { DAY } from '@aerowatch/domain/durations';
import { LANGUAGES } from '@aerowatch/domain/languages';
import { parse } from 'csv-parse/sync';
import { read, utils } from 'xlsx';
import { cellsOf, shown, valueIn, wallClock, within } from '../naive/naive-reads.ts';
import { ROUNDING } from './difference.ts';
import type { Looking } from './look-context.ts';

/** Days from 1899-12-30, where spreadsheets begin to count, to 1970-01-01. */
const EPOCH = 25_569;

interface FileRow {
  readonly local: string;
  readonly time: number;
  readonly values: (number | null)[];
}

/** Reads the export back as a spreadsheet or a program would. */
export async function lookAtFiles(looking: Looking): Promise<void> {
  const { stage, plan, aeros, played, query, span, compare } = looking;
  const { every, metrics, descending, format, language, system, zone } = plan.reads;
  const step = every === null ? 'raw' : every;
  const ids = aeros.map((aero) => aero.id).join(',');
  const order = descending ? '&ordering=-date' : '';
  const path = `/measures/export/?aero=${ids}&metrics=${metrics.join(',')}&format=${format}&language=${language}&unit_system=${system}&time_zone=${zone}&every=${step}${order}${query}`;
  const response = await fetch(`${stage.server.url}/api${path}`, {
    headers: { Authorization: `Token ${stage.server.admin.token}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const got = format === 'csv' ? readCsv(bytes, language) : readXlsx(bytes);
  for (const { number, position, rows } of aeros) {
    const inside = within(rows, span);
    const expected: FileRow[] =
      step === 'raw'
        ? inside.map((row) => ({
            local: wallClock(row.time, zone).slice(0, 23),
            time: row.time,
            values: metrics.map((metric) => shown(metric, valueIn(row, metric), system)),
          }))
        : cellsOf(inside, metrics, step).map(({ time, count, bands }) => ({
            local: wallClock(time, zone).slice(0, 23),
            time,
            values: [
              count,
              ...metrics.flatMap((metric) =>
                (['min', 'mean', 'max'] as const).map((part) => shown(metric, bands[metric]![part], system)),
              ),
            ],
          }));
    const listed = descending ? expected.toReversed() : expected;
    compare(
      number,
      `export as ${format}`,
      listed,
      got.get(`${played[number]!.placed.serial} ${position}`) ?? [],
      step === 'raw' ? 0 : ROUNDING[system],
    );
  }
}

function add(rows: Map<string, FileRow[]>, serial: string, position: string, row: FileRow): void {
  const key = `${serial} ${position}`;
  const list = rows.get(key);
  if (list === undefined) rows.set(key, [row]);
  else list.push(row);
}

function readCsv(bytes: Buffer, language: 'en' | 'fr'): Map<string, FileRow[]> {
  const { separator, decimal } = LANGUAGES[language];
  const rows = new Map<string, FileRow[]>();
  const lines: string[][] = parse(bytes, { delimiter: separator, bom: true });
  for (const [local = '', utc = '', serial = '', position = '', ...values] of lines.slice(1)) {
    const numbers = values.map((value) => (value === '' ? null : Number(value.replace(decimal, '.'))));
    add(rows, serial, position, { local: local.slice(0, 23), time: Date.parse(utc), values: numbers });
  }
  return rows;
}

function readXlsx(bytes: Buffer): Map<string, FileRow[]> {
  const book = read(bytes, { sheets: 0 });
  const [sheet] = Object.values(book.Sheets);
  const lines = utils.sheet_to_json<(string | number | null)[]>(sheet!, { header: 1, defval: null });
  const rows = new Map<string, FileRow[]>();
  const timeOf = (cell: unknown): number => Math.round((Number(cell) - EPOCH) * DAY);
  for (const [local, utc, serial, position, ...values] of lines.slice(1)) {
    const clock = new Date(timeOf(local)).toISOString().slice(0, 23);
    add(rows, String(serial), String(position), {
      local: clock,
      time: timeOf(utc),
      values: values.map((value) => (value === null ? null : Number(value))),
    });
  }
  return rows;
}
