/**
 * Whether a repair is proven: work reported as done is verified until later measures are conclusive. A ram is
 * judged by whether it moves again, within two days if the temperature requires it; anything else by whether
 * its finding is back.
 */

import { DAY, HOUR } from '../../durations.ts';
import { type Finding, isReported, makeFinding } from '../finding.ts';
import { FAULT_ROWS, type Fault, type FindingKey } from '../list.ts';
import { REPAIR_DAYS, type Repair, type RepairState, type Verification } from '../repair.ts';
import { type DiagnosticContext, USUAL_BAND } from '../shared/context.ts';

/** Fewest days of verification. */
const LEAST_DAYS = 2;
/** Hours of measures needed after the work: both directions of a day. */
const MIN_HOURS = 18;
/**
 * mm of movement that the temperature must require for a judgement, and shares of it that show a free ram, or
 * a held one.
 */
const CALLED = 10;
const FREE = 0.6;
const FLAT = 0.25;

/** How far strokes and wire temperatures ranged in the hours after a time. */
function travelSince({ drive }: DiagnosticContext, at: number) {
  let [low, high, cold, warm, hours] = [1e9, -1e9, 1e9, -1e9, 0];
  for (let i = 0; i < drive.n; i++) {
    if (drive.time[i]! <= at) continue;
    hours += 1;
    low = Math.min(low, drive.stroke[i]!);
    high = Math.max(high, drive.stroke[i]!);
    cold = Math.min(cold, drive.wire[i]!);
    warm = Math.max(warm, drive.wire[i]!);
  }
  return { hours, moved: Math.max(0, high - low), degrees: Math.max(0, warm - cold) };
}

function heldState(context: DiagnosticContext, at: number): Pick<Verification, 'state' | 'moved' | 'called'> {
  const slope = Math.abs(context.theorySlope ?? context.slope ?? 0);
  const { hours, moved, degrees } = travelSince(context, at);
  const called = slope * Math.max(0, degrees - (context.allowedBand ?? USUAL_BAND));
  const known = hours === 0 ? { moved: null, called: null } : { moved, called };
  if (hours < MIN_HOURS || called < CALLED) return { state: 'verifying', ...known };
  const share = moved / called;
  return { state: share >= FREE ? 'proven' : share < FLAT ? 'not_proven' : 'verifying', ...known };
}

/** Findings under which a fault may be reported. */
const keysOf = (fault: Fault) => Object.keys(FAULT_ROWS[fault].findings) as FindingKey[];

function foundState(
  context: DiagnosticContext,
  { at, kind }: Repair,
  findings: ReadonlyMap<FindingKey, Finding>,
): RepairState {
  const telling = keysOf(kind).flatMap((key) => findings.get(key) ?? []);
  const since = (finding: Finding) => (finding.since ?? finding.noticed ?? 0) > at;
  if (context.now < at + LEAST_DAYS * DAY) return 'verifying';
  if (telling.some((one) => isReported(one) && (since(one) || context.now > at + REPAIR_DAYS * DAY - HOUR)))
    return 'not_proven';
  return telling.length > 0 && telling.every(({ verdict }) => verdict === 'good') ? 'proven' : 'verifying';
}

/** What the measures show about the last repair; null without one. */
export function verificationOf(
  context: DiagnosticContext,
  findings: ReadonlyMap<FindingKey, Finding>,
): Verification | null {
  const { repair } = context.input;
  if (!repair) return null;
  if (FAULT_ROWS[repair.kind].repairedWhen === 'moves')
    return { ...repair, ...heldState(context, repair.at) };
  return { ...repair, state: foundState(context, repair, findings), moved: null, called: null };
}

/** A ram that still stands is reported as seized again, without the days that a first finding needs. */
export function seizedAgain(verification: Verification | null, seized: Finding, now: number): Finding {
  if (verification?.state !== 'not_proven' || verification.called === null || isReported(seized))
    return seized;
  const { at, moved, called } = verification;
  const share = Math.round((100 * (moved ?? 0)) / called);
  return makeFinding(
    'seized',
    share,
    '%',
    'bad',
    { called, moved },
    {
      fault: 'seized',
      since: at,
      confidence: 0.9,
      evidence: {
        metrics: ['stroke', 'temperature'],
        from: at - 7 * DAY,
        to: now,
        marks: [{ at, code: 'work' }],
        levels: [],
        series: null,
      },
    },
  );
}
