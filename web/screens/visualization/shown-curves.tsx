import { Group, Paper } from '@mantine/core';
import { useMemo } from 'react';
import type { ChartHandle } from '../../charts/time-chart.tsx';
import { useAeroName } from '../../entities/aero-names.ts';
import { CurveView } from '../../entities/curves/curve-view.tsx';
import { useCurveMarks } from '../../entities/curves/marks.ts';
import { useCurveNotes } from '../../entities/notes/use-curve-notes.tsx';
import { useNotes } from '../../entities/notes/use-notes.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { comparedId, earlierOf, isCompared } from './compare.ts';
import { CurveNotices } from './curve-notices.tsx';
import { PrintedFacts } from './printed-facts.tsx';
import { ScatterView } from './scatter-view.tsx';
import { useShownCurves } from './use-shown-curves.ts';
import type { useView } from './use-view.ts';
import type { Comparison } from './view-state.ts';

export type ViewTools = ReturnType<typeof useView>;
interface Props extends Pick<ViewTools, 'view' | 'change' | 'zone' | 'range'> {
  aeros: number[];
  setChart: (chart: ChartHandle | null) => void;
}

/** Curves of the selection over its range, with their legend and notices. */
export function ShownCurves({ view, change, zone, range, aeros, setChart }: Props) {
  const shown = useShownCurves(view, aeros, range);
  const { curves, present } = shown;
  const unmarked = !view.marks || view.view !== 'chart';
  const found = useNotes(aeros, range, !view.marks);
  const marks = useCurveMarks(aeros, range, found.notes, { skip: unmarked });
  const notes = useCurveNotes(aeros, found);
  const names = useNames(view.compare);
  return (
    <Paper withBorder p="md">
      <PrintedFacts aeros={aeros} range={range} />
      <CurveNotices shown={shown} onAutomatic={() => change({ frequency: 'auto' })} />
      {view.view === 'scatter' && curves ? <ScatterView curves={curves} earlierLabel={names.when} /> : null}
      {view.view === 'chart' ? notes.hint : null}
      {view.view !== 'scatter' && present.failure?.status !== 413 ? (
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
          nameOf={names.nameOf}
          earlierOf={earlierOf}
          earlierName={names.earlierName}
        />
      ) : null}
      <Footer resolution={curves?.resolution} view={view.view} noteButton={notes.button} />
      {notes.list}
    </Paper>
  );
}

/** Names of curves and metrics, with those of the comparison period marked. */
function useNames(compare: Comparison) {
  const t = useText('visualization');
  const name = useAeroName();
  return useMemo(() => {
    const when = t(`compare.${compare}`);
    const earlierName = (what: string) => t('compare.before', { name: what, when });
    return {
      when,
      earlierName,
      nameOf: (id: number) => (isCompared(id) ? earlierName(name(comparedId(id))) : name(id)),
    };
  }, [name, compare, t]);
}

interface FooterProps {
  resolution: 'raw' | number | undefined;
  view: ViewTools['view']['view'];
  noteButton: React.ReactNode;
}

function Footer({ resolution, view, noteButton }: FooterProps) {
  const t = useText('visualization');
  return (
    <Group justify="space-between" mt="xs" gap="xs">
      <SmallText>{resolution === undefined ? '' : resolutionText(resolution, view === 'table', t)}</SmallText>
      {view === 'chart' ? (
        <Group gap="sm" className="aw-no-print">
          <SmallText visibleFrom="sm">{t('chart.hint')}</SmallText>
          {noteButton}
        </Group>
      ) : null}
    </Group>
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
