import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import type { MeasureRow } from './store-measures.ts';

/** A measure as the API returns it; with `metrics`, only those. */
export function presentMeasure(
  row: MeasureRow,
  metrics: readonly MetricKey[] = METRIC_KEYS,
): Pick<ApiMeasure, 'aero' | 'date' | 'received_at'> & Partial<Record<MetricKey, number | null>> {
  const values: Partial<Record<MetricKey, number | null>> = {};
  for (const metric of metrics) values[metric] = row[metric];
  return {
    aero: row.aero_id,
    date: row.time.toISOString(),
    ...values,
    received_at: row.received_at.toISOString(),
  };
}
export function presentWhole(row: MeasureRow): ApiMeasure {
  return presentMeasure(row) as ApiMeasure;
}
