import type { Head, Order, PagesOrder, Table } from '../sheets.ts';
import { drawAeroPage } from './aero-page.ts';
import { drawCover } from './cover.ts';
import { chartOf, curvesOf } from './curves.ts';
import { Pen } from './pen.ts';
import { makeLongTable } from './table.ts';

export interface Drawn {
  /**
   * Finished bytes of the file; in one piece, because thousands of small ones would cost more than their
   * content.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly done: boolean;
}

function drawPages(pen: Pen, { pages, series }: PagesOrder, locale: string): void {
  const curves = curvesOf(series);
  for (const [at, page] of pages.entries())
    drawAeroPage(pen, page, chartOf(page.chart, curves, locale), locale, at % 2 === 0 ? 'upper' : 'lower');
}

/** Bytes in separate memory, because they are transferred to another thread. */
function joined(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * Draws a report step by step: finished pages are passed on, so that a long one needs no more memory than a
 * short one.
 */
export function makeDrawing() {
  let pieces: Buffer[] = [];
  let pen: Pen | undefined;
  let head: Head | undefined;
  let ended: Promise<void> | undefined;
  let long: { table: Table; rows: ReturnType<typeof makeLongTable> } | undefined;

  function begin(header: Head): Pen {
    const made = new Pen(header);
    head = header;
    ended = new Promise((resolve) => made.doc.once('end', resolve));
    made.doc.on('data', (piece: Buffer) => pieces.push(piece));
    return made;
  }

  return {
    async take(order: Order): Promise<Drawn> {
      if (order.kind === 'cover') {
        pen = begin(order.head);
        drawCover(pen, order.head, order.cover);
      } else if (pen === undefined || head === undefined) throw new Error('a report begins with its cover');
      else if (order.kind === 'pages') drawPages(pen, order, head.locale);
      else if (order.kind === 'table') {
        if (long?.table.title !== order.table.title) {
          long?.rows.end();
          long = { table: order.table, rows: makeLongTable(pen, order.table) };
        }
        long.rows.add(order.rows);
      } else {
        long?.rows.end();
        pen.end();
        await ended;
      }
      const bytes = joined(pieces);
      pieces = [];
      return { bytes, done: order.kind === 'end' };
    },
  };
}
