import { MODEL_STROKES } from '../box-configuration.ts';
import type { Measure } from '../metrics.ts';
import { AXIAL_STIFFNESS, type ConductorType, expansionOf, thermalSlope } from '../physics/expansion.ts';
import { expectedModel, FIT_DAYS, type NotFittable, type StrokeModel } from '../physics/expected-stroke.ts';
import { DAY, type FullPoint } from './days.ts';
import { loopWidth } from './loop.ts';
import { withoutSpikes } from './spikes.ts';

/** What is known of the AERO; null where nobody has entered it. Units as in the API. */
export interface DiagnosedAero {
  readonly model_type: number;
  readonly conductor_type: ConductorType | null;
  /** daN. */
  readonly mechanical_tension: number | null;
  /** m. */
  readonly regularized_length: number | null;
  /** 1/K. */
  readonly expansion_coefficient: number | null;
  readonly stroke_min_offset: number | null;
  readonly stroke_max_offset: number | null;
  readonly battery_min: number | null;
}

export interface DiagnosticInput {
  /** Up to 90 days, ascending times. */
  readonly points: readonly Measure[];
  readonly aero: DiagnosedAero;
  /** Of the box, for the panel; null when unknown. */
  readonly latitude: number | null;
  /** After a re-gas or a re-set the past before it (ms) is not this AERO's any more. */
  readonly baselineFrom?: number | null;
  /** Device temperatures to be ready for, °C. */
  readonly extremes?: { readonly hot: number; readonly cold: number };
}

/** Extremes where the place has none of its own: a French summer's and winter's device. */
export const DEFAULT_EXTREMES = { hot: 40, cold: -15 } as const;

/** What all findings start from. */
export interface DiagnosticContext {
  readonly input: DiagnosticInput;
  /** The points since the baseline. */
  readonly points: readonly Measure[];
  /** Time of the newest. */
  readonly now: number;
  /** Those with stroke and temperature, spikes taken out. */
  readonly clean: readonly FullPoint[];
  readonly spikes: readonly number[];
  /** Line of the AERO's past but the last two days, so that a new fault is not taken for normal. */
  readonly model: StrokeModel | NotFittable;
  /** mm/°C by theory; null without a length. */
  readonly theorySlope: number | null;
  /** E·S in N. */
  readonly stiffness: number;
  /** N; null when unknown. */
  readonly tension: number | null;
  /** mm between the end stops; null for an undefined model. */
  readonly travel: number | null;
  /** Width in mm of the friction loop; null where it cannot be told. */
  readonly loop: number | null;
}

export function buildContext(input: DiagnosticInput): DiagnosticContext {
  const { aero, baselineFrom } = input;
  const points = input.points.filter((point) => point.time >= (baselineFrom ?? Number.NEGATIVE_INFINITY));
  const now = points.at(-1)?.time ?? 0;
  const { clean, spikes } = withoutSpikes(points);
  const expansion = expansionOf(aero.conductor_type, aero.expansion_coefficient);
  const past = clean.filter((point) => point.time <= now - 2 * DAY && point.time > now - FIT_DAYS * DAY);
  const geometry = { length: aero.regularized_length, expansion };
  const ofPast = expectedModel(past, geometry);
  const model = typeof ofPast === 'string' ? expectedModel(clean, geometry) : ofPast;
  const theorySlope = aero.regularized_length ? thermalSlope(aero.regularized_length, expansion) : null;
  return {
    input,
    points,
    now,
    clean,
    spikes,
    model,
    theorySlope,
    loop: typeof model === 'string' ? null : loopWidth(clean, model.b, theorySlope, now),
    stiffness: AXIAL_STIFFNESS[aero.conductor_type ?? 'wire'],
    tension: aero.mechanical_tension ? aero.mechanical_tension * 10 : null,
    travel: MODEL_STROKES[aero.model_type] ?? null,
  };
}
