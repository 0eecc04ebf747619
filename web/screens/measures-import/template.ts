import { METRIC_KEYS, METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import type { UnitSystem } from '@aerowatch/domain/units';
import { shown, unitOf } from '@aerowatch/domain/units';

/** Texts and format of a file in the reader's language. */
export interface TemplateWords {
  readonly time: string;
  readonly box: string;
  readonly aero: string;
  readonly metric: (key: MetricKey) => string;
  readonly separator: string;
  readonly decimal: string;
}

/** A file with every accepted column and one example line, for spreadsheets (UTF-8 with byte order mark). */
export function measuresTemplate(words: TemplateWords, system: UnitSystem): string {
  const headers = [
    `${words.time} (UTC)`,
    words.box,
    words.aero,
    ...METRIC_KEYS.map((key) => `${words.metric(key)} (${unitOf(METRICS[key].quantity, system)})`),
  ];
  const exampleOf = (key: MetricKey) => {
    const { quantity, example } = METRICS[key];
    return String(shown(quantity, system, example));
  };
  const values = ['2026-03-31T06:00:00Z', 'AW-00001', '1', ...METRIC_KEYS.map(exampleOf)];
  const local = values.map((value) => (/^\d+\.\d+$/.test(value) ? value.replace('.', words.decimal) : value));
  const quoted = (cells: readonly string[]) =>
    cells
      .map((cell) => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
      .join(words.separator);
  return `\uFEFF${quoted(headers)}\r\n${quoted(local)}\r\n`;
}
