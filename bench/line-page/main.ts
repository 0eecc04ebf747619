/** The picture along the line with thousands of AEROs, moved and zoomed as a hand would, frame by frame. */
import { AT_RISK } from '@aerowatch/domain/forecast/basis';
import { SAMI_LETTERS, SAMI_LEVELS } from '@aerowatch/domain/sami';
import { chanceLook } from '../../web/entities/forecast/use-chance-look.ts';
import { drawLine, rowsOf } from '../../web/screens/line/picture/draw-line.ts';
import { hatchOf } from '../../web/screens/line/picture/hatch.ts';
import { type KmView, moved, zoomed } from '../../web/screens/line/picture/km-view.ts';
import { PALETTES } from '../../web/screens/line/picture/palette.ts';
import { layoutOf } from '../../web/screens/line/picture/track-layout.ts';

type AeroOnLine = Parameters<typeof layoutOf>[0][number];
const [WIDTH, HEIGHT] = [1400, 620];
const canvas = document.querySelector<HTMLCanvasElement>('#here')!;
[canvas.width, canvas.height] = [WIDTH, HEIGHT];
const context = canvas.getContext('2d')!;

/**
 * An AERO of `count` on `lines` lines of two tracks each, 60 m apart, with every kind of mark now and then.
 */
function aeroAt(i: number, lines: number): AeroOnLine {
  const place = Math.floor(i / (2 * lines));
  return {
    id: i + 1,
    box: i + 1,
    client: 1,
    position: 1,
    serial_number: `AW-${i}`,
    line: `${830_000 + (i % lines)} Line`,
    track: i % (2 * lines) < lines ? 'V1' : 'V2',
    pole: `${place}/1`,
    kilometer_point: (place * (i % 3 === 0 ? 60 : 1300)) / 1000,
    conductor: 'wire',
    length: 650,
    model_type: 2,
    stroke_min_offset: 100,
    stroke_max_offset: 120,
    stroke: 150 + ((i * 7919) % 600),
    temperature: 14,
    measured_at: '2026-06-01T00:00:00.000Z',
    sami: SAMI_LEVELS[i % 17 === 0 ? 2 : i % 5 === 0 ? 1 : 0]!,
    status: i % 23 === 0 ? 'silent' : 'online',
    alerts: i % 11 === 0 ? 2 : 0,
    verdict: i % 7 === 0 ? 'watch' : 'good',
    fault: null,
    model: null,
    unavailable: null,
    chance: i % 9 === 0 ? 0.6 : 0.01,
    chance_day: '2026-06-02',
    chance_side: 'hot',
  } as AeroOnLine;
}

function sceneOf(count: number, lines: number) {
  const layout = layoutOf(
    Array.from({ length: count }, (_, i) => aeroAt(i, lines)),
    () => 'calm',
  );
  const { rows } = rowsOf(layout);
  const palette = PALETTES.light;
  const look = {
    context,
    theme: 'light',
    palette,
    hatch: hatchOf(context, palette.hatch),
    letters: SAMI_LETTERS,
    chanceOf: ({ chance }: { chance: number | null }) => chanceLook(chance, AT_RISK, true),
  } as const;
  const draw = (view: KmView) =>
    drawLine(look, {
      ...{ layout, rows, view, width: WIDTH, height: HEIGHT, scroll: 0, selected: null },
      stations: () => [],
      shown: ({ aero }) => ({ stroke: aero.stroke, expected: 300 }),
      kilometerPoint: (km) => km.toFixed(1),
    }).length;
  return { layout, draw };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Frames per second, and ms of script per frame, while zooming in and out and walking along the line. */
async function play(count: number, lines: number, frames: number) {
  const { layout, draw } = sceneOf(count, lines);
  let view: KmView = layout;
  let [script, glyphs] = [0, 0];
  await frame();
  const start = performance.now();
  for (let i = 0; i < frames; i++) {
    const part = i / frames;
    const held = layout.from + 0.4 * (layout.to - layout.from);
    if (part < 0.3) view = zoomed(view, layout, 1.06, held);
    else if (part < 0.7) view = moved(view, layout, (view.to - view.from) / 60);
    else view = zoomed(view, layout, 1 / 1.06, held);
    const before = performance.now();
    glyphs += draw(view);
    script += performance.now() - before;
    await frame();
  }
  // Reading a pixel forces the browser to draw what it has only recorded.
  context.getImageData(0, 0, 1, 1);
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: frames / seconds, script: script / frames, glyphs: glyphs / frames };
}

declare global {
  interface Window {
    lineBench: { play: typeof play };
  }
}
window.lineBench = { play };
