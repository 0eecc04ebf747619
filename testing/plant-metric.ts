import { METRIC_KEYS, METRICS, type MetricKey, NO_VALUES, PLAIN_QUANTITIES } from '@aerowatch/domain/metrics';
import { SERVED } from '@aerowatch/i18n/languages';

// Imported before all modules that derive from the tables: the rows that a developer writes for a metric,
// without the migration.

/** A metric that the product does not have. */
export const PLANTED = 'icing' as MetricKey;

Object.assign(PLAIN_QUANTITIES, { ratio: { unit: '%', decimals: 0 } });
Object.assign(METRICS, {
  [PLANTED]: {
    quantity: 'ratio',
    step: 1,
    min: 0,
    max: 100,
    example: 60,
    senml: { '%RH': (value: number) => value },
    ofBox: true,
    watched: true,
  },
});
METRIC_KEYS.push(PLANTED);
Object.assign(NO_VALUES, { [PLANTED]: null });
const ICING = { name: 'Icing', noun: 'icing', subject: 'The icing' };
for (const { domain } of Object.values(SERVED)) Object.assign(domain.metric, { [PLANTED]: ICING });
Object.assign(SERVED.fr.domain.metric, {
  [PLANTED]: { name: 'Givrage', noun: 'le givrage', subject: 'Le givrage' },
});
