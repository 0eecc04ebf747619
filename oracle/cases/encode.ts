import { METRIC_KEYS, METRICS } from '@aerowatch/domain/metrics';
import { encode } from 'cbor-x';
import type { Message, SentMeasure } from './case.ts';

/** A message as its box encodes it; `anchor` in ms since 1970. */
export function encodeMessage(message: Message, anchor: number): Buffer {
  if (message.form === 'broken') return Buffer.from('{"v":1,"aeros":[');
  if (message.form === 'senml' && fitsSenml(message.measures))
    return Buffer.from(JSON.stringify(senmlOf(message.measures, anchor)));
  const batch = { v: 1, aeros: partsOf(message.measures, anchor) };
  return message.form === 'cbor' ? Buffer.from(encode(batch)) : Buffer.from(JSON.stringify(batch));
}

/** SenML cannot express a measure without values, and merges two measures of the same moment. */
function fitsSenml(measures: readonly SentMeasure[]): boolean {
  const moments = new Set(measures.map(({ position, at }) => `${position} ${at}`));
  return (
    moments.size === measures.length &&
    measures.every(({ values }) => Object.values(values).some((value) => value !== null)) &&
    measures.every(({ values }) => Object.keys(values).length > 0)
  );
}

function senmlOf(measures: readonly SentMeasure[], anchor: number) {
  return measures.flatMap(({ position, at, values }) =>
    METRIC_KEYS.flatMap((metric) => {
      const value = values[metric];
      return value === undefined || value === null
        ? []
        : [
            {
              n: `${position}:${metric}`,
              u: Object.keys(METRICS[metric].senml)[0],
              t: (anchor + at) / 1000,
              v: value,
            },
          ];
    }),
  );
}

/** In the order sent: one part for each run of measures of one AERO. */
function partsOf(measures: readonly SentMeasure[], anchor: number) {
  const parts: Record<string, unknown>[] = [];
  for (let start = 0; start < measures.length; ) {
    let end = start + 1;
    while (end < measures.length && measures[end]!.position === measures[start]!.position) end += 1;
    const part = measures.slice(start, end);
    const times = part.map(({ at }) => (anchor + at) / 1000);
    const columns = METRIC_KEYS.filter((metric) => part.some(({ values }) => metric in values));
    parts.push({
      aero: part[0]!.position,
      t0: times[0],
      dt: times.map((time, index) => Number((time - (times[index - 1] ?? times[0]!)).toFixed(3))),
      ...Object.fromEntries(
        columns.map((metric) => [metric, part.map(({ values }) => values[metric] ?? null)]),
      ),
    });
    start = end;
  }
  return parts;
}
