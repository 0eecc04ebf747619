import type { Alert } from '@aerowatch/contracts/api/alerts';
import { severityRank } from '@aerowatch/domain/alerting/severity';
import { isWorkKind } from '@aerowatch/domain/work/kinds';
import { Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useShortAeroName } from '../../entities/aero-names.ts';
import { useAeroPlace } from '../../entities/alerts/use-place.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { MatterStage } from '../../entities/inbox/matter-stage.tsx';
import { OrderSeverity } from '../../entities/work/order-badges.tsx';
import { useKindName } from '../../entities/work/work-words.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useText } from '../../lib/text.ts';
import type { Column } from '../../table/column.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { SmallText } from '../../ui/small-text.ts';
import { durationOf, durationText, timeSince } from './alert-durations.ts';
import { AlertState } from './alert-state.tsx';
import type { ColumnParts } from './column-parts.ts';
import { clientColumn, detailColumns } from './hidden-columns.tsx';

const NONE = (): readonly Alert[] => [];

/** Line, then kilometer point, as a sortable text. */
function placeKey(box: { line: string; kilometer_point: number | null } | undefined): string {
  if (box === undefined) return '';
  const km = box.kilometer_point;
  // Some points are before the origin and therefore negative.
  return `${box.line} ${km === null ? '' : (km + 10_000).toFixed(3).padStart(10, '0')}`;
}

/**
 * Columns of an alerts list; `others` are the other alerts of a row's group; archived ones also show who
 * marked them as seen.
 */
export function useAlertColumns(
  archived: boolean,
  others: (alert: Alert) => readonly Alert[] = NONE,
): Column<Alert>[] {
  const t = useText('alerts');
  const formats = useFormats();
  const aeroName = useShortAeroName();
  const place = useAeroPlace();
  const clients = useTable('clients');
  const boxes = useTable('boxes');
  const several = Object.keys(clients).length > 1;
  const { when } = useConditionSentence();
  const words = useText('conditions');
  const matterWords = useText('inbox');
  const title = useAlertTitle();
  return useMemo(() => {
    const parts: ColumnParts = {
      t,
      words,
      matterWords,
      formats,
      aeroName,
      place,
      when,
      title,
      clientOf: ({ client }) => clients[client]?.name ?? '',
      placeKeyOf: ({ box }) => placeKey(boxes[box]),
      archived,
      others,
    };
    return [
      ...subjectColumns(parts),
      ...courseColumns(parts),
      ...handlingColumns(parts),
      ...detailColumns(parts),
      ...(several ? [clientColumn(parts)] : []),
      ...(archived ? [seenColumn(parts)] : []),
    ];
  }, [
    t,
    formats,
    aeroName,
    place,
    boxes,
    clients,
    several,
    when,
    words,
    matterWords,
    title,
    archived,
    others,
  ]);
}

/** Title of an alert: the fault if a diagnosis opened it, otherwise the rule. */
export function useAlertTitle(): (alert: Alert) => string {
  const kindName = useKindName();
  return useMemo(
    () =>
      ({ finding, supervisor_name }) =>
        isWorkKind(finding?.fault) ? kindName(finding.fault) : supervisor_name,
    [kindName],
  );
}

/** Severity, title and place. */
function subjectColumns({ t, aeroName, place, title, when, others, ...rest }: ColumnParts): Column<Alert>[] {
  return [
    {
      key: 'severity',
      label: t('filter.severity'),
      besideName: true,
      value: (alert) => severityRank(alert.severity),
      searched: (alert) => rest.words(`severity.${alert.severity}`),
      cell: (alert) => <OrderSeverity severity={alert.severity} />,
    },
    {
      key: 'fault',
      label: t('column.fault'),
      fixed: true,
      names: true,
      grows: true,
      minWidth: 200,
      value: title,
      searched: (alert) =>
        [alert, ...others(alert)].map((one) => `${title(one)} ${when(one.condition)}`).join(' '),
      cell: (alert) => (
        <Group gap={6} wrap="nowrap">
          <TextLink to={paths.alert(alert.id)} fw={600} truncate title={when(alert.condition)} data-truncate>
            {title(alert)}
          </TextLink>
          <Others alerts={others(alert)} when={when} />
        </Group>
      ),
    },
    {
      key: 'aero',
      label: t('column.aero'),
      plain: true,
      value: (alert) => aeroName(alert.aero),
      cell: (alert) => <TextLink to={paths.box(alert.box)}>{aeroName(alert.aero)}</TextLink>,
    },
    {
      key: 'place',
      label: t('column.place'),
      plain: true,
      // In the order of the kilometer points.
      value: rest.placeKeyOf,
      searched: (alert) => [rest.clientOf(alert), place(alert.aero)].join(' '),
      cell: (alert) => (
        <SmallText maw={PLACE_WIDTH} truncate title={place(alert.aero)} data-truncate>
          {place(alert.aero)}
        </SmallText>
      ),
    },
  ];
}
/** Width of a place, depending on the window. */
const PLACE_WIDTH = 'clamp(110px, calc(120px + (100vw - 1440px) * 0.6), 420px)';

