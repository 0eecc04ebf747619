import { TIME_AXIS_SIZE } from '../options.ts';

/**
 * Height of a one-line legend with the distance below it, height of a panel's title, and distance between two
 * panels, px (charts.css).
 */
const LEGEND = 34;
const TITLE = 18.6;
const BETWEEN = 4;

/** Height of a chart with this many panels of `height`, px, reserved until it is drawn. */
export function chartHeight(panels: number, height: number): number {
  const titles = panels > 1 ? panels * TITLE : 0;
  return LEGEND + titles + panels * height + (panels - 1) * BETWEEN + TIME_AXIS_SIZE;
}
