import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { formatKilometerPoint, parseKilometerPoint } from '@aerowatch/domain/kilometer-point';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { SERVED } from '@aerowatch/i18n/languages';
import { cellNumber } from '../../../platform/tables/cell-number.ts';
import type { Language } from '../../../platform/viewer.ts';
import { AERO_KEYS, type AeroFields } from '../../aeros/rules.ts';
import { FIELD_HEADERS } from './headers.ts';

const TEXTS = LANGUAGE_KEYS.map((language) => ({ language, ...SERVED[language].domain }));
type Texts = (typeof TEXTS)[number];
/** Separates the names of several tags in one cell. */
const TAG_SEPARATOR = '|';
/** A backslash before a separator, or before another backslash, makes it part of the name. */
const tagNames = (cell: string): string[] =>
  (cell.match(/(?:\\.|[^\\|]|\\$)+/g) ?? []).flatMap((part) => {
    const name = part.replace(/\\(.)/g, '$1').trim();
    return name === '' ? [] : [name];
  });

/** Names that rows contain instead of ids. */
export interface Names {
  readonly clients: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<number, string>;
  readonly firmwares: ReadonlyMap<number, string>;
}
type Cell = string | number | null;
/** Turns a cell into the API's value; a text that it cannot parse is passed on and refused by the schema. */
type Read = (text: string) => unknown;

export interface CsvColumn {
  /** The API's name, `aero1_model_type` for those of an AERO: the header in English. */
  readonly key: string;
  readonly header: Record<Language, string>;
  readonly write: (box: Box, names: Names) => Cell;
  /** Missing where an import ignores the column. */
  readonly read?: Read;
}

const text: Read = (value) => value;
const number: Read = (value) => cellNumber(value) ?? value;
/** `2026-03-31`, or `31/03/2026`. */
const date: Read = (value) => {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value);
  return match === null ? value : `${match[3]}-${match[2]}-${match[1]}`;
};
const word =
  (words: 'conductor' | 'model', values: Record<string, unknown>): Read =>
  (value) => {
    const wanted = value.toLowerCase();
    for (const texts of TEXTS)
      for (const [key, name] of Object.entries(texts[words]))
        if (name.toLowerCase() === wanted && key in values) return values[key];
    return undefined;
  };
const CONDUCTORS = { wire: 'wire', messenger: 'messenger', wire_and_messenger: 'wire_and_messenger' };
const MODELS = { not_connected: 0, aero_480: 1, aero_1000: 2 };
const conductor: Read = (value) => word('conductor', CONDUCTORS)(value) ?? value;
/** By name, by code, or by its stroke as lists write it: `480`, `AERO-1000`. */
const model: Read = (value) => {
  const [, stroke] = /^(?:aero[\s-]*)?(480|1000)$/i.exec(value) ?? [];
  return word('model', MODELS)(value) ?? (stroke === undefined ? number(value) : stroke === '480' ? 1 : 2);
};

/** Headers are the API's names in English, for programs, and words in the other languages. */
function headersOf(key: string, worded: (texts: Texts) => string): CsvColumn['header'] {
  const headers = TEXTS.map((texts) => [texts.language, texts.language === 'en' ? key : worded(texts)]);
  return Object.fromEntries(headers) as CsvColumn['header'];
}

type BoxKey = keyof Texts['field'] & keyof Box;
function own(key: BoxKey, write: CsvColumn['write'], read?: Read): CsvColumn {
  const header = headersOf(key, ({ field }) => field[key]);
  return { key, header, write, ...(read === undefined ? {} : { read }) };
}
const plain = (key: BoxKey, read?: Read) => own(key, (box) => box[key] as Cell, read);

