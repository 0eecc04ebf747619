import { drawGlyph, GLYPH_HEIGHT, type GlyphLook, type Shown, stateOf } from './draw-glyph.ts';
import { type KmView, ticksOf } from './km-view.ts';
import { placesIn, SLOT, type Slot, shownOf, slotsOf } from './slots.ts';
import type { Item, Layout } from './track-layout.ts';

export const LEFT = 58;
export const AXIS = 26;
const HEAD = 40;
const LANE = GLYPH_HEIGHT + 12;

export interface Station {
  readonly km: number;
  readonly name: string;
}
export interface LineRow {
  readonly kind: 'head' | 'lane';
  readonly line: string;
  /** Index in `layout.lanes`; −1 for a header. */
  readonly lane: number;
  readonly top: number;
  readonly height: number;
}
/** Rows from top to bottom: a header with stations for each line, then its tracks. */
export function rowsOf({ lanes }: Layout): { rows: LineRow[]; height: number } {
  const rows: LineRow[] = [];
  let top = AXIS;
  for (const [lane, { line }] of lanes.entries()) {
    if (rows.at(-1)?.line !== line) {
      rows.push({ kind: 'head', line, lane: -1, top, height: HEAD });
      top += HEAD;
    }
    rows.push({ kind: 'lane', line, lane, top, height: LANE });
    top += LANE;
  }
  return { rows, height: top + 8 };
}

/** The part of the rows on a sheet of paper, px: its scroll position and height. */
export interface Sheet {
  readonly scroll: number;
  readonly height: number;
  /** The header of a line that began on the previous sheet: drawn again above its tracks. */
  readonly again?: LineRow;
}
/** Space for rows on the first sheet, under the title and the legend, and on each further one; px. */
const FIRST_SHEET = 860;
const NEXT_SHEET = 960;

/** Rows on sheets of paper: a line that fits on a sheet is not split, and no track ever is. */
export function sheetsOf(rows: readonly LineRow[]): Sheet[] {
  const sheets: Sheet[] = [];
  let begin = 0;
  const push = (last: LineRow) => sheets.push(sheetOf(rows, begin, last.top + last.height));
  rows.forEach((row, at) => {
    const room = sheets.length === 0 ? FIRST_SHEET : NEXT_SHEET;
    // The header of a line stays with its tracks if they fit on a sheet.
    const end = row.kind === 'head' ? endOfLine(rows, at) : row.top + row.height;
    const first = rows[begin]!;
    const bottom = end - row.top <= NEXT_SHEET ? end : row.top + row.height;
    const again = first.kind === 'lane' ? HEAD : 0;
    if (at > begin && bottom - first.top + AXIS + again > room) {
      push(rows[at - 1]!);
      begin = at;
    }
  });
  const last = rows.at(-1);
  if (last) push(last);
  return sheets;
}

/** The sheet from one row down to this many px, below the header of its line. */
function sheetOf(rows: readonly LineRow[], begin: number, bottom: number): Sheet {
  const first = rows[begin]!;
  const plain = { scroll: first.top - AXIS, height: bottom - first.top + AXIS };
  const again = rows.slice(0, begin).findLast(({ kind }) => kind === 'head');
  if (first.kind === 'head' || again === undefined) return plain;
  return { scroll: plain.scroll - HEAD, height: plain.height + HEAD, again };
}

/** The end of the tracks below a header, px. */
function endOfLine(rows: readonly LineRow[], head: number): number {
  let at = head;
  while (rows[at + 1]?.kind === 'lane') at += 1;
  return rows[at]!.top + rows[at]!.height;
}

export interface Picture {
  readonly layout: Layout;
  readonly rows: readonly LineRow[];
  readonly view: KmView;
  readonly width: number;
  readonly height: number;
  /** px scrolled down. */
  readonly scroll: number;
  /** A header that stays at the top when the content is scrolled. */
  readonly again?: LineRow;
  readonly stations: (line: string) => readonly Station[];
  readonly shown: (item: Item) => Shown;
  readonly selected: number | null;
  readonly kilometerPoint: (km: number) => string;
}
/** The position of a drawn glyph, for clicks. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly half: number;
  readonly slot: Slot;
  /** The single AERO there; null for a group. */
  readonly item: Item | null;
}

/** Draws the visible part, and returns the position of each glyph. */
export function drawLine(look: GlyphLook, picture: Picture): Spot[] {
  const { context, palette } = look;
  const { width, height, rows, scroll, view } = picture;
  const plot = width - LEFT;
  const xOf = (km: number) => LEFT + ((km - view.from) / (view.to - view.from)) * plot;
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  const spots: Spot[] = [];
  context.save();
  context.beginPath();
  context.rect(0, AXIS, width, height - AXIS);
  context.clip();
  for (const row of rows) {
    const top = row.top - scroll;
    if (top + row.height < AXIS || top > height) continue;
    if (row.kind === 'head') drawHead(look, picture, row, top, xOf);
    else spots.push(...drawLane(look, picture, row, top, xOf));
  }
  if (picture.again) drawHead(look, picture, picture.again, AXIS, xOf);
  context.restore();
  drawAxis(look, picture, xOf);
  return spots;
}

