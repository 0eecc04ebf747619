import { AERO_FIELDS, BOX_FIELDS } from '../../entities/boxes/field-names.ts';

/** A file with every column and one line as an example, for spreadsheets (with a byte order mark). */
export function template(): string {
  const columns = [...BOX_FIELDS, ...[1, 2].flatMap((at) => AERO_FIELDS.map((name) => `aero${at}_${name}`))];
  const example: Record<string, string> = {
    serial_number: 'AW-00001',
    latitude: '48.528',
    longitude: '2.653',
    line: '830000',
    kilometer_point: '44+100',
    pole: '44/03',
    installation_date: '2026-03-31',
    aero1_model_type: '1',
    aero1_track_number: 'V1',
    aero1_conductor_type: 'wire',
    aero1_mechanical_tension: '1000',
    aero1_regularized_length: '300',
  };
  return `\uFEFF${columns.join(',')}\r\n${columns.map((name) => example[name] ?? '').join(',')}\r\n`;
}
