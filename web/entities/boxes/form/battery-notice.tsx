import { batteryEstimate, DEFAULT_LATITUDE } from '@aerowatch/domain/box/battery';
import { Alert, Text } from '@mantine/core';
import { IconBattery1 } from '@tabler/icons-react';
import type { Held } from '../../../forms/typed/reading.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { durationText } from '../../../lib/words/duration-text.ts';
import type { ConfigurationValues } from './form-values.ts';

interface Props {
  desired: ConfigurationValues;
  latitude: Held<number>;
}

/**
 * Battery consumption of the configured intervals compared with the yield of the panel in December; it only
 * warns.
 */
export function BatteryNotice({ desired, latitude }: Props) {
  const t = useText('configuration');
  const formats = useFormats();
  const north = typeof latitude === 'number' ? latitude : DEFAULT_LATITUDE;
  const rhythm = Object.fromEntries(
    (['sensor_startup_delay', 'acquisition_time', 'upload_time', 'upload_time_alert'] as const).map((key) => [
      key,
      typeof desired[key] === 'number' && Number(desired[key]) >= 0 ? Number(desired[key]) : null,
    ]),
  );
  if (rhythm.acquisition_time === 0 || rhythm.upload_time === 0 || rhythm.upload_time_alert === 0)
    return null;
  const estimate = batteryEstimate(rhythm, north);
  const number = (value: number) => formats.number(Math.round(value));
  const december = number(estimate.december);
  if (estimate.warnings.length === 0)
    return (
      <Text c="dimmed" role="status">
        {t('battery.estimate', {
          consumption: number(estimate.consumption),
          alert: number(estimate.consumptionInAlert),
          december,
        })}
      </Text>
    );
  return (
    <Alert color="amber" icon={<IconBattery1 aria-hidden />} title={t('battery.title')} role="status">
      {estimate.warnings.map((field) => {
        const inAlert = field === 'upload_time_alert';
        return (
          <Text key={field}>
            {t(`battery.${field}`, {
              every: durationText(Number(rhythm[field] ?? 0), 'min'),
              consumption: number(inAlert ? estimate.consumptionInAlert : estimate.consumption),
              december,
              days: number(Math.floor((inAlert ? estimate.daysLeftInAlert : estimate.daysLeft) ?? 0)),
            })}
          </Text>
        );
      })}
      <Text mt={4}>{t('battery.allowed')}</Text>
    </Alert>
  );
}
