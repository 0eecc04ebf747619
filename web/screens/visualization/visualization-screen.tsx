import { Alert, Button, Drawer, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChartLine, IconListTree, IconStethoscope } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ChartHandle } from '../../charts/time-chart.tsx';
import { useAeroName } from '../../entities/aero-names.ts';
import { AeroPicker } from '../../entities/aero-picker/aero-picker.tsx';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import { useCurveMarks } from '../../entities/curves/marks.ts';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { useCurveNotes } from '../../entities/notes/use-curve-notes.tsx';
import { useNotes } from '../../entities/notes/use-notes.ts';
import { useRead } from '../../lib/api/read.ts';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { comparedId, hasMeasures, isCompared, overlaid } from './compare.ts';
import { Controls } from './controls.tsx';
import { ExportJob } from './export-job.tsx';
import { ExportMenu, WARNING_THRESHOLD } from './export-menu.tsx';
import { SavedViews } from './saved-views.tsx';
import { ScatterView } from './scatter-view.tsx';
import { useKnownAeros, useView } from './use-view.ts';
import { COMPARISON_SHIFT, everyOf, isBackwards } from './view-state.ts';

/** Curves of any AEROs over any time. */
export default function VisualizationScreen() {
  const t = useText('visualization');
  const common = useText('common');
  const { view, change, zone, range } = useView();
  const { known, gone } = useKnownAeros(view.aeros);
  const narrow = useMediaQuery('(max-width: 62em)');
  const [picking, picker] = useDisclosure(false);
  const [chart, setChart] = useState<ChartHandle | null>(null);
  const [job, setJob] = useState<number | null>(null);
  const choose = (aeros: number[]) => change({ aeros });
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <LinkButton
              variant="default"
              to={paths.diagnostics()}
              leftSection={<IconStethoscope size={16} aria-hidden />}
            >
              {common('nav.diagnostics')}
            </LinkButton>
            <SavedViews view={view} />
            <ExportMenu onJob={setJob} view={view} aeros={known} range={range} zone={zone} chart={chart} />
          </>
        }
      />
      {job === null ? null : <ExportJob id={job} onClose={() => setJob(null)} />}
      <Grid gap="md">
        {narrow ? null : (
          <Grid.Col span={3}>
            <Paper withBorder p="sm">
              <AeroPicker value={view.aeros} onChange={choose} height="calc(100vh - 330px)" />
            </Paper>
          </Grid.Col>
        )}
        <Grid.Col span={narrow ? 12 : 9}>
          <Stack gap="md">
            {narrow ? (
              <>
                <Button
                  variant="default"
                  leftSection={<IconListTree size={16} aria-hidden />}
                  onClick={picker.open}
                >{`${t('choose')} (${known.length})`}</Button>
                <Drawer
                  opened={picking}
                  onClose={picker.close}
                  title={t('choose')}
                  position="left"
                  size="92%"
                >
                  <AeroPicker value={view.aeros} onChange={choose} height="calc(100vh - 190px)" />
                </Drawer>
              </>
            ) : null}
            <Paper withBorder p="sm">
              <Controls view={view} change={change} />
            </Paper>
            {gone > 0 ? (
              <Alert color="yellow" variant="light">
                {t('saved.gone', { count: gone })}
              </Alert>
            ) : null}
            {known.length === 0 ? (
              <EmptyState title={t('nothingChosen.title')} icon={<IconChartLine size={28} aria-hidden />}>
                {t('nothingChosen.text')}
              </EmptyState>
            ) : isBackwards(view) ? (
              <EmptyState title={t('range.wrong')} icon={<IconChartLine size={28} aria-hidden />} />
            ) : (
              <Shown
                key={known.join(',')}
                view={view}
                change={change}
                zone={zone}
                range={range}
                aeros={known}
                setChart={setChart}
              />
            )}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

type ViewTools = ReturnType<typeof useView>;
interface ShownProps extends Pick<ViewTools, 'view' | 'change' | 'zone' | 'range'> {
  aeros: number[];
  setChart: (chart: ChartHandle | null) => void;
}

