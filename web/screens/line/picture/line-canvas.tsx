import { useComputedColorScheme } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { useWidth } from '../../../charts/panels/use-width.ts';
import { useFormats } from '../../../lib/format.ts';
import { usePrinting } from '../../../lib/hooks/use-printing.ts';
import { useText } from '../../../lib/text.ts';
import classes from '../line-screen.module.css';
import type { Shown } from './draw-glyph.ts';
import { LEFT, type Picture, rowsOf, type Station, sheetsOf, spotAt } from './draw-line.ts';
import type { KmView } from './km-view.ts';
import type { Item, Layout } from './track-layout.ts';
import { useGestures } from './use-gestures.ts';
import { lineKeys } from './use-keys.ts';
import { usePicture } from './use-picture.ts';

interface Props {
  layout: Layout;
  view: KmView;
  onView: (view: KmView) => void;
  stations: (line: string) => readonly Station[];
  shown: (item: Item) => Shown;
  selected: number | null;
  onSelect: (aero: number | null) => void;
  onOpen: (aero: number) => void;
}
/**
 * Maximum height of the visible lanes, px; on paper all of them are drawn, on as many sheets of A3 landscape
 * as needed.
 */
const TALLEST = 620;
const LOWEST = 240;
/** Height of the content above and below the chart: its slider must stay visible. */
const AROUND = 430;
const PAPER = 1500;
/** Canvas pixels per CSS pixel on paper, and at most on a screen. */
const SHARP = 2;
/** px of a line's header above its first lane. */
const HEAD = 70;

/** The straight picture: kilometre points along x, a lane per track, a glyph per AERO. */
export function LineCanvas(props: Props) {
  const { layout, view, onView, selected, onSelect, onOpen } = props;
  const t = useText('line');
  const port = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const { frame, canvas, picture, whole, setScroll, gestures } = useDrawing(props);
  const { rows, width, height, scroll } = picture;
  const walkTo = (item: Item | null, lane: number): void => {
    onSelect(item?.aero.id ?? null);
    const row = rows.find((one) => one.lane === lane && one.kind === 'lane');
    if (!row || !port.current) return;
    // Scrolls it into view, with the header of its line.
    port.current.scrollTop = Math.min(Math.max(scroll, row.top + row.height - height), row.top - HEAD);
  };
  return (
    <div ref={frame} className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a picture has no element of its own */}
      <div
        ref={port}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk from AERO to AERO
        tabIndex={0}
        aria-label={t('picture')}
        aria-describedby="line-keys"
        className={classes.window}
        style={{ height: printing ? undefined : height }}
        onKeyDown={lineKeys({ layout, view, onView, selected, onSelect: walkTo, onOpen })}
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      >
        <div style={{ height: printing ? undefined : whole }}>
          <canvas
            ref={canvas}
            className={classes.canvas}
            style={printing ? { display: 'none' } : { width, height }}
            {...gestures}
          />
          {printing
            ? sheetsOf(rows).map((sheet) => (
                <PaperSheet key={sheet.scroll} picture={{ ...picture, ...sheet, width: PAPER }} />
              ))
            : null}
        </div>
      </div>
    </div>
  );
}

/** The chart on its canvas, as tall as the window allows, with touch and wheel gestures. */
function useDrawing({ layout, view, onView, selected, onSelect, shown, stations }: Props) {
  const { kilometerPoint } = useFormats();
  const scheme = useComputedColorScheme('light');
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(frame);
  const room = useViewportSize().height - AROUND;
  const { rows, height: whole } = useMemo(() => rowsOf(layout), [layout]);
  const height = Math.min(whole, Math.max(LOWEST, Math.min(TALLEST, room)));
  const [scrolled, setScroll] = useState(0);
  const scroll = Math.min(scrolled, whole - height);
  const picture = { layout, rows, view, width, height, scroll, stations, shown, selected, kilometerPoint };
  const spots = usePicture(canvas, picture, scheme, Math.min(SHARP, devicePixelRatio));
  const pick = (x: number, y: number): void => {
    const spot = spotAt(spots.current, x, y);
    if (spot === null || spot.item !== null) {
      onSelect(spot?.item?.aero.id ?? null);
      return;
    }
    const [first, last] = [spot.slot.items[0]!.km, spot.slot.items.at(-1)!.km];
    // Splits a group: zooms to its ends with a margin beside them.
    const beside = Math.max(0.05, (last - first) * 0.15);
    onView({ from: first - beside, to: last + beside });
  };
  const gestures = useGestures(canvas, {
    view,
    whole: layout,
    onView,
    plot: width - LEFT,
    kmAt: (x) => view.from + ((x - LEFT) / (width - LEFT)) * (view.to - view.from),
    onPick: pick,
  });
  return { frame, canvas, picture, whole, setScroll, gestures };
}

/**
 * The content of one sheet of paper: a single canvas for all would leave the first empty and be cut anywhere.
 */
function PaperSheet({ picture }: { picture: Picture }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  usePicture(canvas, picture, 'light', SHARP);
  return <canvas ref={canvas} className={classes.paper} />;
}
