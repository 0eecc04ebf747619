import { ActionIcon, Skeleton, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ChanceBadge } from '../../entities/forecast/chance-badge.tsx';
import { useChanceLook } from '../../entities/forecast/use-chance-look.ts';
import type { PeakOfBox } from '../../entities/forecast/use-forecast.ts';
import { useText } from '../../lib/text.ts';

/** A box's chance of the week; loading, failed and unknown each look different. */
export function BoxChance({ peak, client }: { peak: PeakOfBox; client: number | null }) {
  const t = useText('forecast');
  const lookOf = useChanceLook();
  const common = useText('common');
  if (peak === 'loading')
    return <Skeleton role="status" aria-label={common('state.loading')} height={16} width={44} ml="auto" />;
  if (peak === 'unknown') return <Text c="dimmed">{t('no_forecast')}</Text>;
  if ('retry' in peak) {
    const label = t('chance_failed');
    return (
      <Tooltip label={label}>
        <ActionIcon variant="light" color="red" aria-label={label} onClick={peak.retry}>
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Tooltip label={t('chance_help')}>
      <span>
        <ChanceBadge peak={peak} look={lookOf(peak.chance, client)} />
      </span>
    </Tooltip>
  );
}