function ofAero(position: 1 | 2, key: keyof AeroFields): CsvColumn {
  const read =
    key === 'conductor_type'
      ? conductor
      : key === 'model_type'
        ? model
        : typeof SAMPLE[key] === 'string'
          ? text
          : number;
  const name = `aero${position}_${key}`;
  return {
    key: name,
    header: headersOf(
      name,
      (texts) =>
        `${texts.aero.replace('{{position}}', String(position))} ${texts.field[key as keyof Texts['field']]}`,
    ),
    write: (box) => {
      const aero = box.aeros.find((one: Aero) => one.position === position);
      return aero === undefined ? null : (aero[key] as Cell);
    },
    read,
  };
}
/** Which fields of an AERO are texts. */
const SAMPLE: Partial<Record<keyof AeroFields, string>> = { serial_number: '', line: '', track_number: '' };

/** Columns of the boxes list as a file: what is exported can be imported again. */
export const CSV_COLUMNS: readonly CsvColumn[] = [
  // Serial numbers have capital letters only; lists write them as they please.
  plain('serial_number', (value) => value.toUpperCase()),
  plain('name', text),
  own(
    'client',
    (box, names) => (box.client === null ? null : (names.clients.get(box.client) ?? box.client)),
    text,
  ),
  plain('latitude', number),
  plain('longitude', number),
  plain('altitude', number),
  plain('temperature_coldest', number),
  plain('temperature_hottest', number),
  plain('line', text),
  own(
    'kilometer_point',
    (box) => (box.kilometer_point === null ? null : formatKilometerPoint(box.kilometer_point)),
    (value) => parseKilometerPoint(value) ?? value,
  ),
  plain('pole', text),
  plain('iccid', text),
  plain('installation_date', date),
  plain('comment', text),
  own(
    'tags',
    (box, names) =>
      box.tags.map((tag) => String(names.tags.get(tag) ?? tag).replace(/[\\|]/g, '\\$&')).join(TAG_SEPARATOR),
    tagNames,
  ),
  ...([1, 2] as const).flatMap((position) => AERO_KEYS.map((key) => ofAero(position, key))),
  own(
    'firmware',
    (box, names) =>
      box.reported?.firmware_version ??
      (box.firmware === null ? null : (names.firmwares.get(box.firmware) ?? null)),
  ),
  plain('status'),
  plain('sami'),
  plain('last_send'),
  plain('created_at'),
];

/** A word of a fixed list in the reader's language. */
export function spoken(key: string, value: Cell, language: Language): Cell {
  if (language === 'en' || typeof value !== 'string') return value;
  const { status, sami, conductor: conductors } = SERVED[language].domain;
  const words: Record<string, Record<string, string>> = { status, sami };
  return (key.endsWith('_conductor_type') ? conductors[value as 'wire'] : words[key]?.[value]) ?? value;
}

const normal = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .normalize('NFC')
    .replace(/[’']/g, "'")
    .replace(/[º˚]/g, '°')
    .replace(/\s+/g, ' ');
const BY_KEY = new Map(CSV_COLUMNS.map((column) => [column.key, column]));
const BY_HEADER = new Map([
  ...FIELD_HEADERS.flatMap(([header, key]) => {
    const column = BY_KEY.get(key);
    return column === undefined ? [] : [[normal(header), column] as const];
  }),
  ...CSV_COLUMNS.flatMap((column) => {
    const { field } = SERVED.en.domain;
    const label = Object.hasOwn(field, column.key) ? field[column.key as BoxKey] : column.key;
    return [...Object.values(column.header), label].map((header) => [normal(header), column] as const);
  }),
]);
/** The units that columns are read in; a header may end with its own. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/stroke/, 'mm'],
  [/regularized_length|altitude/, 'm'],
  [/tension/, 'dan'],
  [/pressure/, 'bar'],
  [/temperature/, '°c'],
  [/battery/, 'v'],
];

/** The column of a header: by the API's name, by a label in any language, or by a name of the field. */
export function columnOf(header: string): CsvColumn | undefined {
  const name = normal(header);
  const [, bare, unit] = /^(.+?) ?[([]([^()[\]]+)[)\]]$/.exec(name) ?? [];
  const known = BY_HEADER.get(name);
  if (known !== undefined || bare === undefined) return known;
  const column = BY_HEADER.get(bare);
  return UNITS.some(([keys, own]) => own === unit && keys.test(column?.key ?? '')) ? column : undefined;
}
