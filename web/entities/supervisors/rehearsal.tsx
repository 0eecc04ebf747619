import { CONDITION_METRICS, limitLine } from '@aerowatch/domain/alerting/condition';
import { DAY } from '@aerowatch/domain/durations';
import {
  Alert,
  Button,
  Group,
  Paper,
  ScrollArea,
  Select,
  Stack,
  Table,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ChartMark, ChartRange } from '../../charts/types.ts';
import { FailureAlert } from '../../forms/form-screen.tsx';
import type { Answer } from '../../lib/api/contract.ts';
import type { Failure } from '../../lib/api/result.ts';
import { useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { useMutation } from '../../lib/query/use-mutation.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { useAeroName } from '../aero-names.ts';
import { conditionValue } from '../conditions/sentence.ts';
import { CurveView } from '../curves/curve-view.tsx';
import { useCurves } from '../curves/use-curves.ts';
import { bodyOf, compared, hasWholeConditions, type SupervisorDraft } from './draft.ts';

type Outcome = Answer<'supervisorsRehearse'>;
type WouldBe = Outcome['alerts'][number];
const SHOWN = 200;

interface Run {
  answer: Outcome;
  /** The draft that was rehearsed: the form may have changed since. */
  draft: SupervisorDraft;
  days: number;
}

/** Rehearses a draft over the last days. */
function useRehearsal(draft: SupervisorDraft, onIncomplete: () => void) {
  const [rehearseSupervisor, busy] = useMutation('supervisorsRehearse');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [outcome, setOutcome] = useState<Run | null>(null);
  const [picked, setPicked] = useState<WouldBe | null>(null);
  const run = async (days: number): Promise<void> => {
    // Missing values are reported at their fields, as when saving.
    if (!hasWholeConditions(draft)) return onIncomplete();
    setFailure(null);
    setPicked(null);
    const now = Date.now();
    const { client, ...supervisor } = bodyOf(draft);
    const body = {
      supervisor: {
        ...supervisor,
        ...(client === undefined ? {} : { client }),
        name: supervisor.name || '–',
      },
      from: new Date(now - days * DAY).toISOString(),
      to: new Date(now).toISOString(),
    };
    const result = await rehearseSupervisor({ body: body as never });
    if (!result.ok) return setFailure(result);
    setOutcome({ answer: result.data, draft, days });
    setPicked(result.data.alerts[0] ?? null);
  };
  return { run, busy, failure, outcome, picked, setPicked };
}

/** The alerts a supervisor would have opened over past data, with place and time, on the curve. */
export function Rehearsal({ draft, onIncomplete }: { draft: SupervisorDraft; onIncomplete: () => void }) {
  const t = useText('supervisors');
  const [days, setDays] = useState('30');
  const { run, busy, failure, outcome, picked, setPicked } = useRehearsal(draft, onIncomplete);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={3} size="h5">
          {t('rehearsal.title')}
        </Title>
        <Group gap="xs" align="flex-end">
          <Select
            label={t('rehearsal.days')}
            w={130}
            allowDeselect={false}
            value={days}
            data={['7', '30', '90'].map((count) => ({
              value: count,
              label: t('rehearsal.days', { count: Number(count) }),
            }))}
            onChange={(value) => value && setDays(value)}
          />
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={busy}
            onClick={() => void run(Number(days))}
          >
            {t('rehearsal.run')}
          </Button>
        </Group>
      </Group>
      {failure ? <FailureAlert failure={failure} /> : null}
      {busy ? (
        <Text c="dimmed" role="status">
          {t('rehearsal.running')}
        </Text>
      ) : null}
      {outcome && !busy ? <Result outcome={outcome} picked={picked} onPick={setPicked} /> : null}
    </Paper>
  );
}

interface ResultProps {
  outcome: Run;
  picked: WouldBe | null;
  onPick: (alert: WouldBe) => void;
}

