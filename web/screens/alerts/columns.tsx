import type { Alert } from '@aerowatch/contracts/api/alerts';
import { alertStateOf } from '@aerowatch/domain/alerting/alert-state';
import { severityRank } from '@aerowatch/domain/alerting/severity';
import { isWorkKind } from '@aerowatch/domain/work/kinds';
import { Badge, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import { useAeroName } from '../../entities/aero-names.ts';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { useKindName } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';

const NONE = (): readonly Alert[] => [];

const lasted = (alert: Alert): number =>
  Math.max(
    0,
    Date.parse(alert.cleared_at ?? alert.seen_at ?? new Date().toISOString()) - Date.parse(alert.opened_at),
  );

/** A duration in its one fitting unit. */
function longText(ms: number, language: string): string {
  const minutes = ms / 60_000;
  const [unit, value] =
    minutes < 120 ? ['minute', minutes] : minutes < 2880 ? ['hour', minutes / 60] : ['day', minutes / 1440];
  const options = {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  } as const;
  return new Intl.NumberFormat(language, options).format(Number(value));
}

/** Line, then kilometer point, as a sortable text. */
function placeKey(box: { line: string; kilometer_point: number | null } | undefined): string {
  if (box === undefined) return '';
  const km = box.kilometer_point;
  // Some points lie before the origin, so they are negative.
  return `${box.line} ${km === null ? '' : (km + 10_000).toFixed(3).padStart(10, '0')}`;
}

/** Columns of an alerts list; `others` are the other alerts of a row's group; archived ones also say who saw them. */
export function useAlertColumns(
  archived: boolean,
  others: (alert: Alert) => readonly Alert[] = NONE,
): Column<Alert>[] {
  const t = useText('alerts');
  const formats = useFormats();
  const aeroName = useAeroName();
  const place = usePlace();
  const clients = useTable('clients');
  const boxes = useTable('boxes');
  const several = Object.keys(clients).length > 1;
  const { when } = useConditionSentence();
  const words = useText('conditions');
  const kindName = useKindName();
  return useMemo(() => {
    /** Whose line it is stands with the place, for whoever sees several clients. */
    const whose = ({ client, box }: Alert): string =>
      [several ? clients[client]?.name : '', place(box)].filter(Boolean).join(' · ');
    const columns: Column<Alert>[] = [
      {
        key: 'opened_at',
        label: t('column.opened'),
        fixed: true,
        value: (alert) => alert.opened_at,
        cell: (alert) => (
          <TextLink to={paths.alert(alert.id)} fw={600}>
            {formats.dateTime(alert.opened_at)}
          </TextLink>
        ),
      },
      {
        key: 'aero',
        label: t('column.aero'),
        wrap: true,
        minWidth: 'clamp(105px, calc(105px + (100vw - 1440px) * 0.2), 200px)',
        value: (alert) => aeroName(alert.aero),
        cell: (alert) => <TextLink to={paths.box(alert.box)}>{aeroName(alert.aero)}</TextLink>,
      },
      {
        key: 'place',
        label: t('column.place'),
        wrap: true,
        minWidth: 'clamp(132px, calc(150px + (100vw - 1440px) * 0.4), 320px)',
        // In the order of the kilometer points.
        value: (alert) => placeKey(boxes[alert.box]),
        searched: (alert) => whose(alert),
        cell: (alert) => <SmallText>{whose(alert)}</SmallText>,
      },
      {
        key: 'supervisor',
        label: t('column.supervisor'),
        hidden: !archived,
        wrap: true,
        minWidth: 120,
        value: (alert) => alert.supervisor_name,
        cell: (alert) => <Text>{alert.supervisor_name}</Text>,
      },
      {
        key: 'condition',
        label: t('column.condition'),
        names: true,
        wrap: true,
        grows: true,
        minWidth: 'clamp(168px, calc(100vw - 1260px), 200px)',
        value: (alert) => when(alert.condition),
        cell: (alert) => (
          <Stack gap={0}>
            {isWorkKind(alert.finding?.fault) ? <Text fw={600}>{kindName(alert.finding.fault)}</Text> : null}
            <Text
              size={isWorkKind(alert.finding?.fault) ? 'xs' : 'sm'}
              c={isWorkKind(alert.finding?.fault) ? 'dimmed' : undefined}
            >
              {when(alert.condition)}
            </Text>
            {others(alert).map((other) => (
              <TextLink key={other.id} to={paths.alert(other.id)} size="xs">
                {`+ ${when(other.condition)}`}
              </TextLink>
            ))}
          </Stack>
        ),
        searched: (alert) =>
          [alert, ...others(alert)]
            .map(({ condition, finding }) =>
              isWorkKind(finding?.fault) ? `${kindName(finding.fault)} ${when(condition)}` : when(condition),
            )
            .join(' '),
      },
      {
        key: 'value',
        label: t('column.value'),
        align: 'right',
        value: (alert) => alert.value,
        cell: (alert) => <Text fw={600}>{conditionValue(alert.condition, alert.value, formats)}</Text>,
      },
      {
        key: 'last_value',
        label: t('column.last'),
        align: 'right',
        hidden: true,
        value: (alert) => alert.last_value,
        cell: (alert) => conditionValue(alert.condition, alert.last_value, formats),
      },
      {
        key: 'severity',
        label: t('filter.severity'),
        // The state says it where it is not medium.
        hidden: true,
        value: (alert) => severityRank(alert.severity),
        cell: (alert) => words(`severity.${alert.severity}`),
      },
      {
        key: 'duration',
        label: t('column.duration'),
        align: 'right',
        hidden: archived,
        // What still fires lasts until now, whenever it was last confirmed.
        value: (alert) => lasted(alert),
        cell: (alert) => longText(lasted(alert), formats.language),
      },
      {
        key: 'assignee',
        label: t('work.assignee'),
        // Stands with the state.
        hidden: true,
        value: (alert) => alert.assignee_name ?? '',
        cell: (alert) => alert.assignee_name ?? '',
      },
      {
        key: 'occurrences',
        label: t('column.occurrences'),
        align: 'right',
        hidden: !archived,
        value: (alert) => alert.occurrences,
        cell: (alert) => formats.number(alert.occurrences, 0),
      },
      {
        key: 'state',
        label: t('column.state'),
        wrap: true,
        minWidth: 110,
        value: (alert) => alert.cleared_at ?? '',
        searched: (alert) => alert.assignee_name ?? '',
        cell: (alert) => (
          <Stack gap={2}>
            <AlertState alert={alert} stacked />
            {alert.assignee_name === null ? null : <SmallText>{alert.assignee_name}</SmallText>}
          </Stack>
        ),
      },
    ];
    if (several)
      columns.push({
        key: 'client',
        label: t('column.client'),
        hidden: true,
        value: (alert) => clients[alert.client]?.name,
        cell: (alert) => clients[alert.client]?.name ?? '',
      });
    if (archived)
      columns.push({
        key: 'seen',
        label: t('column.seen'),
        wrap: true,
        minWidth: 180,
        value: (alert) => alert.seen_at,
        searched: (alert) => `${alert.seen_by_name ?? ''} ${alert.comment}`,
        cell: (alert) => (
          <Stack gap={0}>
            <Text>
              {t('seen.by', { name: alert.seen_by_name ?? '–', when: formats.dateTime(alert.seen_at) })}
            </Text>
            {alert.comment === '' ? null : <SmallText lineClamp={2}>{alert.comment}</SmallText>}
          </Stack>
        ),
      });
    return columns;
  }, [t, formats, aeroName, place, boxes, clients, several, when, words, kindName, archived, others]);
}

/** A badge shows its text whole; the table scrolls instead. */
const WHOLE = { flex: 'none', maxWidth: 'none' } as const;

/** As wide as its widest part: a column leaves its room to the condition. */
const STACKED = { flexDirection: 'column', alignItems: 'flex-start' } as const;

const STATE_COLORS = { firing: 'red', cleared: 'gray', seen: 'gray' } as const;

/** Whether the condition is still true, and whether it was found late. */
export function AlertState({ alert, stacked = false }: { alert: Alert; stacked?: boolean }) {
  const t = useText('alerts');
  const words = useText('conditions');
  const formats = useFormats();
  const state = alertStateOf(alert);
  return (
    <Group gap={4} style={stacked ? STACKED : undefined}>
      <Badge color={STATE_COLORS[state]} style={WHOLE}>
        {t(`state.${state}`)}
      </Badge>
      {alert.cleared_at === null ? null : (
        <SmallText className="aw-figures">{formats.dateTime(alert.cleared_at)}</SmallText>
      )}
      {alert.severity === 'medium' ? null : (
        <Badge color={alert.severity === 'high' ? 'red' : 'gray'} variant="outline" style={WHOLE}>
          {words(`severity.${alert.severity}`)}
        </Badge>
      )}
      {alert.silenced ? (
        <Tooltip label={t('silencedHelp', { reason: alert.silence_reason ?? '–' })}>
          <Badge color="gray" style={WHOLE}>
            {t('badge.silenced', { when: formats.dateTime(alert.silenced_until) })}
          </Badge>
        </Tooltip>
      ) : null}
      {alert.flapping ? (
        <Tooltip label={t('flappingHelp')}>
          <Badge color="orange" style={WHOLE}>
            {t('badge.flapping')}
          </Badge>
        </Tooltip>
      ) : null}
      {alert.late ? (
        <Tooltip label={t('lateHelp')}>
          <Badge color="orange" style={WHOLE}>
            {t('state.late')}
          </Badge>
        </Tooltip>
      ) : null}
    </Group>
  );
}
