import type { SAMI_LEVELS } from '@aerowatch/domain/sami';
import type { Cover, CoverList, Facts, Head, LevelRow } from '../sheets.ts';
import { INK, INNER, PAGE, type Pen } from './pen.ts';
import { drawTable } from './table.ts';

/** As on screen (`web/ui/badges/sami`), on a light background. */
export const SAMI_INK = {
  satisfactory: '#18794e',
  meets_expectations: '#1d68b0',
  improvement_needed: '#a15c00',
  unsatisfactory: '#c4232f',
} as const satisfies Record<(typeof SAMI_LEVELS)[number], string>;

const LEFT = PAGE.margin;
const GAP = 14;
const HALF = (INNER - GAP) / 2;

/** The page for a manager. */
export function drawCover(pen: Pen, head: Head, cover: Cover): void {
  pen.page(head.title);
  let y = title(pen, head);
  y = tiles(pen, cover, y) + 16;
  // First the tasks, with all the space that the figures below leave.
  const [first, ...others] = cover.lists;
  const kept = others.map((one) => Math.min(neededBy(pen, one), MOST));
  const figures = FIGURES + LINE * Math.max(...cover.facts.map(({ rows }) => rows.length));
  if (first !== undefined)
    y = list(pen, first, y, BOTTOM - y - figures - kept.reduce((sum, one) => sum + one, 0)) + 14;
  const below = Math.max(sami(pen, cover, y), availability(pen, cover, y, head.locale)) + 14;
  y = facts(pen, cover.facts, below) + 12;
  others.forEach((one, i) => {
    y = list(pen, one, y, kept[i]!) + 14;
  });
}

/**
 * Height of SAMI and availability with the headings and gaps of the facts below them; height of a fact;
 * maximum height of a list.
 */
const FIGURES = 210;
const LINE = 14.5;
const MOST = 120;

/** Approximate height of a list with all its rows, some of them on two lines. */
function neededBy(pen: Pen, { rows, table: { note } }: CoverList): number {
  const foot = note === '' ? 0 : pen.heightOf(note, INNER, { size: 8 }) + 3;
  return 18 + (rows.length === 0 ? 12 : 16 + rows.length * 20) + foot + 14;
}

function title(pen: Pen, head: Head): number {
  const { doc } = pen;
  pen.artifact(() => doc.rect(0, 0, PAGE.width, 92).fill(INK.brand));
  pen.say('P', `${head.author} · ${head.title}`, LEFT, 24, { size: 10, color: '#c9d8e8' });
  pen.say('H1', `${pen.fitted(head.client, INNER - 150, { size: 22, weight: 'strong' })}`, LEFT, 40, {
    size: 22,
    weight: 'strong',
    color: '#ffffff',
  });
  pen.say('P', head.month, LEFT, 46, { size: 15, color: '#ffffff', width: INNER, align: 'right' });
  return pen.say('P', head.notes.join(' '), LEFT, 101, { size: 8, color: INK.soft, width: INNER }) + 8;
}

function tiles(pen: Pen, { tiles: all }: Cover, y: number): number {
  const width = (INNER - GAP * (all.length - 1)) / all.length;
  const height = 56 + Math.max(10, ...all.map(({ note }) => pen.heightOf(note, width - 18, { size: 7.5 })));
  all.forEach((tile, i) => {
    const x = LEFT + i * (width + GAP);
    pen.artifact(() => pen.doc.roundedRect(x, y, width, height, 4).fill(INK.ground));
    pen.say('P', tile.label, x + 9, y + 8, { size: 8, color: INK.soft, width: width - 18 });
    pen.say('P', tile.value, x + 9, y + 21, { size: 19, weight: 'strong' });
    pen.say('P', tile.note, x + 9, y + 48, { size: 7.5, color: INK.soft, width: width - 18 });
  });
  return y + height;
}

function heading(pen: Pen, text: string, x: number, y: number): number {
  pen.say('H2', text, x, y, { size: 11, weight: 'strong', color: INK.brand });
  return y + 18;
}

function sami(pen: Pen, { sami: all }: Cover, y: number): number {
  let top = heading(pen, all.title, LEFT, y);
  const label = Math.max(pen.widthOf(all.before, { size: 8 }), pen.widthOf(all.now, { size: 8 })) + 8;
  pen.figure(all.alt, [LEFT, top, LEFT + HALF, top + 36], () => {
    for (const [i, when] of (['before', 'now'] as const).entries()) {
      const line = top + i * 19;
      pen.put(all[when], LEFT, line + 3, { size: 8, color: INK.soft });
      levelBar(pen, all.rows, when, { x: LEFT + label, y: line, width: HALF - label });
    }
  });
  top += 44;
  const rows = all.rows.map((row) => [`${row.letter}  ${row.name}`, ...row.cells]);
  const table = {
    title: '',
    note: '',
    headers: all.headers,
    widths: [50, 25, 25],
    right: [1, 2],
  };
  return drawTable(pen, table, rows, { x: LEFT, y: top, width: HALF, size: 8 }).bottom;
}

