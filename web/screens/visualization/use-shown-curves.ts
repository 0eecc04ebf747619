import { useMemo, useState } from 'react';
import { useCurves } from '../../entities/curves/use-curves.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { overlaid } from './compare.ts';
import { WARNING_THRESHOLD } from './export-menu.tsx';
import type { useView } from './use-view.ts';
import { COMPARISON_SHIFT, everyOf, type ViewState } from './view-state.ts';

/** Maximum number of points that a scatter chart, and a screen, can show. */
const SCATTER_POINTS = 3000;
const CHART_POINTS = 1000;

/** Asks before loading a large number of raw measures, with the number. */
function useAgreed(view: ViewState, aeros: number[], range: { from: number; to: number }) {
  const [agreed, setAgreed] = useState('');
  const question = `${aeros.join(',')}:${view.range}:${view.from}:${view.to}`;
  const asks = everyOf(view) === 'raw' && agreed !== question;
  const period = { from: Math.round(range.from), to: Math.round(range.to) };
  const counted = useQuery('measuresCount', { query: { aero: aeros, ...period } }, { skip: !asks });
  const count = counted.data?.count;
  const tooMany = asks && count !== undefined && count > WARNING_THRESHOLD;
  const waiting = asks && count === undefined && counted.failure === undefined;
  return { tooMany: tooMany ? count : null, waits: tooMany || waiting, agree: () => setAgreed(question) };
}

/** The curves of a view, with those of its comparison period drawn over them. */
export function useShownCurves(view: ViewState, aeros: number[], range: ReturnType<typeof useView>['range']) {
  const { tooMany, waits, agree } = useAgreed(view, aeros, range);
  const scatter = view.view === 'scatter';
  const metrics = scatter ? (['stroke', 'temperature'] as const) : view.metrics;
  const choice = {
    aeros,
    metrics,
    every: waits ? null : everyOf(view),
    points: scatter ? SCATTER_POINTS : CHART_POINTS,
    expected: view.expected && metrics.includes('stroke') && !scatter,
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
  const curves = useMemo(
    () => (present.curves && shift !== 0 ? overlaid(present.curves, past.curves, shift) : present.curves),
    [present.curves, past.curves, shift],
  );
  return { curves, present, past, tooMany, agree };
}
