/** A change that both AEROs of a box show at once comes from weather or season, not from a fault of one of them. */

import { DAY } from '../../../durations.ts';
import { axialStiffness, expansionOf, thermalSlope } from '../../../physics/expansion.ts';
import { SELDOM } from '../../row.ts';
import type { DiagnosticContext, TwinDays } from '../context.ts';
import { believedSlope, geometryOf } from '../drive/believed-slope.ts';
import { driveOf, playOf } from '../drive/drive.ts';
import { FOLLOWS, loopWidth, slopeSince } from '../drive/loop-width.ts';
import { GAS_FLOOR, robust, STROKE_FLOOR, shapeOf } from '../fits/shape-fit.ts';
import { nightsOf } from '../nights/nights.ts';
import { type Change, columnsOf } from './changes.ts';

/**
 * Least and largest share of a change that the twin must show at once, and standard errors that it must
 * exceed.
 */
const ALIKE = { least: 0.5, most: 2 } as const;
const SURE = 3;
/** ln of pressure by which the twin's gas may differ: more means a leak or a fault of the wire. */
const GAS_ALIKE = 0.006;
/**
 * The most that weather can cause: °C of stroke divided by its slope, and ln of pressure. Anything larger is
 * an event on both.
 */
const WEATHER = { degrees: 5, gas: 0.02 } as const;

/**
 * °C that weather may cause where the nights have only two samples of varying hours; bad changes get only the
 * usual limit.
 */
const WEATHER_OF_FEW = 6;
/** °C of a change that must then remain after subtracting the twin's. */
const REMAINS = 2.2;
const mostOf = (few: boolean, grave: boolean) => (few && !grave ? WEATHER_OF_FEW : WEATHER.degrees);

function isAlike(own: number, other: number, error: number): boolean {
  const along = other * Math.sign(own);
  return along > Math.max(ALIKE.least * Math.abs(own), SURE * error) && along < ALIKE.most * Math.abs(own);
}

/** Tension where nobody has entered it, N, and loop where none is visible, °C. */
const USUAL = { tension: 12_000, width: 2 } as const;

/** The twin's nights, ready to be fitted, and its slope in mm/°C; null where the slope is unknown. */
function twinColumns({ aero, both }: TwinDays, now: number) {
  const drive = driveOf(both);
  const plays = new Map<number, Float64Array>();
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, now, plays);
  const length = aero.regularized_length || null;
  const theory = length && thermalSlope(length, expansionOf(aero.conductor_type, aero.expansion_coefficient));
  const believed = believedSlope(drive, theory, whole, now);
  if (!believed) return null;
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : USUAL.tension;
  const stiffness = axialStiffness(aero.conductor_type, tension);
  const width = whole?.width ?? USUAL.width;
  const play = plays.get(width) ?? playOf(drive, width);
  const nights = nightsOf(drive, play);
  const { stroke, gas } = columnsOf(nights, geometryOf(believed, length, stiffness, tension));
  return { day: nights.day, stroke, gas, slope: believed.slope, drive, play };
}

type TwinColumns = NonNullable<ReturnType<typeof twinColumns>>;

/**
 * Whether the twin has no fault of its own: it follows the temperature, and its gas behaved like the other's.
 */
function isSound(
  { gas, slope, drive, play }: TwinColumns,
  change: Change,
  shape: Float64Array,
  few: boolean,
  now: number,
): boolean {
  const seen = slopeSince(drive, change.since * DAY, now, play);
  if (seen !== null && seen / slope < FOLLOWS) return false;
  // Its volume follows its own share of the weather, which the other AERO does not show.
  if (few) return true;
  const fit = gas && robust(gas, shape, GAS_FLOOR);
  return !fit || Math.abs(fit.m - change.gas) < Math.max(GAS_ALIKE, SURE * fit.errorM);
}

/**
 * Whether the twin shows a change of the stroke, °C times the slope, too. `few`: two samples a night at most.
 */
function isStrokeAlike(columns: TwinColumns, degrees: number, shape: Float64Array, few: boolean): boolean {
  const fit = robust(columns.stroke, shape, STROKE_FLOOR);
  if (!fit) return false;
  const other = fit.m / columns.slope;
  const error = Math.abs(fit.errorM / columns.slope);
  // A twin that shows no change does not share it, however little would remain.
  const shows = other * Math.sign(degrees) > SURE * error;
  const rests = few && shows && Math.abs(degrees - other) < REMAINS;
  return rests || isAlike(degrees, other, error);
}

/**
 * Whether the twin's nights show the same change since the same moment: as many °C over its slope, or as much
 * of its pressure, without a fault of its own. `grave`: it would be a bad finding or a large slip. A loss of
 * gas is never shared, because weather does not take gas.
 */
export function isShared(
  { twin, slope, now, interval }: DiagnosticContext,
  change: Change,
  grave = false,
): boolean {
  if (!twin || slope === null || change.origin === 'gas') return false;
  const ofStroke = change.origin === 'wire' || change.origin === 'stroke_sensor';
  const few = (interval ?? 600) > SELDOM;
  const degrees = change.stroke / slope;
  if (ofStroke ? Math.abs(degrees) > mostOf(few, grave) : Math.abs(change.gas) > WEATHER.gas) return false;
  const columns = twinColumns(twin, now);
  if (!columns || columns.day.length === 0) return false;
  const shape = shapeOf(columns.day, change.since, change.shape);
  if (!ofStroke) {
    const fit = columns.gas && robust(columns.gas, shape, GAS_FLOOR);
    return fit !== null && isAlike(change.gas, fit.m, fit.errorM);
  }
  return isStrokeAlike(columns, degrees, shape, few) && isSound(columns, change, shape, few, now);
}
