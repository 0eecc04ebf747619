/** What both AEROs of a box seem to do at once is the weather's or the season's, not a fault of one of them. */

import { AXIAL_STIFFNESS, expansionOf, thermalSlope } from '../physics/expansion.ts';
import { believedSlope, geometryOf } from './believed-slope.ts';
import { type Change, columnsOf } from './changes.ts';
import type { DiagnosticContext, TwinDays } from './context.ts';
import { driveOf, playOf } from './drive.ts';
import { loopWidth } from './loop-width.ts';
import { nightsOf } from './nights.ts';
import { GAS_FLOOR, robust, STROKE_FLOOR, shapeOf } from './shape-fit.ts';

/** Share of a change that the twin must show at the same time, and standard errors by which it must be sure of it. */
const ALIKE = 0.5;
const SURE = 3;
/** What weather may do at most: °C's worth of stroke, and ln of pressure. What is more strikes both at once. */
const WEATHER = { degrees: 5, gas: 0.02 } as const;

const isAlike = (own: number, other: number, error: number) =>
  other * Math.sign(own) > Math.max(ALIKE * Math.abs(own), SURE * error);

/** What a wire is pulled by where nobody has entered it, N, and °C of loop where none is seen. */
const USUAL = { tension: 12_000, width: 2 } as const;

/** The twin's nights, ready to be fitted, and its slope in mm/°C; null where they tell none. */
function twinColumns({ aero, both }: TwinDays, now: number) {
  const drive = driveOf(both);
  const plays = new Map<number, Float64Array>();
  const whole = loopWidth(drive, Number.NEGATIVE_INFINITY, now, plays);
  const length = aero.regularized_length || null;
  const theory = length && thermalSlope(length, expansionOf(aero.conductor_type, aero.expansion_coefficient));
  const believed = believedSlope(drive, theory, whole, now);
  if (!believed) return null;
  const stiffness = AXIAL_STIFFNESS[aero.conductor_type ?? 'wire'];
  const tension = aero.mechanical_tension ? aero.mechanical_tension * 10 : USUAL.tension;
  const width = whole?.width ?? USUAL.width;
  const nights = nightsOf(drive, plays.get(width) ?? playOf(drive, width));
  const { stroke, gas } = columnsOf(nights, geometryOf(believed, length, stiffness, tension));
  return { day: nights.day, stroke, gas, slope: believed.slope };
}

/** Whether the twin's nights show the same change since the same moment, in °C of its slope or in its gas. */
export function isShared({ twin, slope, now }: DiagnosticContext, change: Change): boolean {
  if (!twin || slope === null) return false;
  const ofStroke = change.origin === 'wire' || change.origin === 'stroke_sensor';
  const degrees = change.stroke / slope;
  if (ofStroke ? Math.abs(degrees) > WEATHER.degrees : Math.abs(change.gas) > WEATHER.gas) return false;
  const columns = twinColumns(twin, now);
  if (!columns || columns.day.length === 0) return false;
  const shape = shapeOf(columns.day, change.since, change.shape);
  const column = ofStroke ? columns.stroke : columns.gas;
  const fit = column && robust(column, shape, ofStroke ? STROKE_FLOOR : GAS_FLOOR);
  if (!fit) return false;
  return ofStroke
    ? isAlike(degrees, fit.m / columns.slope, Math.abs(fit.errorM / columns.slope))
    : isAlike(change.gas, fit.m, fit.errorM);
}
