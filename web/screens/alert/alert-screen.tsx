import type { Alert } from '@aerowatch/contracts/api/alerts';
import { alertStateOf } from '@aerowatch/domain/alerting/alert-state';
import { Box, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { IconBellOff, IconChartLine, IconEye, IconTool } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ChartRange } from '../../charts/types.ts';
import { useAeroName } from '../../entities/aero-names.ts';
import { SeenDialog } from '../../entities/alerts/seen-dialog.tsx';
import { usePlace } from '../../entities/alerts/use-place.ts';
import { conditionValue, useConditionSentence } from '../../entities/conditions/sentence.ts';
import { ForMembers } from '../../entities/session/for-members.tsx';
import { SilenceDialog } from '../../entities/silences/silence-dialog.tsx';
import { CreateOrderDialog } from '../../entities/work/create-order-dialog.tsx';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useItem } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useGrants } from '../../lib/state/session-state.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/links/link-button.tsx';
import { TextLink } from '../../ui/links/text-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { NotFound } from '../../ui/states/not-found.tsx';
import { ErrorState, LoadingScreen } from '../../ui/states/states.tsx';
import { toast } from '../../ui/toast.ts';
import { AlertCurve } from './alert-curve.tsx';
import { AlertFinding } from './alert-finding.tsx';
import { AlertMatter } from './alert-matter.tsx';
import { curveMetrics, rangeAround } from './alert-range.ts';
import { AlertWork } from './alert-work.tsx';
import { OtherAlerts } from './other-alerts.tsx';

/** One alert: what happened, on the curve, with the limit drawn. */
export default function AlertScreen() {
  const id = Number(useParams().id);
  const read = useQuery('alertsGet', { params: { id } }, { live: ['alerts'], skip: !Number.isInteger(id) });
  if (!Number.isInteger(id)) return <NotFound />;
  if (read.failure) return <ErrorState order={1} failure={read.failure} onRetry={read.refetch} />;
  if (!read.data) return <LoadingScreen />;
  // A key, so that zoom, open dialogs and an unfinished comment stay with their alert when a link leads to
  // another one.
  return <AlertDetails key={read.data.id} alert={read.data} refetch={read.refetch} />;
}

function AlertDetails({ alert, refetch }: { alert: Alert; refetch: () => void }) {
  const t = useText('alerts');
  const name = useAeroName()(alert.aero);
  const { when } = useConditionSentence();
  const [zoom, setZoom] = useState<ChartRange | null>(null);
  const range = useMemo(() => zoom ?? rangeAround(alert), [alert, zoom]);
  const visualize = paths.visualization({
    aeros: alert.aero,
    metrics: curveMetrics(alert),
    zoom: `${Math.round(range.from)}-${Math.round(range.to)}`,
  });
  return (
    <>
      <PageHeader
        title={t('one.title', { name })}
        description={when(alert.condition)}
        breadcrumbs={
          <TextLink to={alert.seen ? paths.alertsArchived() : paths.alerts()}>
            {t(alert.seen ? 'archived.title' : 'opened.title')}
          </TextLink>
        }
        actions={
          <>
            <LinkButton
              to={visualize}
              variant="default"
              leftSection={<IconChartLine size={16} aria-hidden />}
            >
              {t('one.visualize')}
            </LinkButton>
            <OrderButton alert={alert} onDone={refetch} />
            <ForMembers>
              <SilenceButton box={alert.box} />
              <SeenButton alert={alert} />
            </ForMembers>
          </>
        }
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <AlertCurve alert={alert} range={range} onRange={setZoom} />
          <Box mt="md">
            <OtherAlerts alert={alert} />
          </Box>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <AlertMatter alert={alert} onDone={refetch} />
            <AlertFinding alert={alert} />
            <Facts alert={alert} />
            <AlertWork alert={alert} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Marks it as seen, with a comment; reopens it once it is seen. */
function SeenButton({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const [patchAlert] = useMutation('alertsPatch');
  const [marking, setMarking] = useState<number[]>([]);
  const reopen = async () => {
    const result = await patchAlert({ params: { id: alert.id }, body: { seen: false } });
    if (!result.ok) return toast.failure(result);
    toast.success(t('reopen.done'));
  };
  return (
    <>
      {alert.seen ? (
        <Button key="reopen" variant="default" onClick={() => void reopen()}>
          {t('reopen.action')}
        </Button>
      ) : (
        <Button
          key="seen"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setMarking([alert.id])}
        >
          {t('seen.action')}
        </Button>
      )}
      <SeenDialog ids={marking} onClose={() => setMarking([])} />
    </>
  );
}

/** Silences its box for a period. */
function SilenceButton({ box }: { box: number }) {
  const t = useText('silences');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBellOff size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('action')}
      </Button>
      <SilenceDialog boxes={opened ? [box] : null} onClose={() => setOpened(false)} />
    </>
  );
}

