import { TIME_AXIS_SIZE } from '../options.ts';

/** A legend of one line with the distance below it, the title of a panel, and the distance between two, px (charts.css). */
const LEGEND = 34;
const TITLE = 18.6;
const BETWEEN = 4;

/** Height of a chart of so many panels of `height`, px: what is reserved until it is drawn. */
export function chartHeight(panels: number, height: number): number {
  const titles = panels > 1 ? panels * TITLE : 0;
  return LEGEND + titles + panels * height + (panels - 1) * BETWEEN + TIME_AXIS_SIZE;
}
