/** What both AEROs of a box seem to do at once is the weather's or the season's, not a fault of one of them. */
import type { Change } from './changes.ts';
import { columnsOf } from './changes.ts';
import { buildContext, type DiagnosticContext } from './context.ts';
import { GAS_FLOOR, robust, STROKE_FLOOR, shapeOf } from './shape-fit.ts';

/** Share of a change that the twin must show at the same time, and standard errors by which it must be sure of it. */
const ALIKE = 0.5;
const SURE = 3;
/** What weather may do at most: °C's worth of stroke, and ln of pressure. What is more strikes both at once. */
const WEATHER = { degrees: 5, gas: 0.02 } as const;

const isAlike = (own: number, other: number, error: number) =>
  other * Math.sign(own) > Math.max(ALIKE * Math.abs(own), SURE * error);

/** Whether the twin's nights show the same change since the same moment, in °C of its slope or in its gas. */
export function isShared({ input, slope }: DiagnosticContext, change: Change): boolean {
  const { twin } = input;
  if (!twin || twin.days.length === 0 || slope === null) return false;
  const ofStroke = change.origin === 'wire' || change.origin === 'stroke_sensor';
  const degrees = change.stroke / slope;
  if (ofStroke ? Math.abs(degrees) > WEATHER.degrees : Math.abs(change.gas) > WEATHER.gas) return false;
  const { nights, geometry } = buildContext({ ...input, aero: twin.aero, days: twin.days, twin: null });
  if (!geometry || nights.n === 0) return false;
  const { stroke, gas } = columnsOf(nights, geometry);
  const shape = shapeOf(nights.day, change.since, change.shape);
  const column = ofStroke ? stroke : gas;
  const fit = column && robust(column, shape, ofStroke ? STROKE_FLOOR : GAS_FLOOR);
  if (!fit) return false;
  return ofStroke
    ? isAlike(degrees, fit.m / geometry.slope, Math.abs(fit.errorM / geometry.slope))
    : isAlike(change.gas, fit.m, fit.errorM);
}