/** The order about this alert, or the button to create one. */
function OrderButton({ alert, onDone }: { alert: Alert; onDone: () => void }) {
  const t = useText('work');
  const edits = useGrants('member');
  const [making, setMaking] = useState(false);
  const icon = <IconTool size={16} aria-hidden />;
  const { matter } = alert;
  const accepted = matter !== null && matter.stage !== 'proposed' && matter.stage !== 'dismissed';
  const order = alert.work_order ?? (accepted ? matter.id : null);
  if (order !== null)
    return (
      <LinkButton to={paths.workOrder(order)} variant="default" leftSection={icon}>
        {t('create.show', { id: order })}
      </LinkButton>
    );
  if (!edits) return null;
  const target = { box: alert.box, aero: alert.aero, alert: alert.id, type: 'alert' as const };
  return (
    <>
      <Button variant="default" leftSection={icon} onClick={() => setMaking(true)}>
        {t('create.action')}
      </Button>
      <CreateOrderDialog targets={making ? [target] : []} onClose={() => setMaking(false)} onDone={onDone} />
    </>
  );
}

/** Names and values of what is known of an alert. */
function useFacts(alert: Alert): [string, ReactNode][] {
  const t = useText('alerts');
  const formats = useFormats();
  const place = usePlace();
  const box = useItem('boxes', alert.box);
  const changes = useGrants('member');
  const endOf =
    alert.cleared_at === null ? t(`state.${alertStateOf(alert)}`) : formats.dateTime(alert.cleared_at);
  const rows: [string, ReactNode][] = [
    [t('column.opened'), formats.dateTimeSeconds(alert.opened_at)],
    [
      t('one.value'),
      `${conditionValue(alert.condition, alert.value, formats)} / ${conditionValue(alert.condition, alert.condition.value, formats)}`,
    ],
    [
      t('column.last'),
      `${conditionValue(alert.condition, alert.last_value, formats)} (${formats.dateTime(alert.last_at)})`,
    ],
    [t('column.occurrences'), formats.number(alert.occurrences, 0)],
    [t('one.cleared'), endOf],
    [
      t('column.supervisor'),
      alert.supervisor === null ? (
        t('one.deleted', { name: alert.supervisor_name })
      ) : !changes ? (
        alert.supervisor_name
      ) : (
        <TextLink key="supervisor" to={paths.supervisorEdit(alert.supervisor)}>
          {alert.supervisor_name}
        </TextLink>
      ),
    ],
    [
      t('one.box'),
      <TextLink key="box" to={paths.box(alert.box)}>
        {box?.serial_number ?? `#${alert.box}`}
      </TextLink>,
    ],
    [t('column.place'), place(alert.box)],
  ];
  if (alert.seen)
    rows.push([
      t('column.seen'),
      t('seen.by', { name: alert.seen_by_name ?? '–', when: formats.dateTime(alert.seen_at) }),
    ]);
  if (alert.comment !== '') rows.push([t('column.comment'), alert.comment]);
  return rows;
}

function Facts({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const rows = useFacts(alert);
  return (
    <Panel title={t('one.facts')}>
      <Stack gap="xs" component="dl" m={0}>
        {rows.map(([label, value]) => (
          <Group key={label} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text component="dt" c="dimmed">
              {label}
            </Text>
            <Text
              component="dd"
              m={0}
              ta="right"
              style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
            >
              {value}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
