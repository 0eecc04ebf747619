import { silent } from './aero-silent/method.ts';
import { batteryResistance, batteryTrend } from './battery-aged/method.ts';
import { currentDrain } from './current-drain/method.ts';
import { type DiagnosticVerdict, type Finding, type NotEvaluable, stands, worstVerdict } from './finding.ts';
import { firmware } from './firmware-fell-back/method.ts';
import { friction } from './friction/method.ts';
import { FINDING_KEYS, type FindingKey, findingRow } from './list.ts';
import { spike } from './loose-connection/method.ts';
import { shading } from './panel-shaded/method.ts';
import { panelTrend } from './panel-soiled/method.ts';
import type { Verification } from './repair.ts';
import { type HeldFindings, heldFindings } from './seized/method.ts';
import { buildContext, type DiagnosticContext, type DiagnosticInput } from './shared/context.ts';
import { stops } from './shared/end-stops.ts';
import { jumpFindings } from './shared/jumps/jump.ts';
import { slowFindings } from './shared/slow-changes/slow-findings.ts';
import { stuckSensor } from './shared/stuck-sensor.ts';
import { calibrated } from './steps/calibrate.ts';
import { confirming } from './steps/confirm.ts';
import { completed } from './steps/defaults.ts';
import { unrepaired } from './steps/keep-unrepaired.ts';
import { type PastIce, withoutPastIce } from './steps/past-ice.ts';
import { primaryOf } from './steps/precedence.ts';
import { dated } from './steps/reach-dates.ts';
import { quieted } from './steps/suppress-consequences.ts';
import { seizedAgain, verified } from './steps/verify-repair.ts';
import { temperatureBias } from './sun-on-sensor/method.ts';
import { swapped } from './swapped-aeros/method.ts';
import { unusual } from './unusual/method.ts';
import { healthRatio, residual } from './wrong-length/method.ts';

export interface Diagnosis {
  readonly verdict: DiagnosticVerdict;
  /** The finding that causes the others; null when nothing is wrong. */
  readonly primary: FindingKey | null;
  /** In the order of FINDING_KEYS. */
  readonly findings: Finding[];
  /** What the measures say of the last repair; null where there was none lately. */
  readonly repair: Verification | null;
}

/** All findings on one AERO from up to 90 days of measures (docs/domain.md, "Faults"). */
export function diagnoseDays(input: DiagnosticInput): Diagnosis {
  const { context, older, all, repair } = seen(
    input,
    confirming(input, (earlier) => seen(earlier).all),
  );
  const made = quieted(all);
  const findings = dated(made, { ...input, now: context.now }).map((finding) => {
    const whole = completed(finding, context.now);
    // The confidence of an older one has been calibrated.
    return older.includes(finding) ? whole : calibrated(whole);
  });
  return {
    verdict: worstVerdict(findings.filter((one) => stands(one) || concernOf(one.key) !== 'box')),
    primary: primaryOf(findings),
    findings,
    repair,
  };
}

const concernOf = (key: FindingKey) => findingRow(key).rows[0]!.concerns;

type Confirm = (finding: Finding) => Finding;

/**
 * What the methods see in the measures; `older`: those of the findings that happened before them. No stop follows from
 * a drift that `confirm` turns down.
 */
function seen(input: DiagnosticInput, confirm: Confirm = (finding) => finding) {
  const context = buildContext(input);
  const all = new Map<FindingKey, Finding>();
  const { findings: ofRam, worked, past } = ofRamAndGas(context, confirm);
  const confirmed = [...ofRam, ...ofSupply(context)].map((finding) => confirm(finding));
  for (const finding of withoutPastIce(confirmed, past, context)) all.set(finding.key, finding);
  const older = unrepaired(context, all);
  for (const finding of older) all.set(finding.key, finding);
  // What waits to be confirmed will explain it in a few days, under its own name.
  const isSaid = (one: Finding) => stands(one) || one.reason === 'not_confirmed';
  const explained = worked || [...all.values()].some((one) => isSaid(one) && concernOf(one.key) !== 'supply');
  // A drift or a slip that is not watched at this log time has been understood.
  const unseen = all.get('drift')!.verdict === 'not_watched' || all.get('break')!.verdict === 'not_watched';
  for (const finding of [residual(context, explained), unusual(context, explained || unseen)])
    all.set(finding.key, confirm(finding));
  const repair = verified(context, all);
  all.set('seized', seizedAgain(repair, all.get('seized')!, context.now));
  all.set('silent', silent(context));
  all.set('firmware', firmware(context));
  return { context, older, repair, all: FINDING_KEYS.map((key) => all.get(key)!) };
}

