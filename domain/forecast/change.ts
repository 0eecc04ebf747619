/**
 * A change that the diagnosis knows: the days before it are moved to where the ram stands now, so that the
 * forecast begins anew, as unsure as the new place is known.
 */
import type { Finding } from '../faults/finding.ts';
import { isReported } from '../faults/finding.ts';
import type { Fault } from '../faults/list.ts';
import { fitStrokeModel, MIN_DAYS, type Prior, type Sample, strokeOn } from './standing/stroke-model.ts';

/**
 * Faults after which a ram follows the temperature from another place, and whether it goes further every day:
 * a leak and a creep do, a slip happens all at once.
 */
const DRIFTS = { slipped_wire: false, leak: true, creep: true } as const satisfies Partial<
  Record<Fault, boolean>
>;
type ChangingFault = keyof typeof DRIFTS;
export const CHANGES = Object.keys(DRIFTS) as readonly ChangingFault[];

export interface Change {
  readonly fault: ChangingFault;
  /** Days since 1970. */
  readonly day: number;
}

/** Whether the ram goes on moving after the day of the change. */
export const drifts = ({ fault }: Change): boolean => DRIFTS[fault];

const isChanging = (fault: Fault | null): fault is ChangingFault => fault !== null && fault in DRIFTS;

const DAY = 86_400_000;

/** The newest change among reported findings whose beginning is known; `offset` of the place in hours. */
export function changeOf(findings: readonly Finding[], offset: number): Change | null {
  const changes = findings.flatMap((one): Change[] => {
    const { fault, since } = one;
    if (!isReported(one) || since === null || !isChanging(fault)) return [];
    return [{ fault, day: Math.floor((since + (offset * DAY) / 24) / DAY) }];
  });
  return changes.sort((one, other) => other.day - one.day)[0] ?? null;
}

/** mm by which a wire slips at its anchor, before any day after it was seen. */
export const JUMP = 60;
/** mm a day that a leak or a creep moves a ram at most, before it was seen. */
const DRIFT = 1.5;
/** Days after a change that say where it stands: older ones of a drift no longer do. */
const RECENT = 14;
/** Days of one weather count as fewer: a residual remains by about half a day later. */
const ALIKE = 2;

/** Days moved to where the ram stands now, and how sure that is. */
export interface Moved {
  readonly samples: readonly Sample[];
  /** mm to add to an earlier day's stroke. */
  readonly by: number;
  /** Standard error of the new place, mm. */
  readonly error: number;
  /** mm a day by which it goes on, and its standard error. */
  readonly drift: number;
  readonly driftError: number;
}

/** Without a line of days before it: days after it alone, or all of them with the error of the jump. */
function withoutLine(samples: readonly Sample[], { day: changed }: Change): Moved | null {
  const after = samples.filter(({ day }) => day > changed);
  if (after.length === samples.length) return null;
  const isSettled = after.length >= MIN_DAYS;
  return {
    samples: isSettled ? after : samples,
    by: 0,
    error: isSettled ? 0 : JUMP,
    drift: 0,
    driftError: 0,
  };
}

/**
 * Samples (ascending) of days before a change moved by what days after it differ from the line of those
 * before; null where no day before it is left.
 */
export function movedSamples(samples: readonly Sample[], prior: Prior, change: Change): Moved | null {
  const before = samples.filter(({ day }) => day < change.day);
  const model = fitStrokeModel(before, prior);
  if (!model) return withoutLine(samples, change);
  const line = { ...model, rest: 0 };
  // The day itself is of both.
  const after = samples.filter(({ day }) => day > change.day);
  const newest = samples.at(-1)!.day;
  const rests = after
    .filter(({ day }) => day > newest - RECENT)
    .map(({ day, temperature, sun, stroke }) => ({
      back: newest - day,
      off: stroke - strokeOn(line, day, temperature, sun).stroke,
    }));
  const { level, levelError, slope, slopeError } = lineBack(
    rests,
    model.deviation,
    drifts(change) ? DRIFT : 0,
  );
  const shift = (day: number) => (day < change.day ? level : slope * (newest - day));
  return {
    samples: samples
      .filter(({ day }) => day !== change.day)
      .map((one) => ({ ...one, stroke: one.stroke + shift(one.day) })),
    by: level,
    error: levelError,
    drift: slope,
    driftError: slopeError,
  };
}

/** Where residuals stand now and by how much they grow a day, drawn towards no change of `JUMP` and `drift`. */
function lineBack(rests: readonly { back: number; off: number }[], scatter: number, drift: number) {
  const weight = 1 / (ALIKE * scatter ** 2);
  let [w, wb, wbb, wo, wbo] = [1 / JUMP ** 2, 0, 1 / Math.max(1e-3, drift) ** 2, 0, 0];
  for (const { back, off } of rests) {
    w += weight;
    wb -= weight * back;
    wbb += weight * back * back;
    wo += weight * off;
    wbo -= weight * back * off;
  }
  const determinant = w * wbb - wb * wb;
  return {
    level: (wo * wbb - wbo * wb) / determinant,
    slope: (wbo * w - wo * wb) / determinant,
    levelError: Math.sqrt(wbb / determinant),
    slopeError: drift === 0 ? 0 : Math.sqrt(w / determinant),
  };
}
