import { samiLetters } from '@aerowatch/domain/sami';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useChanceLook } from '../../../entities/forecast/use-chance-look.ts';
import { useFormats } from '../../../lib/format.ts';
import type { GlyphLook } from './draw-glyph.ts';
import { drawLine, type Picture, type Spot } from './draw-line.ts';
import { hatchOf } from './hatch.ts';
import { PALETTES } from './palette.ts';

/** Draws the visible part on a canvas whenever it changes; returns the position of each glyph. */
export function usePicture(
  canvas: RefObject<HTMLCanvasElement | null>,
  picture: Picture,
  theme: 'light' | 'dark',
  sharpness: number,
): RefObject<Spot[]> {
  const spots = useRef<Spot[]>([]);
  const { language } = useFormats();
  const lookOf = useChanceLook();
  const { layout, rows, view, width, height, scroll, stations, shown, selected, kilometerPoint } = picture;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when a part of the picture changes, not with each render
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || width === 0) return;
    const [wide, high] = [Math.round(width * sharpness), Math.round(height * sharpness)];
    if (element.width !== wide) element.width = wide;
    if (element.height !== high) element.height = high;
    context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    const palette = PALETTES[theme];
    const look: GlyphLook = {
      context,
      theme,
      palette,
      hatch: hatchOf(context, palette.hatch),
      letters: samiLetters(language),
      chanceOf: ({ chance, client }) => lookOf(chance, client),
    };
    spots.current = drawLine(look, picture);
  }, [
    canvas,
    layout,
    rows,
    view,
    width,
    height,
    scroll,
    stations,
    shown,
    selected,
    kilometerPoint,
    theme,
    language,
    lookOf,
    sharpness,
  ]);
  return spots;
}
