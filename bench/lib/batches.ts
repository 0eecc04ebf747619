/** The messages of boxes in a bench: 12 measures of each of 2 AEROs, ten minutes apart, as JSON. */
import { METRICS, type MetricKey, perMetric } from '@aerowatch/domain/metrics';
import type { FilledBox } from './store-fill.ts';

export const MEASURES = 12;
export const PER_MESSAGE = MEASURES * 2;
const STEP = 600;

/** Seconds since 1970 of the first measure of a box's batch. */
export function startOf(batch: number, first: number, each = MEASURES): number {
  return first + batch * each * STEP;
}

export function payloadOf(index: number, batch: number, first: number, each = MEASURES): Buffer {
  const t0 = startOf(batch, first, each);
  const aeros = [1, 2].map((aero) => {
    const parts = { aero, t0, dt: [] as number[], ...columns() };
    for (let i = 0; i < each; i += 1) {
      const values = valuesOf(index * 2 + aero, t0 / STEP + i);
      parts.dt.push(i === 0 ? 0 : STEP);
      for (const [key, value] of Object.entries(values)) parts[key as MetricKey].push(value);
    }
    return parts;
  });
  return Buffer.from(JSON.stringify({ v: 1, boot: 1, seq: batch, aeros }));
}

const columns = () => perMetric((): number[] => []);

/** A metric without its own curve stays in the middle of its sensor's range. */
const middle = perMetric((metric) => (METRICS[metric].min + METRICS[metric].max) / 2);

function valuesOf(aero: number, step: number): Record<MetricKey, number> {
  const temperature =
    Math.round((12 + 9 * Math.sin(step / 23) + ((aero * 31 + step * 17) % 40) / 10) * 10) / 10;
  return {
    ...middle,
    temperature,
    pressure: Math.round((180 + temperature / 8) * 10) / 10,
    stroke: Math.round(400 + 3.1 * temperature),
    battery_voltage: 3.6 + (step % 7) / 20,
    solar_voltage: Math.round((step % 144) / 3) / 10,
    charge_current: step % 144,
  };
}

/** The same rows as lines for COPY into (aero_id, time, received_at, a value of each metric), in the order in which they are sent. */
export function* copyLines(boxes: readonly FilledBox[], batches: number, first: number): Generator<string> {
  const now = new Date().toISOString();
  for (let batch = 0; batch < batches; batch += 1)
    for (const [index, box] of boxes.entries()) {
      let lines = '';
      for (const [position, aero] of box.aeros.entries())
        for (let i = 0; i < MEASURES; i += 1) {
          const time = startOf(batch, first) + i * STEP;
          const values = Object.values(valuesOf(index * 2 + position + 1, time / STEP)).join('\t');
          lines += `${aero}\t${new Date(time * 1000).toISOString()}\t${now}\t${values}\n`;
        }
      yield lines;
    }
}