function Result(props: ResultProps) {
  const { answer, draft, days } = props.outcome;
  const t = useText('supervisors');
  const span = t('rehearsal.days', { count: days });
  return (
    <Stack gap="sm">
      <Text size="md" fw={600} role="status">
        {answer.count === 0
          ? t('rehearsal.none', { days: span })
          : t('rehearsal.result', { days: span, count: answer.count })}
      </Text>
      <SmallText>{t('rehearsal.muted')}</SmallText>
      {answer.by_condition
        .filter((row) => row.not_judged_aeros > 0)
        .map((row) => (
          <Alert key={row.condition} color="yellow">
            {t('rehearsal.notJudged', { number: row.condition + 1, count: row.not_judged_aeros })}
          </Alert>
        ))}
      {answer.alerts.length > 0 ? <AlertTable {...props} /> : null}
      {answer.truncated || answer.alerts.length > SHOWN ? (
        <SmallText>{t('rehearsal.truncated')}</SmallText>
      ) : null}
      {props.picked ? (
        <OnCurve
          picked={props.picked}
          draft={draft}
          range={{ from: Date.parse(answer.from), to: Date.parse(answer.to) }}
          alerts={answer.alerts}
        />
      ) : null}
    </Stack>
  );
}

/** The first alerts of the rehearsal; selecting one shows its curve. */
function AlertTable({ outcome: { answer, draft }, picked, onPick }: ResultProps) {
  const t = useText('supervisors');
  const formats = useFormats();
  const name = useAeroName();
  const value = (alert: WouldBe) =>
    conditionValue(compared(draft.conditions[alert.condition]!), alert.value, formats);
  return (
    <ScrollArea.Autosize mah={260}>
      <Table stickyHeader aria-label={t('rehearsal.title')}>
        <Table.Thead>
          <Table.Tr>
            {(['when', 'where', 'which', 'value', 'until', 'times'] as const).map((key) => (
              <Table.Th key={key}>{t(`rehearsal.${key}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answer.alerts.slice(0, SHOWN).map((alert) => (
            <Table.Tr
              key={`${alert.condition}:${alert.aero}:${alert.opened_at}`}
              bg={alert === picked ? 'var(--aw-hover)' : undefined}
            >
              <Table.Td>
                <UnstyledButton
                  onClick={() => onPick(alert)}
                  title={t('rehearsal.curve')}
                  style={{ textDecoration: 'underline' }}
                >
                  {formats.dateTime(alert.opened_at)}
                </UnstyledButton>
              </Table.Td>
              <Table.Td>{name(alert.aero)}</Table.Td>
              <Table.Td>{alert.condition + 1}</Table.Td>
              <Table.Td>{value(alert)}</Table.Td>
              <Table.Td>
                {alert.cleared_at === null ? t('rehearsal.still') : formats.dateTime(alert.cleared_at)}
              </Table.Td>
              <Table.Td>{formats.number(alert.occurrences, 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function OnCurve({
  picked,
  draft,
  range,
  alerts,
}: {
  picked: WouldBe;
  draft: SupervisorDraft;
  range: ChartRange;
  alerts: readonly WouldBe[];
}) {
  const t = useText('supervisors');
  const formats = useFormats();
  const [zoom, setZoom] = useState<ChartRange | null>(null);
  const condition = draft.conditions[picked.condition]!;
  const metrics = CONDITION_METRICS[condition.metric].reads;
  const shown = zoom ?? range;
  const { curves, failure } = useCurves({ aeros: [picked.aero], metrics, range: shown, live: false });
  const marks = useMemo<ChartMark[]>(
    () =>
      alerts
        .filter((alert) => alert.aero === picked.aero && alert.condition === picked.condition)
        .map((alert) => ({
          key: alert.opened_at,
          at: Date.parse(alert.opened_at),
          to: Date.parse(alert.cleared_at ?? alert.last_at),
          label: t('rehearsal.alert', { number: alert.condition + 1 }),
          color: '#e8590c',
          symbol: '!',
        })),
    [alerts, picked, t],
  );
  const model = useTable('aeros')[picked.aero]?.model_type;
  const limit = useMemo(() => {
    const judged = compared(condition);
    const line =
      typeof judged.value !== 'number' ? null : limitLine({ ...judged, value: judged.value }, model);
    if (line === null || typeof judged.value !== 'number') return [];
    const value = conditionValue(judged, judged.value, formats);
    return [{ ...line, label: t('rehearsal.limit', { value }), color: '#e03131' }];
  }, [condition, model, formats, t]);
  return (
    <CurveView
      curves={curves}
      failure={failure}
      metrics={metrics}
      mode={metrics.length > 1 ? 'split' : 'combined'}
      range={shown}
      marks={marks}
      thresholds={limit}
      height={200}
      onRange={setZoom}
      onReset={() => setZoom(null)}
    />
  );
}
