/**
 * Which AEROs hold the two ends of one wire, and in which direction the wire of each runs (docs/domain.md,
 * "The devices").
 */

export interface AeroOnTrack {
  readonly id: number;
  readonly line: string;
  readonly track: string;
  /** km; null: its position is unknown. */
  readonly kilometer_point: number | null;
  readonly conductor: string | null;
  /** Regularized length, m: from the fixed point to the device. */
  readonly length: number | null;
}
/** Ids of the AEROs at the two ends, the one with the lower kilometre point first. */
export type Section = readonly [from: number, to: number];

/**
 * Least distance as a share of the sum of both lengths: lengths are entered to some percent, and devices are
 * a span inside the ends.
 */
const MIN_SHARE = 0.82;
const MAX_SHARE = 1.1;
/** Fits that differ by less are equal: lengths are not entered more precisely. */
const DOUBT = 0.06;
/** km of the longest section (Sicat SX, 2 km, and a span). */
const LONGEST = 2.2;

interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly off: number;
}

/**
 * Pairs whose distance is the sum of both lengths, on the same line, track and conductor. An end that fits
 * two others about equally well (where sections overlap) stays alone rather than be paired wrongly.
 */
export function sectionsOf(aeros: readonly AeroOnTrack[]): Section[] {
  const known = aeros.filter((one) => one.kilometer_point !== null && one.length !== null && one.length > 0);
  const groups = Map.groupBy(known, ({ line, track, conductor }) => `${line}\n${track}\n${conductor}`);
  return [...groups.values()].flatMap((group) => pairs(group));
}

function pairs(group: readonly AeroOnTrack[]): Section[] {
  const sorted = group.toSorted((a, b) => a.kilometer_point! - b.kilometer_point! || a.id - b.id);
  const candidates: Candidate[] = [];
  for (const [index, from] of sorted.entries())
    for (const to of sorted.slice(index + 1)) {
      const distance = to.kilometer_point! - from.kilometer_point!;
      if (distance > LONGEST) break;
      const share = (distance * 1000) / (from.length! + to.length!);
      if (share < MIN_SHARE || share > MAX_SHARE) continue;
      candidates.push({ from: from.id, to: to.id, off: Math.abs(Math.log(share)) });
    }
  const fits = Map.groupBy(
    candidates.flatMap((one) => [
      { end: one.from, one },
      { end: one.to, one },
    ]),
    ({ end }) => end,
  );
  const rivalled = (one: Candidate) =>
    [one.from, one.to].some((end) =>
      fits.get(end)!.some((other) => other.one !== one && other.one.off < one.off + DOUBT),
    );
  return candidates.filter((one) => !rivalled(one)).map(({ from, to }): Section => [from, to]);
}

/** The direction of the wire of each AERO of a section: 1 towards higher kilometre points. */
export function wireDirections(sections: readonly Section[]): Map<number, 1 | -1> {
  return new Map(
    sections.flatMap(([from, to]): [number, 1 | -1][] => [
      [from, 1],
      [to, -1],
    ]),
  );
}
