/** A scene of the torture: what happens, its counts, and the broken promises. */
import type { Check } from './store-check.ts';

export interface Outcome {
  readonly name: string;
  /** Why it could not run here. */
  readonly skipped?: string;
  readonly counts: Readonly<Record<string, number | string>>;
  readonly broken: readonly string[];
}

export interface Scene {
  readonly name: string;
  /** `long`: how many times longer than by default. */
  play(long: number): Promise<Outcome>;
}

/** Collects broken promises. */
export function promises(): { broken: string[]; hold(what: string, holds: boolean): void } {
  const broken: string[] = [];
  return {
    broken,
    hold(what, holds) {
      if (!holds) broken.push(what);
    },
  };
}

/** The promises about measures, the same in every scene. */
export function holdStored(hold: (what: string, holds: boolean) => void, check: Check): void {
  hold(`${check.lost} acknowledged measures are not stored`, check.lost === 0);
  hold(`${check.doubled} measures are stored or counted twice`, check.doubled === 0);
  hold(`${check.neverSent} measures are stored that were never sent`, check.neverSent === 0);
  hold(`${check.rollupsWrong} rollups differ from a recount`, check.rollupsWrong === 0);
  hold('nothing was acknowledged', check.acknowledged > 0);
}

export const countsOf = ({ acknowledged, found, lost, doubled, rollupsWrong }: Check) => ({
  acknowledged,
  found,
  lost,
  doubled,
  'rollups wrong': rollupsWrong,
});
