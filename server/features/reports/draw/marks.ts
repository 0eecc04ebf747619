import type { Mark, Panel } from '../sheets.ts';
import { INK, type Pen } from './pen.ts';

/** The position of a panel on the page, in points, and the scales of its time and values. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  x(at: number): number;
  y(value: number): number;
}
const SIZE = 7;
const ROW = 10;
const OFF = 3;

/**
 * Horizontal lines, each with its name above it, or below near the top; those outside the panel as text at
 * its edge.
 */
export function drawLevels(
  pen: Pen,
  { levels, beyond }: Pick<Panel, 'levels' | 'beyond'>,
  area: Area,
  marked: boolean,
): void {
  const { doc } = pen;
  const first = area.top + (marked ? ROW : 0);
  for (const { value, label } of levels) {
    const y = area.y(value);
    doc
      .moveTo(area.left, y)
      .lineTo(area.right, y)
      .lineWidth(0.8)
      .dash(5, { space: 2.5 })
      .stroke(INK.bad)
      .undash();
    write(pen, label, area.right - OFF, y + (y - ROW > first ? -ROW + 0.5 : 2));
  }
  for (const above of [true, false])
    beyond
      .filter((level) => level.above === above)
      .forEach(({ label }, row) => {
        const y = above ? first + 1 + row * ROW : area.bottom - ROW - row * ROW;
        write(pen, `${above ? '↑' : '↓'} ${label}`, area.right - OFF, y);
      });
}

/** Vertical lines; `named` with their texts; those from before the panel begins at its left edge. */
export function drawMarks(pen: Pen, marks: readonly Mark[], area: Area, named: boolean): void {
  const { doc } = pen;
  for (const { at, dash } of marks) {
    const x = area.x(at);
    if (x < area.left || x > area.right) continue;
    doc.moveTo(x, area.top).lineTo(x, area.bottom).lineWidth(1);
    if (dash.length > 0) doc.dash(dash as never, {});
    doc.stroke(INK.bad).undash();
  }
  if (named) for (const mark of marks) drawName(pen, mark, area);
}

function drawName(pen: Pen, { at, label }: Mark, area: Area): void {
  const x = area.x(at);
  if (label === null || x > area.right) return;
  const isBefore = x < area.left;
  const text = isBefore ? `← ${label}` : label;
  const width = pen.widthOf(text, { size: SIZE });
  const right = (isBefore ? area.left : x) + OFF + width;
  write(pen, text, right < area.right ? right : x - OFF, area.top + 1);
}

/** A right-aligned text on a paper-coloured background, so that no curve runs through it. */
function write(pen: Pen, text: string, right: number, y: number): void {
  const width = pen.widthOf(text, { size: SIZE });
  pen.doc.rect(right - width - 1, y - 0.5, width + 2, SIZE + 2).fill('#ffffff');
  pen.put(text, right - width, y, { size: SIZE, color: INK.text });
}
