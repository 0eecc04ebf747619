import type { Curve, Curves } from '../../entities/curves/types.ts';

/** Curves of a comparison period have their AERO's id negated, to distinguish them from AEROs. */
export const comparedId = (aero: number): number => -aero;
export const isCompared = (id: number): boolean => id < 0;
/** The AERO whose comparison period a curve shows; null for a current curve. */
export const earlierOf = (id: number): number | null => (isCompared(id) ? comparedId(id) : null);

/** Whether there is any measure within its range. */
export const hasMeasures = (curve: Curve): boolean => curve.time.length > 0;

/** The curves of an earlier period drawn over the current ones, shifted by `shift` ms. */
export function overlaid(present: Curves, past: Curves | undefined, shift: number): Curves {
  if (!past) return present;
  const moved = past.series.filter(hasMeasures).map(
    (curve): Curve => ({
      ...curve,
      aero: comparedId(curve.aero),
      time: curve.time.map((at) => at + shift),
      expected: undefined,
    }),
  );
  return { resolution: present.resolution, series: [...present.series, ...moved] };
}
