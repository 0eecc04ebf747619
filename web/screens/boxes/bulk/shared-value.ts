import type { ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import type { ConfigurationValues } from '../../../entities/boxes/form/form-values.ts';

export type Value = ConfigurationValues[ConfigurationKey];

/**
 * How many of some boxes have which desired value of a field, most frequent first, and the value that all
 * share. Undefined means "not known" (a box that is not loaded): it is never the shared value, and never
 * "none".
 */
export function sharedValue(
  desired: readonly (ConfigurationValues | undefined)[],
  key: ConfigurationKey,
): { common: Value; counts: [Value, number][] } {
  const found = new Map<Value, number>();
  for (const one of desired) {
    const value = one === undefined ? undefined : (one[key] ?? null);
    found.set(value, (found.get(value) ?? 0) + 1);
  }
  const counts = [...found].sort(([, a], [, b]) => b - a);
  return { common: counts.length === 1 ? counts[0]![0] : undefined, counts };
}
