import type { Rollout } from '@aerowatch/contracts/api/rollouts';
import { Progress } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';

/** Installed, in progress and failed as shares of all boxes, with the figures as text. */
export function RolloutProgress({ rollout, size }: { rollout: Rollout; size?: string }) {
  const t = useText('rollouts');
  const formats = useFormats();
  const { counts } = rollout;
  const share = (count: number) => (100 * count) / Math.max(1, counts.total);
  const busy = counts.offered + counts.downloading + counts.verifying + counts.installing;
  const text = [
    t('done', {
      count: counts.installed,
      installed: formats.number(counts.installed, 0),
      total: formats.number(counts.total, 0),
    }),
    ...(busy > 0 ? [t('busy', { count: busy })] : []),
    ...(counts.failed > 0 ? [t('failed', { count: counts.failed })] : []),
  ].join(' · ');
  return (
    <div>
      <Progress.Root size={size ?? 'sm'}>
        <Progress.Section value={share(counts.installed)} color="teal" aria-label={text} />
        <Progress.Section value={share(busy)} color="blue" aria-hidden />
        <Progress.Section value={share(counts.failed)} color="red" aria-hidden />
      </Progress.Root>
      <SmallText mt={2}>{text}</SmallText>
    </div>
  );
}
