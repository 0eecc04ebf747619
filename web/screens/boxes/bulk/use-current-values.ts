import type { ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import type { ConfigurationValues } from '../../../entities/boxes/form/form-values.ts';
import { useFormats } from '../../../lib/format.ts';
import { useItems } from '../../../lib/query/use-collection.ts';
import { useText } from '../../../lib/text.ts';
import { sharedValue, type Value } from './shared-value.ts';

/** Maximum values shown; the preview has the rest. */
const SHOWN = 4;

/** The desired value of a field: the value all boxes share, undefined where they differ, and its text. */
export function useCurrentValues(
  ids: readonly number[],
): (key: ConfigurationKey) => { common: Value; text: string } {
  const t = useText('boxes');
  const boxes = useItems('boxes', ids);
  const formats = useFormats();
  const say = useConfigurationValue();
  return (key) => {
    const desired = ids.map((id) => boxes[id]?.desired as ConfigurationValues | undefined);
    const { common, counts } = sharedValue(desired, key);
    const said = (value: Value) => (value === undefined ? t('change.unknown') : say(key, value));
    if (counts.length === 1) return { common, text: t('change.now', { values: said(counts[0]![0]) }) };
    const shown = counts
      .slice(0, SHOWN)
      .map(([value, count]) =>
        t('change.nowOn', { value: said(value), count: formats.number(count) as never }),
      );
    const text = formats.list(counts.length > SHOWN ? [...shown, '…'] : shown);
    return { common, text: t('change.mixed', { values: text }) };
  };
}
