import { freeStrokeAt } from '@aerowatch/domain/forecast/standing';
import { useMemo } from 'react';
import type { Shown } from './picture/draw-glyph.ts';
import type { Item } from './picture/track-layout.ts';

/** Strokes of one moment of the past, by AERO. */
export type Frame = ReadonlyMap<number, number | null>;

/** The strokes that the gauges show: current, at a moment of the past, or at a temperature. */
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