/** Levels as parts of one bar, each with its letter if it fits. */
function levelBar(
  pen: Pen,
  rows: readonly LevelRow[],
  when: 'before' | 'now',
  { x: left, y, width: whole }: { x: number; y: number; width: number },
): void {
  const total = rows.reduce((sum, row) => sum + row[when], 0);
  let x = left;
  for (const row of rows.filter((one) => one[when] > 0)) {
    const width = (whole * row[when]) / total;
    pen.doc.rect(x, y, Math.max(width - 0.8, 0.6), 14).fill(SAMI_INK[row.level]);
    const text = `${row.letter} ${row[when]}`;
    const style = { size: 7.5, weight: 'strong', color: '#ffffff' } as const;
    if (pen.widthOf(text, style) + 6 < width) pen.put(text, x + 3, y + 2.5, style);
    x += width;
  }
}

function availability(pen: Pen, { availability: all }: Cover, y: number, locale: string): number {
  const x = LEFT + HALF + GAP;
  const top = heading(pen, all.title, x, y);
  const height = 88;
  const foot = top + height;
  const axis = 26;
  const shares = new Intl.NumberFormat(locale, { style: 'percent' });
  pen.figure(all.alt, [x, top, x + HALF, foot + 12], () => {
    const { doc } = pen;
    for (const share of [0, 0.5, 1]) {
      const line = foot - share * height;
      doc
        .moveTo(x + axis, line)
        .lineTo(x + HALF, line)
        .lineWidth(0.5)
        .stroke(INK.line);
      pen.put(shares.format(share), x, line - 4, {
        size: 7,
        color: INK.soft,
        width: axis - 4,
        align: 'right',
      });
    }
    const step = (HALF - axis) / Math.max(all.days.length, 1);
    all.days.forEach(({ label, share }, i) => {
      const left = x + axis + i * step;
      if (share !== null && share > 0)
        doc.rect(left + step * 0.14, foot - share * height, step * 0.72, share * height).fill(INK.curve);
      if (i % 5 === 0 && i + 2 < all.days.length + 2)
        pen.put(label, left - 6, foot + 3, { size: 7, color: INK.soft, width: step + 12, align: 'center' });
    });
  });
  return pen.say('P', all.note, x, foot + 16, { size: 8, color: INK.soft, width: HALF });
}

function facts(pen: Pen, all: readonly Facts[], y: number): number {
  const width = (INNER - GAP * (all.length - 1)) / all.length;
  const bottoms = all.map(({ title: name, rows }, i) => {
    const x = LEFT + i * (width + GAP);
    const top = heading(pen, name, x, y);
    const list = pen.group('Table');
    rows.forEach(([label, value], at) => {
      const line = top + at * 14.5;
      const row = pen.group('TR', list);
      pen.say(
        'TD',
        pen.fitted(label, width - pen.widthOf(value, { size: 8.5, weight: 'strong' }) - 6, { size: 8.5 }),
        x,
        line,
        { size: 8.5 },
        row,
      );
      pen.say('TD', value, x, line, { size: 8.5, weight: 'strong', width, align: 'right' }, row);
      pen.artifact(() =>
        pen.doc
          .moveTo(x, line + 12.2)
          .lineTo(x + width, line + 12.2)
          .lineWidth(0.4)
          .stroke(INK.line),
      );
    });
    list.end();
    return top + rows.length * 14.5;
  });
  return Math.max(...bottoms);
}

const BOTTOM = PAGE.height - 50;

/** A heading and as many rows as fit; returns the lower end. */
function list(pen: Pen, all: CoverList, y: number, room: number): number {
  const top = heading(pen, all.table.title, LEFT, y);
  const small = { size: 8, color: INK.soft, width: INNER };
  const { note } = all.table;
  const below = (end: number) => (note === '' ? end : pen.say('P', note, LEFT, end + 3, small));
  if (all.rows.length === 0) return below(pen.say('P', all.none, LEFT, top, { ...small, size: 8.5 }));
  const foot = note === '' ? 0 : pen.heightOf(note, INNER, small) + 3;
  const where = { x: LEFT, y: top, width: INNER, size: 8, bottom: y + room - 14 - foot };
  const { bottom, shown } = drawTable(pen, all.table, all.rows, where);
  const left = all.rows.length - shown;
  if (left === 0) return below(bottom);
  return below(pen.say('P', all.more.replace('{{count}}', String(left)), LEFT, bottom + 3, small));
}
