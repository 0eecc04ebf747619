import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { UNIT_SYSTEMS, type UnitSystem } from '@aerowatch/domain/units';
import { BadRequest } from '../../../platform/errors.ts';
import { metricHeader, textsOf } from '../export/export-columns.ts';

const FIELDS = ['time', 'box', 'aero', ...METRIC_KEYS] as const;
type Field = (typeof FIELDS)[number];
/** Column names by field, for files of other programs; an empty name excludes a field. */
export type Mapping = Partial<Record<Field, string>>;

/** The index of each column; `box` and `aero` are absent when the whole file is of one AERO. */
export interface ImportColumns {
  readonly separator: string;
  /** Column names as they are in the file. */
  readonly headers: readonly string[];
  readonly time: number;
  readonly box: number | null;
  readonly aero: number | null;
  readonly metrics: readonly { metric: MetricKey; index: number; system: UnitSystem }[];
}

export function readMapping(text: string | undefined): Mapping {
  if (text === undefined || text.trim() === '') return {};
  let mapping: unknown;
  try {
    mapping = JSON.parse(text);
  } catch {
    throw new BadRequest({ mapping: ['not_json'] });
  }
  if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping))
    throw new BadRequest({ mapping: ['not_object'] });
  for (const [field, name] of Object.entries(mapping)) {
    if (!(FIELDS as readonly string[]).includes(field))
      throw new BadRequest({ mapping: [`one_of|${FIELDS.join(', ')}`] });
    if (typeof name !== 'string') throw new BadRequest({ mapping: ['not_text'] });
  }
  return mapping as Mapping;
}

/**
 * Finds the columns of a file: by the mapping, by our own headers in either language and unit system, or by
 * the API's names. `system` applies to columns without a unit in their name.
 */
export function findColumns(
  headers: readonly string[],
  separator: string,
  options: { mapping: Mapping; system: UnitSystem; wholeFileIsOneAero: boolean },
): ImportColumns {
  const names = headers.map(normal);
  const find = (field: Field, known: readonly string[]): number => {
    const mapped = options.mapping[field];
    if (mapped === undefined) return names.findIndex((name) => known.includes(name));
    if (mapped.trim() === '') return -1;
    const index = names.indexOf(normal(mapped));
    if (index < 0) throw new BadRequest({ mapping: [`import_no_column|${mapped}`] });
    return index;
  };
  const words = (key: 'time' | 'box' | 'aero') =>
    LANGUAGE_KEYS.map((language) => normal(textsOf(language)[key]));
  const utc = find(
    'time',
    words('time').map((word) => `${word} (utc)`),
  );
  const local = names.findIndex((name) => words('time').some((word) => name.startsWith(`${word} (`)));
  const plain = names.findIndex((name) => ['date', 'time', ...words('time')].includes(name));
  const time = [utc, local, plain].find((index) => index >= 0);
  if (time === undefined) throw new BadRequest({ file: [`import_no_column|${textsOf('en').time}`] });
  const box = find('box', [...words('box'), 'serial_number', 'serial']);
  const aero = find('aero', [...words('aero'), 'position']);
  if (!options.wholeFileIsOneAero && (box < 0 || aero < 0))
    throw new BadRequest({ file: [`import_no_column|${textsOf('en')[box < 0 ? 'box' : 'aero']}`] });
  const metrics = METRIC_KEYS.flatMap((metric) =>
    metricColumn(metric, options.mapping[metric] === undefined ? names : [], find, options),
  );
  if (metrics.length === 0) throw new BadRequest({ file: ['import_no_metric'] });
  const some = (index: number) => (options.wholeFileIsOneAero || index < 0 ? null : index);
  return { separator, headers, time, box: some(box), aero: some(aero), metrics };
}

/** A mapped column takes precedence over one found by its name; its name still determines the unit. */
function metricColumn(
  metric: MetricKey,
  names: readonly string[],
  find: (field: Field, known: readonly string[]) => number,
  { mapping, system }: { mapping: Mapping; system: UnitSystem },
) {
  const headers = UNIT_SYSTEMS.flatMap((one) =>
    LANGUAGE_KEYS.map((language) => ({ one, header: normal(metricHeader(metric, language, one)) })),
  );
  for (const { one, header } of headers) {
    const index = names.indexOf(header);
    if (index >= 0) return [{ metric, index, system: one }];
  }
  const index = find(metric, [metric]);
  const named = headers.find(({ header }) => header === normal(mapping[metric] ?? ''));
  return index < 0 ? [] : [{ metric, index, system: named?.one ?? system }];
}

function normal(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .replace(/^'/, '')
    .trim()
    .toLowerCase();
}