function Shown({ view, change, zone, range, aeros, setChart }: ShownProps) {
  const t = useText('visualization');
  const formats = useFormats();
  const name = useAeroName();
  const [allowed, setAllowed] = useState('');
  const every = everyOf(view);
  const period = { from: Math.round(range.from), to: Math.round(range.to) };
  const question = `${aeros.join(',')}:${view.range}:${view.from}:${view.to}`;
  const counted = useRead(
    'measuresCount',
    { query: { aero: aeros, ...period } },
    { skip: every !== 'raw' || allowed === question },
  );
  const tooMany = every === 'raw' && allowed !== question && (counted.data?.count ?? 0) > WARNING_THRESHOLD;
  const waiting =
    every === 'raw' && allowed !== question && counted.data === undefined && counted.failure === undefined;
  const metrics = view.view === 'scatter' ? (['stroke', 'temperature'] as const) : view.metrics;
  const choice = {
    aeros,
    metrics,
    every: tooMany || waiting ? null : every,
    points: view.view === 'scatter' ? 3000 : 1000,
    expected: view.expected && metrics.includes('stroke') && view.view !== 'scatter',
  };
  const pollingInterval = view.refresh === 'off' || view.refresh === 'live' ? 0 : Number(view.refresh) * 1000;
  const present = useCurves({ ...choice, range, live: view.refresh === 'live', pollingInterval });
  const shift = view.compare === 'none' ? 0 : COMPARISON_SHIFT[view.compare];
  const past = useCurves({
    ...choice,
    expected: false,
    range: { from: range.from - shift, to: range.to - shift },
    live: false,
    skip: shift === 0,
  });
  const unmarked = !view.marks || view.view !== 'chart';
  const found = useNotes(aeros, range, !view.marks);
  const marks = useCurveMarks(aeros, range, found.notes, unmarked);
  const notes = useCurveNotes(aeros, found);
  const curves = useMemo(
    () => (present.curves && shift !== 0 ? overlaid(present.curves, past.curves, shift) : present.curves),
    [present.curves, past.curves, shift],
  );
  const nameOf = useMemo(
    () => (id: number) =>
      isCompared(id) && view.compare !== 'none'
        ? t('compare.before', { name: name(comparedId(id)), when: t(`compare.${view.compare}`) })
        : name(id),
    [name, view.compare, t],
  );
  const large = present.failure?.status === 413;

  return (
    <Paper withBorder p="md">
      {tooMany ? (
        <Alert color="yellow" variant="light" title={t('large.title')} mb="sm">
          <Text size="sm">{t('large.load', { count: formats.number(counted.data!.count) })}</Text>
          <Group mt="xs" gap="xs">
            <Button size="xs" onClick={() => setAllowed(question)}>
              {t('large.go')}
            </Button>
            <Button size="xs" variant="default" onClick={() => change({ frequency: 'auto' })}>
              {t('large.keep')}
            </Button>
          </Group>
        </Alert>
      ) : null}
      {large ? (
        <Alert color="red" variant="light" role="alert" title={t('tooLarge')}>
          <Button size="xs" onClick={() => change({ frequency: 'auto' })}>
            {t('large.keep')}
          </Button>
        </Alert>
      ) : null}
      {past.failure ? (
        <Alert color="yellow" variant="light" mb="sm">
          {t('compare.failed')}
        </Alert>
      ) : past.curves && !past.curves.series.some(hasMeasures) ? (
        <Alert color="gray" variant="light" mb="sm">
          {t('compare.empty')}
        </Alert>
      ) : null}
      {view.view === 'scatter' && curves ? <ScatterView curves={curves} /> : null}
      {view.view === 'chart' ? notes.hint : null}
      {view.view !== 'scatter' && !large ? (
        <CurveView
          curves={curves}
          failure={present.failure}
          onRetry={present.refetch}
          metrics={view.metrics}
          mode={view.mode}
          range={range}
          timeZone={zone}
          marks={view.marks ? marks : undefined}
          as={view.view === 'table' ? 'table' : 'chart'}
          height={view.mode === 'split' ? 200 : 380}
          onRange={(zoom) => change({ zoom })}
          onReset={() => change({ zoom: null })}
          handle={setChart}
          {...notes.props}
          nameOf={nameOf}
        />
      ) : null}
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="xs" c="dimmed">
          {curves ? resolutionText(curves.resolution, view.view === 'table', t) : ''}
        </Text>
        {view.view === 'chart' ? (
          <Group gap="sm">
            <Text size="xs" c="dimmed" visibleFrom="sm">
              {t('chart.hint')}
            </Text>
            {notes.button}
          </Group>
        ) : null}
      </Group>
      {notes.list}
    </Paper>
  );
}

/** "One point per 6 hours": in the largest unit that fits. */
function resolutionText(
  resolution: 'raw' | number,
  table: boolean,
  t: ReturnType<typeof useText<'visualization'>>,
): string {
  if (resolution === 'raw') return t('resolution.raw');
  const [unit, seconds] = (
    [
      ['days', 86_400],
      ['hours', 3600],
      ['minutes', 60],
      ['seconds', 1],
    ] as const
  ).find(([, size]) => resolution % size === 0)!;
  return t(table ? 'resolution.lines' : 'resolution.seconds', {
    duration: t(`duration.${unit}`, { count: resolution / seconds }),
  });
}
