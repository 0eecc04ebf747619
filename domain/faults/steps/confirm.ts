/** A slow fault is reported once measures up to some days ago show it too: the noise of one day is no fault. */

import { DAY } from '../../durations.ts';
import { type Finding, type FindingKey, notEvaluable, stands } from '../finding.ts';
import type { DiagnosticInput } from '../shared/context.ts';

/**
 * Days by which measures must be older and still show the finding (J). A diagnosis is made every day, and each is
 * one more chance for noise to pass a limit: of the false findings on sound AEROs most lasted one or two days.
 * Findings without a row are reported at once: whatever holds the ram, a leak, a burst, a stop, a stuck sensor, ice,
 * a battery that runs down; a residual waits for its nights, a temperature step for its hours.
 */
const SHOWS_FOR: Partial<Record<FindingKey, number>> = {
  health_ratio: 3,
  drift: 3,
  friction: 3,
  stroke_sensor_drift: 3,
  pressure_sensor_drift: 3,
  temperature_bias: 3,
  current_drain: 3,
  battery_resistance: 3,
  panel_trend: 7,
  shading: 7,
  unusual: 3,
  break: 2,
  stroke_sensor_step: 1,
  pressure_sensor_step: 1,
  swapped: 2,
};

/**
 * Findings of something sudden that may not wait. They are reported at once while it is new (days, J: a small one
 * takes five or six to be seen); one that lies further back, and that no measures have shown until today, is mostly
 * an odd fit. A sensor's step can wait: two odd samples of a box that logs every six hours look like one.
 */
const SUDDEN: readonly FindingKey[] = ['break', 'swapped'];
const NEW = 7;

/** Findings on the supply; all others are on ram, gas and their sensors. */
export const SUPPLY: readonly FindingKey[] = [
  'battery_trend',
  'battery_resistance',
  'panel_trend',
  'shading',
  'current_drain',
  'spike',
];

/** Days after which the finding must show again; undefined: it is reported at once. */
function waits({ key, verdict, since }: Finding, now: number): number | undefined {
  const isNew = since === null || now - since < NEW * DAY;
  return SUDDEN.includes(key) && (isNew || (key === 'break' && verdict === 'bad'))
    ? undefined
    : SHOWS_FOR[key];
}

/** The input as it was `days` whole days ago. */
function ago(input: DiagnosticInput, days: number): DiagnosticInput {
  const end = (input.days.at(-1)?.start ?? 0) - (days - 1) * DAY;
  const until = <T extends { readonly start: number }>(list: readonly T[]) =>
    list.filter(({ start }) => start < end);
  return {
    ...input,
    days: until(input.days),
    twin: input.twin ? { ...input.twin, days: until(input.twin.days) } : null,
    neighbours: until(input.neighbours ?? []),
  };
}

/**
 * A function that gives a finding back, or as unknown if it is a slow one that earlier measures do not show yet. It
 * counts as shown if a related one did: what begins as friction may go on as a drift. `look` makes the findings of an
 * input; it is called once for each length of time, and only where something new stands. What the last diagnosis
 * reported is confirmed.
 */
export function confirming(
  input: DiagnosticInput,
  look: (input: DiagnosticInput) => readonly Finding[],
): (finding: Finding) => Finding {
  const past = new Map<number, readonly Finding[]>();
  const stoodAgo = (days: number) => {
    const known = past.get(days) ?? look(ago(input, days)).filter(stands);
    past.set(days, known);
    return known;
  };
  const isKnown = (key: FindingKey) => (input.reported ?? []).some((one) => one.key === key && stands(one));
  const now = input.days.at(-1)?.start ?? 0;
  return (finding) => {
    const days = waits(finding, now);
    if (days === undefined || !stands(finding) || isKnown(finding.key)) return finding;
    const ofSupply = SUPPLY.includes(finding.key);
    const shown = stoodAgo(days).some(({ key }) => (ofSupply ? key === finding.key : !SUPPLY.includes(key)));
    return shown ? finding : notEvaluable(finding.key, finding.unit, 'not_confirmed');
  };
}
