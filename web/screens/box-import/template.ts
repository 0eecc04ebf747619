/** Columns an import reads, by the interface's names, in the order of the template. */
export const BOX_COLUMNS = [
  'serial_number',
  'name',
  'client',
  'latitude',
  'longitude',
  'line',
  'kilometer_point',
  'pole',
  'iccid',
  'installation_date',
  'comment',
  'tags',
] as const;
export const AERO_COLUMNS = [
  'serial_number',
  'model_type',
  'line',
  'track_number',
  'conductor_type',
  'mechanical_tension',
  'regularized_length',
  'expansion_coefficient',
  'stroke_min',
  'stroke_max',
  'pressure_min',
  'pressure_max',
  'temperature_min',
  'temperature_max',
  'battery_min',
  'stroke_min_offset',
  'stroke_max_offset',
] as const;

/** A file with every column and one line as an example, for spreadsheets (with a byte order mark). */
export function template(): string {
  const columns = [
    ...BOX_COLUMNS,
    ...[1, 2].flatMap((at) => AERO_COLUMNS.map((name) => `aero${at}_${name}`)),
  ];
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
