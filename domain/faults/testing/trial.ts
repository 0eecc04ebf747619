/**
 * The cases on which every fault is tried: a sound one, a mild and a severe one, its nearest impostor, and
 * the severe one without each of the readings that it needs.
 */
import { expect, it } from 'vitest';
import type { Measure } from '../../metrics.ts';
import { isReported } from '../finding.ts';
import { FAULT_ROWS, type Fault } from '../list.ts';
import type { DiagnosedAero, DiagnosticInput } from '../shared/context.ts';
import { AERO, buildMeasures, diagnose, type Faults } from '../testing.ts';

/** An AERO of the small model (testing.ts) with something wrong, or nothing. */
export interface Trial {
  readonly faults?: Faults;
  readonly aero?: Partial<DiagnosedAero>;
  readonly days?: number;
  /** Interval at which the 10-minute measures are sent, in measures; default: each hour. */
  readonly every?: number;
  readonly input?: Partial<DiagnosticInput>;
  /** Replaces the model's measures. */
  readonly points?: (points: readonly Measure[]) => readonly Measure[];
}

/** The faults named on an AERO, with their verdicts. */
export function verdictsOf({
  faults = {},
  aero = {},
  days = 75,
  every = 6,
  input = {},
  points = (all) => all,
}: Trial) {
  const { findings } = diagnose({
    points: points(buildMeasures(days, faults).filter((_, i) => i % every === 0)),
    aero: { ...AERO, ...aero },
    latitude: 47,
    longitude: 0,
    ...input,
  });
  return new Map(findings.filter(isReported).map(({ fault, verdict }) => [fault, verdict]));
}

interface Cases {
  readonly sound?: Trial;
  readonly mild: Trial;
  readonly severe: Trial;
  /** Verdict on the severe case; some faults are never bad. */
  readonly worst?: 'watch' | 'bad';
  /** The case that looks most like it; `is`: what is named instead, null if nothing is wrong. */
  readonly impostor: Trial & { readonly is: Fault | null };
}

/** Tries a fault on its cases. */
export function tryFault(fault: Fault, { sound = {}, mild, severe, worst = 'bad', impostor }: Cases): void {
  it(`${fault} is not named on a sound AERO`, () => {
    expect([...verdictsOf(sound).keys()]).not.toContain(fault);
  });
  it(`${fault} is named where it is mild`, () => {
    expect([...verdictsOf(mild).keys()]).toContain(fault);
  });
  it(`${fault} is ${worst} where it is severe`, () => {
    expect(verdictsOf(severe).get(fault)).toBe(worst);
  });
  it(`${fault} is not named where it is ${impostor.is ?? 'nothing'}`, () => {
    const named = [...verdictsOf(impostor).keys()];
    expect(named).not.toContain(fault);
    if (impostor.is !== null) expect(named).toContain(impostor.is);
  });
  it.each(FAULT_ROWS[fault].needs)(`${fault} is not named without the %s`, (metric) => {
    const without = (all: readonly Measure[]) =>
      (severe.points?.(all) ?? all).map((one) => ({ ...one, [metric]: null }));
    expect([...verdictsOf({ ...severe, points: without }).keys()]).not.toContain(fault);
  });
}
