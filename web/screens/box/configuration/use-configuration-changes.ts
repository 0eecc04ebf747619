import type { Box } from '@aerowatch/contracts/api/boxes';
import { CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { useCallback } from 'react';
import { useConfigurationValue } from '../../../entities/boxes/form/configuration-value.ts';
import { useText } from '../../../lib/text.ts';

type Desired = Partial<Box['desired']>;

/**
 * The fields in which a configuration differs from the previous one, each with both values; empty without a
 * previous one.
 */
export function useConfigurationChanges(): (desired: Desired, before: Desired | undefined) => string {
  const words = useText('configuration');
  const common = useText('common');
  const show = useConfigurationValue();
  return useCallback(
    (desired, before) =>
      before === undefined
        ? ''
        : CONFIGURATION_KEYS.filter((key) => key !== 'configuration_version' && desired[key] !== before[key])
            .map((key) =>
              common('labelled', {
                label: words(`field.${key}`),
                value: `${show(key, before[key])} → ${show(key, desired[key])}`,
              }),
            )
            .join(' · '),
    [words, common, show],
  );
}
