import type { Aero } from '@aerowatch/contracts/api/aeros';
import { samiRank } from '@aerowatch/domain/sami';

type Verdict = 'good' | 'watch' | 'bad' | 'unknown' | 'not_watched';
const RANK: Readonly<Record<Verdict, number>> = { bad: 3, watch: 2, unknown: 1, not_watched: 1, good: 0 };

/** The data that decides which AERO to look at first. */
export interface AeroState {
  readonly aero: Pick<Aero, 'id' | 'position' | 'sami'>;
  readonly verdict: Verdict | null;
  readonly alerts: number;
}

/** The worst AERO of a box: by diagnosis, then by open alerts, then by SAMI; the first of equals. */
export function worstAero(states: readonly AeroState[]): AeroState | undefined {
  const rank = ({ verdict, alerts, aero }: AeroState) => [
    verdict === null ? 0 : RANK[verdict],
    alerts,
    samiRank(aero.sami),
    -aero.position,
  ];
  return [...states].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : b[at]! - a[at]!;
  })[0];
}
