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
import { NOW, PALE, ScatterChart, type ScatterLine } from '../../charts/scatter-chart.tsx';
import { useAeroName } from '../../entities/aero-names.ts';
import { CURVE_COLORS, type Curve, type Curves } from '../../entities/curves/types.ts';
import { type Formats, useFormats } from '../../lib/format.ts';
import { useItem, useItems } from '../../lib/query/use-collection.ts';
import { type TextOf, useText } from '../../lib/text.ts';
import { Panel } from '../../ui/panel.tsx';
import { earlierOf, isCompared } from './compare.ts';

/**
 * Stroke against temperature: several AEROs first in one chart, then for each its measures, theoretical line,
 * fitted line and its band. For a comparison period only the measures, paler: the lines are the current ones.
 */
export function ScatterView({ curves, earlierLabel }: { curves: Curves; earlierLabel: string }) {
  const present = curves.series.filter((curve) => !isCompared(curve.aero));
  return (
    <Stack gap="lg">
      {present.length > 1 ? <Overlaid curves={present} /> : null}
      {present.map((curve) => (
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

/**
 * All AEROs over the same axes, each with its fitted line, so that one with a different movement is noticed.
 */
function Overlaid({ curves }: { curves: readonly Curve[] }) {
  const t = useText('visualization');
  const formats = useFormats();
  const ids = useMemo(() => curves.map(({ aero }) => aero), [curves]);
  const aeros = useItems('aeros', ids);
  const nameOf = useAeroName();
  const axes = useAxes();
  const { clouds, lines } = useMemo(() => {
    const all = curves.map((curve, place) => {
      const { x, y, fit } = evaluate(curve, aeros[curve.aero], formats, t);
      const color = CURVE_COLORS[place % CURVE_COLORS.length]!;
      const name = nameOf(curve.aero);
      const line = fit && { ...fit, color, label: t('scatter.ofAero', { name, slope: fit.label }) };
      return { cloud: { x, y, color, label: name, opacity: NOW }, line };
    });
    return {
      clouds: all.map(({ cloud }) => cloud),
      lines: all.flatMap(({ line }) => (line ? [{ ...line, band: undefined }] : [])),
    };
  }, [curves, aeros, formats, t, nameOf]);
  const label = t('scatter.label', { name: formats.list(clouds.map((cloud) => cloud.label)) });
  return (
    <Panel title={t('scatter.overlaid')}>
      {clouds.some(({ x }) => x.length > 0) ? (
        <ScatterChart clouds={clouds} lines={lines} height={420} label={label} {...axes} />
      ) : (
        <Alert>{t('chart.empty')}</Alert>
      )}
    </Panel>
  );
}

/** Axes of temperature and stroke. */
function useAxes() {
  const words = useText('domain');
  const formats = useFormats();
  return {
    xLabel: `${words('metric.temperature.name')} (${formats.metricUnit('temperature')})`,
    yLabel: `${words('metric.stroke.name')} (${formats.metricUnit('stroke')})`,
    language: formats.locale,
    theme: useComputedColorScheme('light'),
  };
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

/** The lines that an AERO's measures support, and why others are missing. */
function evaluate(curve: Curve, aero: Aero | undefined, formats: Formats, t: TextOf<'visualization'>) {
  const system = formats.unitSystem;
  const points = pointsOf(curve);
  const notes: string[] = [];
  const lines: ScatterLine[] = [];
  // The lines are computed in metric; x and y are converted for drawing.
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
  const fitted = typeof fit === 'string' ? undefined : lines[0];
  return { ...shownPoints(points, system), lines, fit: fitted, notes: [...new Set(notes)] };
}

interface AeroProps {
  curve: Curve;
  before: Curve | undefined;
  earlierLabel: string;
}

function AeroScatter({ curve, before, earlierLabel }: AeroProps) {
  const t = useText('visualization');
  const formats = useFormats();
  const name = useAeroName()(curve.aero);
  const aero = useItem('aeros', curve.aero);
  const axes = useAxes();
  const system = formats.unitSystem;
  const { x, y, lines, notes } = useMemo(() => evaluate(curve, aero, formats, t), [curve, aero, formats, t]);
  const clouds = useMemo(() => {
    const now = { x, y, label: t('scatter.points'), color: POINTS, opacity: NOW };
    if (!before) return [now];
    const earlier = shownPoints(pointsOf(before), system);
    return [{ ...earlier, label: earlierLabel, color: POINTS, opacity: PALE }, now];
  }, [x, y, before, system, earlierLabel, t]);
  return (
    <Panel title={name}>
      {x.length > 0 ? (
        <ScatterChart clouds={clouds} lines={lines} label={t('scatter.label', { name })} {...axes} />
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

const POINTS = '#1971c2';
