import { freeStrokeAt } from '@aerowatch/domain/forecast/standing/standing';
import { Group, Paper, Text } from '@mantine/core';
import { OrderOfForecast } from '../../entities/forecast/forecast-order.tsx';
import { AeroGauge } from '../../entities/gauge/aero-gauge.tsx';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';
import { useLineWords } from './use-line-words.ts';

/** The selected AERO: in words, drawn large, with a link to its page. */
export function SelectedAero({ item, shown }: { item: Item; shown: Shown }) {
  const common = useText('common');
  const words = useLineWords();
  const { aero } = item;
  const extreme = (temperature: number) =>
    aero.model === null ? null : { temperature, stroke: freeStrokeAt(aero.model, temperature).p50 };
  return (
    <Paper p="md" component="section" aria-label={words.name(aero)}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <Text size="md" fw={600}>
            {words.name(aero)}
          </Text>
          <Text c="dimmed">{words.standing(item, shown)}</Text>
        </div>
        <Group gap="xs" className="aw-no-print">
          <OrderOfForecast aero={aero.id} />
          <LinkButton to={paths.box(aero.box, { tab: `aero${aero.position}` })} size="compact-sm">
            {common('action.view_details')}
          </LinkButton>
        </Group>
      </Group>
      <AeroGauge
        facts={{
          travel: item.travel,
          now: shown.stroke,
          expected: shown.expected,
          range: null,
          cold: extreme(aero.model?.coldest ?? 0),
          hot: extreme(aero.model?.warmest ?? 0),
          unavailable: aero.unavailable,
        }}
      />
    </Paper>
  );
}
