import type { Table } from '../sheets.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';

interface Where {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  /** Rows beyond it are not drawn. */
  readonly bottom?: number;
}
type Row = readonly string[];
const PAD = 4;

/**
 * A header and rows, with long cells on several lines; returns the lower end and the number of rows drawn.
 */
export function drawTable(
  pen: Pen,
  table: Table,
  rows: readonly Row[],
  { x, y: top, width, size, bottom = Number.POSITIVE_INFINITY }: Where,
): { bottom: number; shown: number } {
  const total = table.widths.reduce((sum, one) => sum + one, 0);
  const columns = table.widths.map((one, i) => ({
    left: x + (table.widths.slice(0, i).reduce((sum, before) => sum + before, 0) / total) * width + PAD,
    inner: (one / total) * width - 2 * PAD,
    isRight: table.right.includes(i),
  }));
  const element = pen.group('Table');
  const head = { size, weight: 'strong', color: INK.soft } as const;
  const body = { size, weight: 'regular', color: INK.text } as const;
  const heightOf = (cells: Row) => {
    const lines = cells.map((cell, i) => {
      const { inner } = columns[i]!;
      return pen.widthOf(cell, body) <= inner ? 0 : pen.heightOf(cell, inner, body) - size * 1.25;
    });
    return size * 1.95 + Math.max(0, ...lines);
  };
  const line = (cells: Row, y: number, style: typeof head | typeof body) => {
    const row = pen.group('TR', element);
    cells.forEach((cell, i) => {
      const { left, inner, isRight } = columns[i]!;
      const wide = pen.widthOf(cell, style);
      const isHead = style === head;
      const at = left + (isRight ? Math.max(0, inner - wide) : 0);
      const wrapped = !isHead && wide > inner ? { ...style, width: inner } : style;
      const text = isHead ? pen.fitted(cell, inner, style) : cell;
      pen.say(isHead ? 'TH' : 'TD', text, at, y + size * 0.35, wrapped, row);
    });
    row.end();
  };
  line(table.headers, top, head);
  let y = top + size * 1.95;
  let shown = 0;
  for (const cells of rows) {
    const height = heightOf(cells);
    if (y + height > bottom) break;
    const rule = y;
    pen.artifact(() =>
      pen.doc
        .moveTo(x, rule)
        .lineTo(x + width, rule)
        .lineWidth(0.4)
        .stroke(INK.line),
    );
    line(cells, y, body);
    y += height;
    shown += 1;
  }
  element.end();
  return { bottom: y, shown };
}

const SIZE = 7.5;
const TOP = 44;
/** More rows than fit on any page. */
const PAGEFUL = 60;

/** A table over as many pages as needed, with its header on each. */
export function makeLongTable(pen: Pen, table: Table) {
  let pages = 0;
  let kept: Row[] = [];
  const draw = () => {
    const first = pages === 0;
    pen.page(first ? table.title : undefined, !first);
    let y: number = TOP;
    if (first) {
      pen.say('H1', table.title, PAGE.margin, y, { size: 16, weight: 'strong', color: INK.brand });
      y = pen.say('P', table.note, PAGE.margin, y + 24, { size: 8, color: INK.soft, width: INNER }) + 8;
    }
    const where = { x: PAGE.margin, y, width: INNER, size: SIZE, bottom: PAGE.height - 50 };
    const { shown } = drawTable(pen, table, kept, where);
    kept = kept.slice(Math.max(shown, 1));
    pages += 1;
  };
  return {
    add(rows: readonly Row[]) {
      kept.push(...rows);
      while (kept.length > PAGEFUL) draw();
    },
    end() {
      while (kept.length > 0 || pages === 0) draw();
    },
  };
}
