import type { ConfigurationGroup, ConfigurationKey } from '@aerowatch/domain/box/box-configuration';
import { Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { useText } from '../../../lib/text.ts';
import { SmallText } from '../../../ui/small-text.ts';
import { BatteryNotice } from './battery-notice.tsx';
import { ConfigurationInput } from './configuration-input.tsx';
import { fieldOf } from './configuration-value.ts';
import { EDITED_KEYS } from './form-values.ts';
import type { BoxForm } from './identity-fields.tsx';

const GROUPS = [
  'timing',
  'maintenance',
  'cellular',
  'server',
  'aero1',
  'aero2',
] as const satisfies readonly ConfigurationGroup[];
const keysOf = (group: ConfigurationGroup): ConfigurationKey[] =>
  EDITED_KEYS.filter((key) => fieldOf(key).group === group);

/** The desired configuration by group, with the battery consumption of its intervals. */
export function ConfigurationFields({ form }: { form: BoxForm }) {
  const t = useText('configuration');
  const { desired, latitude } = form.values;
  return (
    <Stack gap="md">
      {GROUPS.map((group) => (
        <Fieldset key={group} legend={t(`group.${group}`)} miw={0}>
          {group === 'aero1' || group === 'aero2' ? <SmallText mb="xs">{t('limits_help')}</SmallText> : null}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
            {keysOf(group).map((key) => (
              <ConfigurationInput
                key={key}
                field={key}
                value={desired[key]}
                error={form.errors[`desired.${key}`]}
                onChange={(value) => form.setFieldValue(`desired.${key}`, value)}
              />
            ))}
          </SimpleGrid>
          {group === 'timing' ? (
            <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>
              <BatteryNotice desired={desired} latitude={latitude} />
            </div>
          ) : null}
        </Fieldset>
      ))}
    </Stack>
  );
}