/** Number of further alerts with the same cause as a row; the tooltip names them. */
function Others({ alerts, when }: { alerts: readonly Alert[]; when: ColumnParts['when'] }) {
  const [first] = alerts;
  const formats = useFormats();
  if (first === undefined) return null;
  const names = formats.list(alerts.map(({ condition }) => when(condition)));
  return (
    <TextLink to={paths.alert(first.id)} size="xs" title={names} aria-label={`+ ${names}`}>
      +{formats.number(alerts.length, 0)}
    </TextLink>
  );
}

/** What was measured, and since when. */
function courseColumns({ t, formats, archived }: ColumnParts): Column<Alert>[] {
  return [
    {
      key: 'value',
      label: t('column.value'),
      align: 'right',
      plain: true,
      value: (alert) => alert.value,
      cell: (alert) => <Text fw={600}>{conditionValue(alert.condition, alert.value, formats)}</Text>,
    },
    {
      key: 'opened_at',
      label: t(archived ? 'column.opened' : 'column.since'),
      plain: archived,
      value: (alert) => alert.opened_at,
      cell: (alert) => (
        <Text span title={formats.dateTime(alert.opened_at)}>
          {archived
            ? formats.dateTime(alert.opened_at)
            : durationText(timeSince(alert.opened_at), formats.language)}
        </Text>
      ),
    },
    {
      key: 'duration',
      label: t('column.duration'),
      align: 'right',
      hidden: true,
      // A firing alert lasts until now, whenever it was last confirmed.
      value: durationOf,
      cell: (alert) => durationText(durationOf(alert), formats.language),
    },
  ];
}

/** How it stands, and who deals with it. */
function handlingColumns({ t, matterWords }: ColumnParts): Column<Alert>[] {
  return [
    {
      key: 'state',
      label: t('column.state'),
      plain: true,
      value: (alert) => alert.cleared_at ?? '',
      cell: (alert) => <AlertState alert={alert} />,
    },
    {
      key: 'matter',
      label: matterWords('matter'),
      plain: true,
      value: (alert) => alert.matter?.name ?? '',
      cell: (alert) => <MatterStage matter={alert.matter} owner />,
    },
    {
      key: 'assignee',
      label: t('work.assignee'),
      hidden: true,
      plain: true,
      value: (alert) => alert.assignee_name ?? '',
      cell: (alert) =>
        alert.assignee_name === null ? null : (
          <SmallText maw={90} truncate title={alert.assignee_name} data-truncate>
            {alert.assignee_name}
          </SmallText>
        ),
    },
  ];
}

/** Who marked it as seen, and their comment. */
function seenColumn({ t, formats }: ColumnParts): Column<Alert> {
  return {
    key: 'seen',
    label: t('column.seen'),
    value: (alert) => alert.seen_at,
    searched: (alert) => `${alert.seen_by_name ?? ''} ${alert.comment}`,
    cell: (alert) => {
      const by = t('seen.by', { name: alert.seen_by_name ?? '–', when: formats.dateTime(alert.seen_at) });
      return (
        <>
          <Text>{by}</Text>
          {alert.comment === '' ? null : (
            <SmallText maw={220} truncate title={alert.comment} data-truncate>
              {alert.comment}
            </SmallText>
          )}
        </>
      );
    },
  };
}
