import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import { Badge, Text, Tooltip } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import type { Peak } from './peak.ts';

/** The highest probability of an AERO's week, coloured by urgency; without a number, the reason. */
export function ChanceBadge({ peak }: { peak: Pick<Peak, 'chance' | 'unavailable'> }) {
  const t = useText('forecast');
  const formats = useFormats();
  if (peak.chance === null)
    return (
      <Tooltip label={peak.unavailable === null ? t('no_forecast') : t(`unavailable.${peak.unavailable}`)}>
        <Text c="dimmed">{t('no_forecast')}</Text>
      </Tooltip>
    );
  if (peak.chance < AT_RISK) return <Text>{formats.percent(peak.chance)}</Text>;
  return <Badge color={peak.chance >= LIKELY ? 'red' : 'amber'}>{formats.percent(peak.chance)}</Badge>;
}
