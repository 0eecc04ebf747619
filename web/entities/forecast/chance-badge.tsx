import { AT_RISK, LIKELY } from '@aerowatch/domain/forecast/basis';
import { Badge, Text, Tooltip } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import type { Peak } from './peak.ts';

interface Props {
  peak: Pick<Peak, 'chance' | 'unavailable'>;
  /** Whether chances are better than climate at its client; undefined while unknown. */
  proven: boolean | undefined;
}

/**
 * The highest probability of an AERO's week, coloured by urgency if it is proven; without a number, the
 * reason.
 */
export function ChanceBadge({ peak, proven }: Props) {
  const t = useText('forecast');
  const formats = useFormats();
  if (peak.chance === null)
    return (
      <Tooltip label={peak.unavailable === null ? t('no_forecast') : t(`unavailable.${peak.unavailable}`)}>
        <Text c="dimmed">{t('no_forecast')}</Text>
      </Tooltip>
    );
  const share = formats.percent(peak.chance);
  if (peak.chance < AT_RISK) return <Text>{share}</Text>;
  if (proven === false)
    return (
      <Text c="dimmed">
        {share} <SmallText span>{t('not_proven')}</SmallText>
      </Text>
    );
  if (proven === undefined) return <Text>{share}</Text>;
  return <Badge color={peak.chance >= LIKELY ? 'red' : 'amber'}>{share}</Badge>;
}
