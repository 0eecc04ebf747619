import { Badge, Group } from '@mantine/core';
import { IconAlertOctagon, IconAlertTriangle } from '@tabler/icons-react';
import { standing, useFindings } from '../../../entities/diagnostics/finding-value.ts';
import { useText } from '../../../lib/text.ts';
import { SamiShapeMark } from '../../../ui/badges/sami-mark.tsx';
import type { AeroStanding } from './use-aero-states.ts';

const ICONS = { bad: IconAlertOctagon, watch: IconAlertTriangle } as const;
const COLORS = {
  bad: 'var(--mantine-color-error)',
  watch: 'var(--mantine-color-amber-light-color)',
} as const;

/** The tab of an AERO: its SAMI as a word, its fault if any, its open alerts. */
export function AeroTabLabel({ state: { aero, row, verdict, alerts } }: { state: AeroStanding }) {
  const t = useText('box');
  const domain = useText('domain');
  const say = useFindings();
  const first = row && standing(row)[0];
  const wrong = verdict === 'bad' || verdict === 'watch' ? verdict : null;
  const Icon = wrong && ICONS[wrong];
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <SamiShapeMark level={aero.sami} size={16} />
      <span>{`${domain('aero', { position: aero.position })} · ${domain(`sami.${aero.sami}`)}`}</span>
      {Icon && wrong ? <Icon size={16} aria-hidden color={COLORS[wrong]} /> : null}
      {first ? <span>{say.name(first)}</span> : null}
      {alerts > 0 ? (
        <Badge variant="filled" color="red" size="sm" aria-label={t('tab.alert_count', { count: alerts })}>
          {alerts}
        </Badge>
      ) : null}
    </Group>
  );
}
