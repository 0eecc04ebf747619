import type { ConfigurationKey } from '@aerowatch/domain/box-configuration';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { useTable } from '../../use-collection.ts';
import { useConfigurationValue } from '../configuration-value.ts';
import type { ConfigurationValues } from '../form-values.ts';

/** Values written out; the rest is left to the preview. */
const SHOWN = 4;
type Value = ConfigurationValues[ConfigurationKey];

/** What the boxes are to have of a field now: the value they share, undefined where they differ, and how it is said. */
export function useCurrentValues(
  ids: readonly number[],
): (key: ConfigurationKey) => { common: Value; text: string } {
  const t = useText('boxes');
  const boxes = useTable('boxes');
  const formats = useFormats();
  const say = useConfigurationValue();
  return (key) => {
    const counts = new Map<Value, number>();
    for (const id of ids) {
      const value = (boxes[id]?.desired as ConfigurationValues | undefined)?.[key] ?? null;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts].sort(([, a], [, b]) => b - a);
    if (values.length === 1)
      return { common: values[0]![0], text: t('change.now', { values: say(key, values[0]![0]) }) };
    const told = values
      .slice(0, SHOWN)
      .map(([value, count]) =>
        t('change.nowOn', { value: say(key, value), count: formats.number(count) as never }),
      );
    const text = formats.list(values.length > SHOWN ? [...told, '…'] : told);
    return { common: undefined, text: t('change.mixed', { values: text }) };
  };
}
