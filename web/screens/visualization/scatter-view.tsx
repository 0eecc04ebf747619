import type { Aero } from '@aerowatch/contracts/api/aeros';
import { expansionOf, thermalSlope } from '@aerowatch/domain/physics/expansion';
import {
  expectedStroke,
  fitStroke,
  type StrokePoints,
  theoryStroke,
} from '@aerowatch/domain/physics/expected-stroke';
import { toDisplay, type UnitSystem } from '@aerowatch/domain/units';
import { Alert, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { ScatterChart, type ScatterLine } from '../../charts/scatter-chart.tsx';
import { useAeroName } from '../../entities/aero-names.ts';
import type { Curve, Curves } from '../../entities/curves/types.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useTable } from '../../lib/query/use-collection.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { earlierOf, isCompared } from './compare.ts';

/**
 * Stroke against temperature of each AERO: measures, theoretical line, fitted line and its band. Of a
 * comparison period only the measures, paler: the lines are the current ones.
 */
export function ScatterView({ curves, earlierLabel }: { curves: Curves; earlierLabel: string }) {
  return (
    <Stack gap="lg">
      {curves.series
        .filter((curve) => !isCompared(curve.aero))
        .map((curve) => (
          <AeroScatter
            key={curve.aero}
            curve={curve}
            before={curves.series.find((other) => earlierOf(other.aero) === curve.aero)}
            earlierLabel={earlierLabel}
          />
        ))}
    </Stack>
  );
}

/** Cells with both stroke and temperature. */
function pointsOf(curve: Curve): StrokePoints {
  const strokes = curve.metrics.stroke?.mean ?? [];
  const temperatures = curve.metrics.temperature?.mean ?? [];
  const both = [...curve.time.keys()].filter((i) => strokes[i] != null && temperatures[i] != null);
  const column = (values: ArrayLike<number | null>) => Float64Array.from(both, (i) => values[i]!);
  return { time: column(curve.time), temperature: column(temperatures), stroke: column(strokes) };
}

const shownPoints = ({ temperature, stroke }: StrokePoints, system: UnitSystem) => ({
  x: Array.from(temperature, (value) => toDisplay('temperature', system, value)),
  y: Array.from(stroke, (value) => toDisplay('length_small', system, value)),
});

/** The lines that the measures of an AERO support, and why others are missing. */
function evaluate(curve: Curve, aero: Aero | undefined, formats: Formats, t: TextOf<'visualization'>) {
  const system = formats.unitSystem;
  const points = pointsOf(curve);
  const notes: string[] = [];
  const lines: ScatterLine[] = [];
  // The lines are computed in metric; x and y are converted where they are drawn.
  const celsius = (shown: number) => (system === 'metric' ? shown : (shown - 32) / 1.8);
  const line = (a: number, b: number) => (shown: number) =>
    toDisplay('length_small', system, expectedStroke({ a, b }, celsius(shown)));
  const slope = (b: number) => formats.quantity('slope_temperature', b);
  const length = aero?.regularized_length;
  const expansion = expansionOf(aero?.conductor_type ?? null, aero?.expansion_coefficient);
  const fit = fitStroke(points);
  if (typeof fit === 'string') notes.push(t(`scatter.notEvaluable.${fit}`));
  else {
    lines.push({
      label: t('scatter.fit', { slope: slope(fit.b) }),
      color: '#e8590c',
      at: line(fit.a, fit.b),
      band: toDisplay('length_small', system, 2 * fit.deviation),
    });
    if (length)
      notes.push(
        t('scatter.quality', {
          ratio: formats.percent(Math.abs(fit.b) / thermalSlope(length, expansion)),
          r2: formats.number(fit.quality, 2),
          points: formats.number(points.time.length),
        }),
      );
  }
  const theory = length
    ? theoryStroke(points, { length, expansion, sign: typeof fit === 'string' || fit.b >= 0 ? 1 : -1 })
    : 'no_length';
  if (!length) notes.push(t('scatter.notEvaluable.no_length'));
  if (typeof theory !== 'string')
    lines.push({
      label: t('scatter.theory', { slope: slope(theory.b) }),
      color: '#2f9e44',
      dashed: true,
      at: line(theory.a, theory.b),
    });
  return { ...shownPoints(points, system), lines, notes: [...new Set(notes)] };
}

interface AeroProps {
  curve: Curve;
  before: Curve | undefined;
  earlierLabel: string;
}

function AeroScatter({ curve, before, earlierLabel }: AeroProps) {
  const t = useText('visualization');
  const words = useText('domain');
  const formats = useFormats();
  const theme = useComputedColorScheme('light');
  const name = useAeroName()(curve.aero);
  const aero = useTable('aeros')[curve.aero];
  const system = formats.unitSystem;
  const { x, y, lines, notes } = useMemo(() => evaluate(curve, aero, formats, t), [curve, aero, formats, t]);

  const earlier = useMemo(() => {
    if (!before) return undefined;
    return { ...shownPoints(pointsOf(before), system), label: earlierLabel };
  }, [before, system, earlierLabel]);

  return (
    <Panel title={name}>
      {x.length > 0 ? (
        <ScatterChart
          x={x}
          y={y}
          lines={lines}
          earlier={earlier}
          color="#1971c2"
          pointLabel={t('scatter.points')}
          xLabel={`${words('metric.temperature.name')} (${formats.metricUnit('temperature')})`}
          yLabel={`${words('metric.stroke.name')} (${formats.metricUnit('stroke')})`}
          language={formats.locale}
          theme={theme}
          label={t('scatter.label', { name })}
        />
      ) : null}
      {notes.map((note) => (
        <Text key={note} c="dimmed" mt={6}>
          {note}
        </Text>
      ))}
      {x.length === 0 ? <Alert>{t('chart.empty')}</Alert> : null}
    </Panel>
  );
}
