import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { METRIC_KEYS, type MetricKey } from '@aerowatch/domain/metrics';
import { Button, Grid, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { ChartRange } from '../../charts/types.ts';
import { modelName } from '../../entities/boxes/configuration-value.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import { useCurveMarks } from '../../entities/curves/marks.ts';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { useCurveNotes } from '../../entities/notes/use-curve-notes.tsx';
import { useNotes } from '../../entities/notes/use-notes.ts';
import { useItem } from '../../entities/use-collection.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { RelativeTime, useNow } from '../../ui/relative-time.tsx';
import { SamiBadge } from '../../ui/sami-mark.tsx';
import { Diagnosis } from './diagnosis.tsx';
import { SamiDialog } from './sami-dialog.tsx';

const DAY = 86_400_000;
const DAYS = ['1', '7', '30', '90'] as const;
const METRICS: readonly MetricKey[] = ['stroke', 'pressure', 'temperature', 'battery_voltage'];

/** One AERO: its curves growing live, its latest measure, what is known and found of it. */
export function AeroTab({ aero, box }: { aero: Aero; box: Box }) {
  const t = useText('box');
  const [days, setDays] = useState<string>('7');
  const [zoom, setZoom] = useState<ChartRange | null>(null);
  const now = useNow();
  const minute = Math.ceil(now / 60_000) * 60_000;
  const range = useMemo(
    () => zoom ?? { from: minute - Number(days) * DAY, to: minute },
    [zoom, days, minute],
  );
  const ids = useMemo(() => [aero.id], [aero.id]);
  const { curves, failure, refetch } = useCurves({ aeros: ids, metrics: METRICS, range, expected: true });
  const found = useNotes(ids, range);
  const marks = useCurveMarks(ids, range, found.notes);
  const notes = useCurveNotes(ids, found);
  const diagnosis = useRead('diagnosticsList', { query: { aero: ids, evidence: true } }).data?.results[0];
  const [changing, setChanging] = useState(false);
  return (
    <Grid gap="md">
      {diagnosis ? (
        <Grid.Col span={12}>
          <Diagnosis aero={aero} row={diagnosis} onChange={() => setChanging(true)} />
        </Grid.Col>
      ) : null}
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Paper p="md">
          <Group justify="space-between" mb="xs">
            <Title order={2} size="h4">
              {t('aero.curves')}
            </Title>
            <SegmentedControl
              className="aw-no-print"
              aria-label={t('aero.range')}
              value={zoom ? '' : days}
              data={DAYS.map((count) => ({ value: count, label: t('aero.days', { count: Number(count) }) }))}
              onChange={(next) => {
                setZoom(null);
                setDays(next);
              }}
            />
          </Group>
          {notes.hint}
          <CurveView
            curves={curves}
            failure={failure}
            onRetry={refetch}
            metrics={METRICS}
            mode="split"
            range={range}
            marks={marks}
            height={170}
            onRange={setZoom}
            onReset={() => setZoom(null)}
            {...notes.props}
          />
          <Group justify="flex-end" mt="xs">
            {notes.button}
          </Group>
          {notes.list}
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack gap="md">
          <Latest aero={aero.id} />
          <Paper p="md">
            <Group justify="space-between" mb="xs">
              <SamiBadge level={aero.sami} />
              <Button
                size="compact-sm"
                variant="light"
                onClick={() => setChanging(true)}
                className="aw-no-print"
              >
                {t('aero.change')}
              </Button>
            </Group>
            <AeroFacts aero={aero} />
          </Paper>
        </Stack>
      </Grid.Col>
      <SamiDialog aero={aero} box={box} opened={changing} onClose={() => setChanging(false)} />
    </Grid>
  );
}

function Latest({ aero }: { aero: number }) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  const measure = useItem('measures', aero);
  return (
    <Paper p="md">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('aero.latest')}
        </Title>
        {measure ? (
          <Text size="sm" c="dimmed">
            <RelativeTime time={measure.date} />
          </Text>
        ) : null}
      </Group>
      {measure ? (
        <Grid gap="xs">
          {METRIC_KEYS.map((metric) => (
            <Grid.Col key={metric} span={6}>
              <Text size="xs" c="dimmed">
                {words(`metric.${metric}.name`)}
              </Text>
              <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {formats.metric(metric, measure[metric])}
              </Text>
            </Grid.Col>
          ))}
        </Grid>
      ) : (
        <Text size="sm" c="dimmed">
          {t('aero.none')}
        </Text>
      )}
    </Paper>
  );
}

function AeroFacts({ aero }: { aero: Aero }) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  const between = (
    low: number | null,
    high: number | null,
    show: (value: number) => string,
  ): string | null =>
    low === null && high === null
      ? null
      : t('aero.from', { min: low === null ? '–' : show(low), max: high === null ? '–' : show(high) });
  const rows: [string, ReactNode][] = [
    [t('aero.model'), modelName(words, aero.model_type)],
    [t('aero.serial'), aero.serial_number || '–'],
    [t('aero.track'), aero.track_number || '–'],
    [t('aero.conductor'), aero.conductor_type ? words(`conductor.${aero.conductor_type}`) : '–'],
    [t('aero.tension'), formats.quantity('force', aero.mechanical_tension)],
    [t('aero.length'), formats.quantity('length', aero.regularized_length)],
    [
      t('aero.expansion'),
      aero.expansion_coefficient === null
        ? '–'
        : `${formats.number(aero.expansion_coefficient * 1e6, 1)}\u00a0µm/(m·K)`,
    ],
    [
      t('aero.stroke'),
      between(aero.stroke_min, aero.stroke_max, (value) => formats.metric('stroke', value)) ?? '–',
    ],
    [
      t('aero.pressure'),
      between(aero.pressure_min, aero.pressure_max, (value) => formats.metric('pressure', value)) ?? '–',
    ],
    [
      t('aero.temperature'),
      between(aero.temperature_min, aero.temperature_max, (value) => formats.metric('temperature', value)) ??
        '–',
    ],
    [
      t('aero.battery'),
      aero.battery_min === null
        ? '–'
        : t('aero.least', { min: formats.metric('battery_voltage', aero.battery_min) }),
    ],
  ];
  return (
    <Stack gap={4} component="dl" m={0}>
      {rows.map(([label, value]) => (
        <Group key={label} justify="space-between" gap="xs" wrap="nowrap">
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} ta="right">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
