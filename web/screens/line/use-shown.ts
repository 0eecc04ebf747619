import { freeStrokeAt } from '@aerowatch/domain/forecast/standing/standing';
import { useMemo } from 'react';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';

/** Strokes at one past time, by AERO. */
export type Frame = ReadonlyMap<number, number | null>;

/** The strokes shown by the gauges: current, at a past time, or at a temperature. */
export function useShown(temperature: number | null, frame: Frame | null): (item: Item) => Shown {
  return useMemo(() => {
    if (temperature !== null)
      return ({ aero }) => ({
        stroke: aero.model === null ? null : freeStrokeAt(aero.model, temperature).p50,
        expected: null,
      });
    if (frame !== null) return ({ aero }) => ({ stroke: frame.get(aero.id) ?? null, expected: null });
    return ({ aero }) => ({
      stroke: aero.stroke,
      expected:
        aero.model === null || aero.temperature === null
          ? null
          : freeStrokeAt(aero.model, aero.temperature).p50,
    });
  }, [temperature, frame]);
}
