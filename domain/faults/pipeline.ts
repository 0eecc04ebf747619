/** A diagnosis from up to 90 days of measures of one AERO, step by step. */
import { type Detection, detectionOf, METHODS } from './detect.ts';
import { type DiagnosticVerdict, type Finding, isReported, worstVerdict } from './finding.ts';
import { concernOf, FINDING_KEYS, type FindingKey } from './list.ts';
import type { Verification } from './repair.ts';
import type { FaultRow } from './row.ts';
import { buildContext, type DiagnosticInput } from './shared/context.ts';
import { withCalibratedConfidence } from './steps/calibrate.ts';
import { confirming } from './steps/confirm.ts';
import { withDefaults } from './steps/defaults.ts';
import { unrepairedFindings } from './steps/keep-unrepaired.ts';
import { withoutPastIce } from './steps/past-ice.ts';
import { primaryOf } from './steps/precedence.ts';
import { withReachDates } from './steps/reach-dates.ts';
import { suppressConsequences } from './steps/suppress-consequences.ts';
import { seizedAgain, verificationOf } from './steps/verify-repair.ts';

export interface Diagnosis {
  readonly verdict: DiagnosticVerdict;
  /** The finding that causes the others; null when nothing is wrong. */
  readonly primary: FindingKey | null;
  /** Ordered as in FINDING_KEYS. */
  readonly findings: Finding[];
  /** What the measures show about the last repair; null without a recent one. */
  readonly repair: Verification | null;
}

/** The state of a diagnosis between steps. */
interface State {
  readonly input: DiagnosticInput;
  readonly detection: Detection;
  readonly confirm: (finding: Finding) => Finding;
  /** Ordered as in FINDING_KEYS; complete only at the end. */
  readonly findings: readonly Finding[];
  /** The findings of the last diagnosis that still hold: their confidence is already calibrated. */
  readonly kept: ReadonlySet<FindingKey>;
  readonly repair: Verification | null;
}
type Step = (state: State) => State;

/** The steps, in order. */
export const PIPELINE: readonly Step[] = [
  // Evaluating the measures. These steps also run on earlier measures: a slow fault is reported once those
  // show it too.
  detect,
  confirmSlowOnes,
  forgetPastIce,
  keepUnrepaired,
  detectTheRest,
  verifyRepair,
  addFacts,
  // Completing what is stated.
  suppressWhatFollows,
  date,
  fillIn,
  calibrate,
];
const SHOWN = PIPELINE.slice(0, PIPELINE.indexOf(suppressWhatFollows));

/** All findings on one AERO (docs/domain.md, "Faults"). */
export function diagnoseDays(input: DiagnosticInput): Diagnosis {
  const { findings, repair } = run(
    PIPELINE,
    input,
    confirming(input, (earlier) => run(SHOWN, earlier).findings),
  );
  return {
    // Facts are known without measures of the AERO: that they are good says nothing about its state.
    verdict: worstVerdict(findings.filter((one) => isReported(one) || concernOf(one.key) !== 'box')),
    primary: primaryOf(findings),
    findings: [...findings],
    repair,
  };
}

function run(
  steps: readonly Step[],
  input: DiagnosticInput,
  confirm: State['confirm'] = (finding) => finding,
): State {
  const detection = detectionOf(buildContext(input), confirm);
  const start: State = { input, detection, confirm, findings: [], kept: new Set(), repair: null };
  return steps.reduce((state, step) => step(state), start);
}

/** The state with these findings replacing those of the same keys. */
function withFindings(state: State, made: readonly Finding[]): State {
  const all = new Map([...state.findings, ...made].map((finding) => [finding.key, finding]));
  return { ...state, findings: FINDING_KEYS.flatMap((key) => all.get(key) ?? []) };
}

const made = (detection: Detection, ...concerns: FaultRow['concerns'][]): Finding[] =>
  FINDING_KEYS.filter((key) => concerns.includes(concernOf(key))).map((key) => METHODS[key](detection));

/** Runs the methods: ram, wire, gas, sensors, supply. */
function detect(state: State): State {
  return withFindings(state, made(state.detection, 'ram', 'supply'));
}

/** Holds slow findings back until measures up to some days ago show them too. */
function confirmSlowOnes(state: State): State {
  return withFindings(state, state.findings.map(state.confirm));
}

/** Removes ice that is over: it explains nothing that came after the thaw. */
function forgetPastIce(state: State): State {
  const { context, held } = state.detection;
  return withFindings(state, withoutPastIce(state.findings, held.past, context));
}

/** Keeps faults that began before the measures until these show the repair. */
function keepUnrepaired(state: State): State {
  const kept = unrepairedFindings(state.detection.context, byKey(state.findings));
  return { ...withFindings(state, kept), kept: new Set(kept.map(({ key }) => key)) };
}

/** Detects, and confirms, deviations that nothing else explains. */
function detectTheRest(state: State): State {
  const { findings, detection, confirm } = state;
  // An unconfirmed finding will explain it in a few days, under its own name.
  const isNamed = (one: Finding) => isReported(one) || one.reason === 'not_confirmed';
  const explained =
    detection.slow.worked || findings.some((one) => isNamed(one) && concernOf(one.key) === 'ram');
  const unwatched = findings.some(
    ({ key, verdict }) => (key === 'drift' || key === 'break') && verdict === 'not_watched',
  );
  return withFindings(state, made({ ...detection, explained, unwatched }, 'rest').map(confirm));
}

/** Judges from the measures whether work reported as done was effective. */
function verifyRepair(state: State): State {
  const { context } = state.detection;
  const findings = byKey(state.findings);
  const repair = verificationOf(context, findings);
  return withFindings({ ...state, repair }, [seizedAgain(repair, findings.get('seized')!, context.now)]);
}

/** Adds what is known without measures. */
function addFacts(state: State): State {
  return withFindings(state, made(state.detection, 'box'));
}

/** Suppresses consequences: one cause, one report. */
function suppressWhatFollows(state: State): State {
  return { ...state, findings: suppressConsequences(state.findings) };
}

/** Adds the dates when trends reach the AERO's limits. */
function date(state: State): State {
  const { input, detection, findings } = state;
  return { ...state, findings: withReachDates(findings, { ...input, now: detection.context.now }) };
}

/** Fills in curve, act and whatever else a method leaves to the row of its fault. */
function fillIn(state: State): State {
  const { now } = state.detection.context;
  return { ...state, findings: state.findings.map((finding) => withDefaults(finding, now)) };
}

/** Replaces confidences by the hit rates found in trials. */
function calibrate(state: State): State {
  const { findings, kept } = state;
  return {
    ...state,
    findings: findings.map((finding) =>
      kept.has(finding.key) ? finding : withCalibratedConfidence(finding),
    ),
  };
}

const byKey = (findings: readonly Finding[]): ReadonlyMap<FindingKey, Finding> =>
  new Map(findings.map((finding) => [finding.key, finding]));
