import type { Alert } from '@aerowatch/contracts/api/alerts';
import { alertStateOf } from '@aerowatch/domain/alerting/alert-state';
import { Badge, Group, Tooltip } from '@mantine/core';
import { IconActivity, IconBellOff, IconClockExclamation } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

/** A badge shows its whole text; the table scrolls instead. */
const WHOLE = { flex: 'none', maxWidth: 'none' } as const;
const STATE_COLORS = { firing: 'red', cleared: 'gray', seen: 'gray' } as const;

/** Whether the condition is still true, and other states: silenced, flapping, found late. */
export function AlertState({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const formats = useFormats();
  const state = alertStateOf(alert);
  return (
    <Group gap={6} wrap="nowrap">
      <Badge
        color={STATE_COLORS[state]}
        style={WHOLE}
        title={alert.cleared_at === null ? undefined : formats.dateTime(alert.cleared_at)}
      >
        {t(`state.${state}`)}
      </Badge>
      {alert.silenced ? (
        <Sign
          icon={IconBellOff}
          label={t('badge.silenced', { when: formats.dateTime(alert.silenced_until) })}
          more={t('silencedHelp', { reason: alert.silence_reason ?? '–' })}
        />
      ) : null}
      {alert.flapping ? (
        <Sign icon={IconActivity} label={t('badge.flapping')} more={t('flappingHelp')} />
      ) : null}
      {alert.late ? <Sign icon={IconClockExclamation} label={t('state.late')} more={t('lateHelp')} /> : null}
    </Group>
  );
}

interface SignProps {
  icon: ComponentType<{ size: number; role: 'img'; 'aria-label': string; color: string }>;
  label: string;
  /** Explanation in the tooltip. */
  more: string;
}
function Sign({ icon: Icon, label, more }: SignProps) {
  return (
    <Tooltip label={`${label}. ${more}`} multiline maw={320}>
      <Icon size={16} role="img" aria-label={label} color="var(--mantine-color-dimmed)" />
    </Tooltip>
  );
}
