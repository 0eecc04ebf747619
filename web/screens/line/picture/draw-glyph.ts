import { type Nearness, nearnessOf } from '@aerowatch/domain/physics/nearness';
import type { SamiLevel } from '@aerowatch/domain/sami';
import type { ChanceLook } from '../../../entities/forecast/use-chance-look.ts';
import { SAMI_STYLES, SHAPE_PATHS } from '../../../ui/badges/sami.ts';
import type { Palette } from './palette.ts';
import type { Item } from './track-layout.ts';

/** The variable part of a glyph: the drawn and the expected position of the ram. mm. */
export interface Shown {
  readonly stroke: number | null;
  readonly expected: number | null;
}
export interface GlyphLook {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  readonly theme: 'light' | 'dark';
  /** Hatching of the safety margins. */
  readonly hatch: CanvasPattern | null;
  readonly letters: Readonly<Record<SamiLevel, string>>;
  readonly chanceOf: ChanceOf;
}
/** How the chance of an AERO's week is shown. */
export type ChanceOf = (aero: Item['aero']) => ChanceLook;

/** Size of the tube, and positions below the top of a glyph, px. */
const TUBE = { width: 11, height: 46, top: 14 } as const;
export const GLYPH_HEIGHT = 84;
const SHAPES = new Map<string, Path2D>();
function shapePath(level: SamiLevel): Path2D {
  const { shape } = SAMI_STYLES[level];
  const known = SHAPES.get(shape) ?? new Path2D(SHAPE_PATHS[shape]);
  SHAPES.set(shape, known);
  return known;
}

/** The state of the drawn stroke relative to its stop; null if unknown. */
export function stateOf({ travel }: Item, stroke: number | null): Nearness | null {
  return travel === null || stroke === null ? null : nearnessOf(stroke, travel).nearness;
}

/** One AERO: its tube between two stops, ram, expected tick, SAMI, and attention marks. */
export function drawGlyph(look: GlyphLook, item: Item, x: number, top: number, shown: Shown): void {
  drawTube(look, item, x, top + TUBE.top, shown);
  drawSami(look, item.aero.sami, x, top + TUBE.top + TUBE.height + 5);
  drawMarks(look, item, x, top);
}

function drawTube(
  { context, palette, hatch }: GlyphLook,
  item: Item,
  x: number,
  top: number,
  shown: Shown,
): void {
  const { travel } = item;
  const left = x - TUBE.width / 2;
  const bottom = top + TUBE.height;
  context.fillStyle = palette.tube;
  context.fillRect(left, top, TUBE.width, TUBE.height);
  const y = (stroke: number, of: number) => bottom - (Math.min(of, Math.max(0, stroke)) / of) * TUBE.height;
  if (travel !== null) {
    context.fillStyle = hatch ?? palette.hatch;
    context.fillRect(left, top, TUBE.width, (travel.maxOffset / travel.stroke) * TUBE.height);
    const low = (travel.minOffset / travel.stroke) * TUBE.height;
    context.fillRect(left, bottom - low, TUBE.width, low);
    if (shown.stroke !== null) {
      const at = y(shown.stroke, travel.stroke);
      const state = stateOf(item, shown.stroke) ?? 'free';
      context.fillStyle = palette[state];
      context.globalAlpha = 0.5;
      context.fillRect(left + 2.5, at, TUBE.width - 5, bottom - at);
      context.globalAlpha = 1;
      context.fillRect(left, at - 1.5, TUBE.width, 3);
    }
    if (shown.expected !== null) {
      const at = y(shown.expected, travel.stroke);
      context.fillStyle = palette.ink;
      context.fillRect(left - 4, at - 0.75, 5, 1.5);
      context.fillRect(left + TUBE.width - 1, at - 0.75, 5, 1.5);
    }
  }
  // The stops.
  context.fillStyle = palette.ink;
  context.fillRect(left - 2, top - 1.5, TUBE.width + 4, 2.5);
  context.fillRect(left - 2, bottom - 1, TUBE.width + 4, 2.5);
}

function drawSami(
  { context, palette, theme, letters }: GlyphLook,
  level: SamiLevel,
  x: number,
  top: number,
): void {
  context.save();
  context.translate(x - 8, top);
  context.scale(0.8, 0.8);
  context.fillStyle = SAMI_STYLES[level][theme];
  context.fill(shapePath(level));
  context.restore();
  context.fillStyle = theme === 'dark' ? palette.band : palette.ground;
  context.font = '700 9px Inter Variable, sans-serif';
  context.textAlign = 'center';
  context.fillText(letters[level], x, top + (SAMI_STYLES[level].shape === 'triangle' ? 13 : 11.3));
}

/** The chance of its week, with the stop it runs to; grey where it is not proven. */
function drawChance(
  { context, palette, chanceOf }: GlyphLook,
  aero: Item['aero'],
  x: number,
  top: number,
): void {
  const chance = chanceOf(aero);
  if (chance === 'calm') return;
  mark(
    context,
    chance === 'likely' ? palette.stop : chance === 'risk' ? palette.margin : palette.dim,
    palette.ground,
    x + 12,
    top + TUBE.top + TUBE.height / 2,
    'square',
    aero.chance_side === 'cold' ? '−' : '+',
  );
}

/** Alert, finding, forecast, silence: each with its own shape. */
function drawMarks(look: GlyphLook, { aero }: Item, x: number, top: number): void {
  const { context, palette } = look;
  if (aero.alerts > 0)
    mark(context, palette.alert, palette.onAlert, x - 8, top + 6, 'circle', String(Math.min(9, aero.alerts)));
  if (aero.verdict === 'bad' || aero.verdict === 'watch')
    mark(
      context,
      aero.verdict === 'bad' ? palette.stop : palette.margin,
      palette.ground,
      x + 7,
      top + 6,
      'triangle',
      '!',
    );
  drawChance(look, aero, x, top);
  if (aero.status === 'silent' || aero.status === 'late' || aero.measured_at === null) {
    context.strokeStyle = palette.dim;
    context.lineWidth = aero.status === 'late' ? 1 : 2;
    context.beginPath();
    context.moveTo(x - 9, top + TUBE.top + TUBE.height - 4);
    context.lineTo(x + 9, top + TUBE.top + 4);
    context.stroke();
  }
}

function mark(
  context: CanvasRenderingContext2D,
  fill: string,
  ink: string,
  x: number,
  y: number,
  shape: 'circle' | 'triangle' | 'square',
  text: string,
): void {
  context.fillStyle = fill;
  context.beginPath();
  if (shape === 'circle') context.arc(x, y, 5.5, 0, 2 * Math.PI);
  else if (shape === 'square') context.rect(x - 4.5, y - 4.5, 9, 9);
  else {
    context.moveTo(x, y - 6.5);
    context.lineTo(x + 6.5, y + 5);
    context.lineTo(x - 6.5, y + 5);
    context.closePath();
  }
  context.fill();
  context.fillStyle = ink;
  context.font = '700 8.5px Inter Variable, sans-serif';
  context.textAlign = 'center';
  context.fillText(text, x, y + (shape === 'triangle' ? 4 : 3));
}
