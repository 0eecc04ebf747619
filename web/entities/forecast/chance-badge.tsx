import { Badge, Text, Tooltip } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import type { Peak } from './peak.ts';
import type { ChanceLook } from './use-chance-look.ts';

interface Props {
  peak: Pick<Peak, 'chance' | 'unavailable'>;
  /** By the threshold of its client, and by what forecasts have proved there. */
  look: ChanceLook;
}

/** The highest probability of an AERO's week, coloured by urgency where it is proven; without a number, the reason. */
export function ChanceBadge({ peak, look }: Props) {
  const t = useText('forecast');
  const formats = useFormats();
  if (peak.chance === null)
    return (
      <Tooltip label={peak.unavailable === null ? t('no_forecast') : t(`unavailable.${peak.unavailable}`)}>
        <Text c="dimmed">{t('no_forecast')}</Text>
      </Tooltip>
    );
  const share = formats.percent(peak.chance);
  if (look === 'unproven')
    return (
      <Text c="dimmed">
        {share} <SmallText span>{t('not_proven')}</SmallText>
      </Text>
    );
  if (look === 'calm' || look === 'awaited') return <Text>{share}</Text>;
  return <Badge color={look === 'likely' ? 'red' : 'amber'}>{share}</Badge>;
}
