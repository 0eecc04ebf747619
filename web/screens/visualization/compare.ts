import type { Curve, Curves } from '../../entities/curves/types.ts';

/** Compared curves carry their AERO's id negated: they are no AERO of their own. */
export const comparedId = (aero: number): number => -aero;
export const isCompared = (id: number): boolean => id < 0;
/** The AERO whose earlier time a curve shows; null for a curve of the present. */
export const earlierOf = (id: number): number | null => (isCompared(id) ? comparedId(id) : null);

/** Whether anything was measured within its range. */
export const hasMeasures = (curve: Curve): boolean => curve.time.length > 0;

/** The curves of an earlier period laid over the present one, `shift` ms later. */
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
