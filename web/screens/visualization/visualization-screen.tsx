import { Alert, Button, Collapse, Drawer, Grid, Group, Paper, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconChartLine, IconListTree } from '@tabler/icons-react';
import { useState } from 'react';
import type { ChartHandle } from '../../charts/time-chart.tsx';
import { AeroPicker } from '../../entities/aero-picker/aero-picker.tsx';
import { SavedViews } from '../../entities/saved-views.tsx';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Controls } from './controls.tsx';
import { ExportJob } from './export-job.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ShownCurves, type ViewTools } from './shown-curves.tsx';
import { useKnownAeros, useView } from './use-view.ts';
import { isBackwards, writeView } from './view-state.ts';

/** Curves of any AEROs over any time. */
export default function VisualizationScreen() {
  const t = useText('visualization');
  const tools = useView();
  const { view, change, zone, range } = tools;
  const { known, gone } = useKnownAeros(view.aeros);
  const narrow = useMediaQuery('(max-width: 62em)');
  const [chart, setChart] = useState<ChartHandle | null>(null);
  const [job, setJob] = useState<number | null>(null);
  const choose = (aeros: number[]) => change({ aeros });
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <SavedViews screen="visualization" query={writeView(view).toString()} />
            <ExportMenu onJob={setJob} view={view} aeros={known} range={range} zone={zone} chart={chart} />
          </>
        }
      />
      {job === null ? null : <ExportJob id={job} onClose={() => setJob(null)} />}
      <Grid gap="md">
        {narrow ? null : (
          <Grid.Col span={3} className="aw-no-print">
            <Paper withBorder p="sm">
              <AeroPicker value={view.aeros} onChange={choose} height="calc(100vh - 330px)" />
            </Paper>
          </Grid.Col>
        )}
        <Grid.Col span={narrow ? 12 : 9} className="aw-print-wide">
          <Stack gap="sm">
            {narrow ? (
              <div className="aw-no-print">
                <NarrowChoice view={view} change={change} choose={choose} count={known.length} />
              </div>
            ) : (
              <Paper withBorder p="sm" className="aw-no-print">
                <Controls view={view} change={change} />
              </Paper>
            )}
            {gone > 0 ? <Alert color="yellow">{t('saved.gone', { count: gone })}</Alert> : null}
            <Curves tools={tools} known={known} setChart={setChart} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

interface ChoiceProps extends Pick<ReturnType<typeof useView>, 'view' | 'change'> {
  choose: (aeros: number[]) => void;
  count: number;
}

/** On a phone the curve comes first: the selection opens beside or over it. */
function NarrowChoice({ view, change, choose, count }: ChoiceProps) {
  const t = useText('visualization');
  const [picking, picker] = useDisclosure(false);
  const [setting, settings] = useDisclosure(false);
  return (
    <>
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Button
          variant="default"
          leftSection={<IconListTree size={16} aria-hidden />}
          onClick={picker.open}
        >{`${t('choose')} (${count})`}</Button>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={settings.toggle}
          aria-expanded={setting}
        >
          {t('options')}
        </Button>
      </Group>
      <Drawer opened={picking} onClose={picker.close} title={t('choose')} position="left" size="92%">
        <AeroPicker value={view.aeros} onChange={choose} height="calc(100vh - 190px)" />
      </Drawer>
      <Collapse expanded={setting}>
        <Paper withBorder p="sm">
          <Controls view={view} change={change} />
        </Paper>
      </Collapse>
    </>
  );
}

interface CurvesProps {
  tools: ViewTools;
  known: number[];
  setChart: (chart: ChartHandle | null) => void;
}

/** The curves, or what is missing for them. */
function Curves({ tools, known, setChart }: CurvesProps) {
  const t = useText('visualization');
  const { view, change, zone, range } = tools;
  if (known.length === 0)
    return (
      <EmptyState title={t('nothingChosen.title')} icon={IconChartLine} text={t('nothingChosen.text')} />
    );
  if (isBackwards(view)) return <EmptyState title={t('range.wrong')} icon={IconChartLine} />;
  return (
    <ShownCurves
      key={known.join(',')}
      view={view}
      change={change}
      zone={zone}
      range={range}
      aeros={known}
      setChart={setChart}
    />
  );
}
