import { AERO_FIELDS, BOX_FIELDS } from '../../entities/boxes/form/field-names.ts';
import { csvText } from '../../lib/csv.ts';

const EXAMPLE: Readonly<Record<string, string>> = {
  serial_number: 'AW-00001',
  name: 'Melun Nord',
  latitude: '48.528',
  longitude: '2.653',
  altitude: '60',
  line: '830000',
  kilometer_point: '44+100',
  pole: '44/03',
  installation_date: '2026-03-31',
  aero1_serial_number: 'A-1042',
  aero1_model_type: '1',
  aero1_track_number: 'V1',
  aero1_conductor_type: 'wire',
  aero1_mechanical_tension: '1000',
  aero1_regularized_length: '300',
  aero1_stroke_min: '40',
  aero1_stroke_max: '440',
};

/** The CSV format of a language's spreadsheets: separators of cells and of numbers. */
export interface Manner {
  /** The name of a column in the user's language; the API's name for programs. */
  header: (key: string) => string;
  separator: ',' | ';';
  decimal: '.' | ',';
  /** Texts for the example's codes, by column, in files for people. */
  words?: Readonly<Record<string, string>>;
}

/** A file with every column and one line as an example, for spreadsheets (with a byte order mark). */
export function template({ header, separator, decimal, words = {} }: Manner): string {
  const columns = [...BOX_FIELDS, ...[1, 2].flatMap((at) => AERO_FIELDS.map((name) => `aero${at}_${name}`))];
  const value = (key: string) =>
    (words[key] ?? EXAMPLE[key] ?? '').replace(/^(\d+)\.(\d+)$/, `$1${decimal}$2`);
  return csvText([columns.map(header), columns.map(value)], separator);
}