function drawAxis({ context, palette }: GlyphLook, picture: Picture, xOf: (km: number) => number): void {
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, picture.width, AXIS);
  context.fillStyle = palette.dim;
  context.strokeStyle = palette.border;
  context.lineWidth = 1;
  context.font = '11px Inter Variable, sans-serif';
  context.textAlign = 'center';
  context.beginPath();
  for (const km of ticksOf(picture.view, (picture.width - LEFT) / 90)) {
    const x = Math.round(xOf(km)) + 0.5;
    if (x < LEFT) continue;
    context.moveTo(x, AXIS - 5);
    context.lineTo(x, picture.height);
    context.fillText(picture.kilometerPoint(km), Math.min(picture.width - 24, x), AXIS - 9);
  }
  context.globalAlpha = 0.45;
  context.stroke();
  context.globalAlpha = 1;
}

function drawHead(
  { context, palette }: GlyphLook,
  { stations, width }: Picture,
  { line }: LineRow,
  top: number,
  xOf: (km: number) => number,
): void {
  context.fillStyle = palette.band;
  context.fillRect(0, top, width, HEAD);
  context.fillStyle = palette.ink;
  context.font = '650 13px Inter Variable, sans-serif';
  context.textAlign = 'left';
  context.fillText(line || '–', 8, top + 16, width - 16);
  context.font = '11px Inter Variable, sans-serif';
  context.fillStyle = palette.dim;
  let free = LEFT;
  for (const { km, name } of stations(line)) {
    const x = xOf(km);
    if (x < LEFT || x > width) continue;
    context.fillRect(x - 0.5, top + HEAD - 8, 1.5, 8);
    const half = context.measureText(name).width / 2;
    if (x - half < free || x + half > width) continue;
    context.textAlign = 'center';
    context.fillText(name, x, top + HEAD - 11);
    free = x + half + 12;
  }
}

function drawLane(
  look: GlyphLook,
  picture: Picture,
  row: LineRow,
  top: number,
  xOf: (km: number) => number,
): Spot[] {
  const { context, palette } = look;
  const lane = picture.layout.lanes[row.lane]!;
  const rail = top + 12;
  context.strokeStyle = palette.border;
  context.lineWidth = 1;
  context.strokeRect(-1, top + LANE - 0.5, picture.width + 2, 0);
  drawWires(look, picture, row.lane, rail, xOf);
  const spots: Spot[] = [];
  for (const slot of slotsOf(lane.items, xOf, picture.width))
    if (slot.apart)
      placesIn(slot).forEach((x, index) => {
        const item = slot.items[index]!;
        drawOne(look, picture, item, x, top + 4);
        spots.push({ x, y: top + LANE / 2, half: SLOT / 2, slot, item });
      });
    else {
      const item = shownOf(slot);
      drawOne(look, picture, item, slot.x, top + 4);
      drawCount(look, slot, top + 4);
      spots.push({ x: slot.x, y: top + LANE / 2, half: SLOT / 2, slot, item: null });
    }
  // The track's name covers the content below it.
  context.fillStyle = palette.ground;
  context.globalAlpha = 0.9;
  context.fillRect(0, top + 1, LEFT - 12, LANE - 2);
  context.globalAlpha = 1;
  context.fillStyle = palette.ink;
  context.font = '600 13px Inter Variable, sans-serif';
  context.textAlign = 'left';
  context.fillText(lane.track || '–', 8, top + LANE / 2 + 4, LEFT - 20);
  return spots;
}

function drawOne(look: GlyphLook, picture: Picture, item: Item, x: number, top: number): void {
  const { context, palette } = look;
  const shown = picture.shown(item);
  const state = stateOf(item, shown.stroke);
  if (state === 'stop' || item.aero.id === picture.selected) {
    context.strokeStyle = item.aero.id === picture.selected ? palette.focus : palette.stop;
    context.lineWidth = item.aero.id === picture.selected ? 2.5 : 1.5;
    context.strokeRect(x - SLOT / 2 + 1, top - 2, SLOT - 2, GLYPH_HEIGHT + 2);
  }
  drawGlyph(look, item, x, top, shown);
  if (item.direction !== null) {
    const at = x + item.direction * 9;
    context.fillStyle = palette.dim;
    context.beginPath();
    context.moveTo(at + item.direction * 5, top + 37);
    context.lineTo(at, top + 33);
    context.lineTo(at, top + 41);
    context.fill();
  }
}

function drawCount({ context, palette }: GlyphLook, { items, x }: Slot, top: number): void {
  const text = `${items.length}`;
  context.font = '700 10px Inter Variable, sans-serif';
  const width = context.measureText(text).width + 8;
  context.fillStyle = palette.ink;
  context.beginPath();
  context.roundRect(x - width / 2, top + 30, width, 14, 7);
  context.fill();
  context.fillStyle = palette.ground;
  context.textAlign = 'center';
  context.fillText(text, x, top + 40.5);
}

/** Connects the two ends of a wire, if both are known and far enough apart. */
function drawWires(
  { context, palette }: GlyphLook,
  { layout, width }: Picture,
  lane: number,
  y: number,
  xOf: (km: number) => number,
): void {
  context.strokeStyle = palette.dim;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [from, to] of layout.wires[lane] ?? []) {
    const [left, right] = [xOf(from.km), xOf(to.km)];
    if (right < LEFT || left > width || right - left < SLOT * 1.5) continue;
    context.moveTo(left + SLOT / 2, y + 26);
    context.lineTo(right - SLOT / 2, y + 26);
  }
  context.stroke();
}

/** The glyph at a point. */
export function spotAt(spots: readonly Spot[], x: number, y: number): Spot | null {
  return spots.find((spot) => Math.abs(spot.x - x) <= spot.half && Math.abs(spot.y - y) <= LANE / 2) ?? null;
}