const ofSupply = (context: DiagnosticContext) => [
  batteryTrend(context),
  batteryResistance(context),
  currentDrain(context),
  panelTrend(context),
  shading(context),
  spike(context),
];

/** Slow changes that move the ram itself. */
const MOVES = ['drift', 'leak'] as const;
const hasSlipped = ({ slip }: ReturnType<typeof slowFindings>) => slip !== null && stands(slip);
const hasMoved = (slow: ReturnType<typeof slowFindings>, confirm: Confirm) =>
  slow.worked ||
  (slow.slip !== null && stands(confirm(slow.slip))) ||
  MOVES.some((key) => stands(confirm(slow.findings[key])));

/**
 * Ram, gas and their sensors: earlier findings decide what the later ones can still be read from. `worked`: people have
 * set the ram anew.
 */
function ofRamAndGas(
  context: DiagnosticContext,
  confirm: Confirm,
): { findings: Finding[]; worked: boolean; past: PastIce | null } {
  const stuck = stuckSensor(context);
  const sensor = stands(stuck) ? stuck.details.sensor : null;
  const exchanged = swapped(context);
  const held = heldFindings(context);
  const jump = jumpFindings(context);
  const event = stands(jump.break) || stands(jump.burst) || jump.sensor !== null || stands(exchanged);
  const { blind, ramBlind } = blindness(sensor, event, held);
  const ramStuck = ramBlind === 'sensor_stuck';
  const rubs = friction(context, ramBlind);
  const grows = rubs.grows || stands(rubs.finding);
  const slow = slowFindings(context, blind, grows || held.frozen);
  const findings = [
    stuck,
    exchanged,
    ramStuck ? stuckOn(held.seized) : held.seized,
    ramStuck ? stuckOn(held.oneSide) : held.oneSide,
    ramStuck ? stuckOn(held.icing) : held.icing,
    rubs.finding,
    ...Object.values(slow.findings),
    // Against a stuck temperature every weather front looks like a step of the stroke.
    ...(jump.sensor && sensor !== 'temperature' ? [jump.sensor] : []),
    slow.slip ?? jump.break,
    jump.burst,
    ...stops(context, stands(held.oneSide) ? null : ramBlind, hasMoved(slow, confirm)),
    healthRatio(context, ramBlind ?? (grows ? 'does_not_move' : hasSlipped(slow) ? 'event' : null)),
    temperatureBias(context, sensor === 'temperature'),
  ];
  return { findings, worked: slow.worked, past: held.past };
}

/**
 * Why stroke and pressure together cannot be evaluated (that needs all three sensors), and why the ram against the
 * temperature cannot (that needs two of them); null when they can.
 */
function blindness(
  stuckSensor: unknown,
  event: boolean,
  { seized, icing, oneSide, past }: HeldFindings,
): { blind: NotEvaluable | null; ramBlind: NotEvaluable | null } {
  const apart = (...holding: Finding[]) => (event ? 'event' : holding.some(stands) ? 'does_not_move' : null);
  // By day the ram follows again: a slow loss of gas or a slip since then shows.
  const holding = past?.isOver ? [seized, oneSide] : [seized, icing, oneSide];
  return {
    blind: stuckSensor === null ? apart(...holding) : 'sensor_stuck',
    ramBlind:
      stuckSensor === 'stroke' || stuckSensor === 'temperature'
        ? 'sensor_stuck'
        : apart(seized, icing, oneSide),
  };
}

const stuckOn = (finding: Finding): Finding => ({
  ...finding,
  value: null,
  verdict: 'unknown',
  evaluable: false,
  reason: 'sensor_stuck',
  details: {},
});
