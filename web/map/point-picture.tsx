import './clusters.css';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { SOURCES } from './ground/atlas.ts';
import { drawGround, type Ground, isWide, loadGround } from './ground/draw-ground.ts';
import { type MapView, moved, projector, type Size, viewOfAll } from './mercator.ts';
import classes from './point-picture.module.css';
import { drawSpots, marksOf, ringOf } from './points/draw-points.ts';
import { type Group, groupsOf } from './points/groups.ts';
import type { MapPoints } from './points/map-points.ts';
import type { MarkerKind } from './points/point-icons.ts';

interface Props {
  points: MapPoints;
  kinds: readonly MarkerKind[];
  theme: 'light' | 'dark';
  language: string;
  label: string;
  /** A click on one point. */
  onPick: (id: number) => void;
  /** A click on a group or away from points: the user wants the interactive map, in this view. */
  onExplore: (view: MapView) => void;
  /** The view in which the picture is drawn. */
  onView: (view: MapView) => void;
}

/** Points closer than this are drawn as one ring, px. */
const CROWD = 46;
const REACH = 14;
const FIT = { padding: 60, maxZoom: 9 };
const MAX_ZOOM = 14;
/** Zoom steps from a picture to the map around one of its groups. */
const CLOSER = 2.2;
const BARE: Ground = { far: [], near: [], rails: [], towns: [] };

function groupsIn(view: MapView, size: Size, points: MapPoints): Group[] {
  const place = projector(view, size);
  const places = points.id.map((_, index) => place(points.longitude[index]!, points.latitude[index]!));
  return groupsOf(
    places.map(([x]) => x),
    places.map(([, y]) => y),
    CROWD,
  );
}

/** Uses the resolution of the screen, addressed in CSS px. */
function fitCanvas(context: CanvasRenderingContext2D, size: Size): void {
  const ratio = window.devicePixelRatio || 1;
  context.canvas.width = size.width * ratio;
  context.canvas.height = size.height * ratio;
  context.scale(ratio, ratio);
}

function useSize(frame: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = frame.current!;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [frame]);
  return size;
}

/** The outline under a view, once it is loaded. */
function useGround(wide: boolean | null, language: string): Ground | undefined {
  const [ground, setGround] = useState<Ground>();
  useEffect(() => {
    if (wide === null) return;
    let stale = false;
    loadGround(wide, language).then(
      (loaded) => stale || setGround(loaded),
      // Without the outline the picture still shows the arrangement of the points.
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [wide, language]);
  return ground;
}

/** A picture of many points on the bundled outline: shown first, without the map library. */
export function PointPicture(props: Props) {
  const { points, label } = props;
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const size = useSize(frame);
  const view = useMemo(
    () => (size.width === 0 ? null : viewOfAll(points.longitude, points.latitude, size, FIT)),
    [points, size],
  );
  useEffect(() => {
    if (view !== null) latest.current.onView(view);
  }, [view]);
  const groups = useMemo(() => (view === null ? [] : groupsIn(view, size, points)), [points, view, size]);
  const canvas = useSpots(props, view, size, groups);
  const rings = useRings(props, view, groups, ({ x, y }) => {
    if (view === null) return;
    const zoom = Math.min(MAX_ZOOM, view.zoom + CLOSER);
    latest.current.onExplore(moved(view, x - size.width / 2, y - size.height / 2, zoom));
  });
  const near = (event: { clientX: number; clientY: number }) => {
    const box = frame.current!.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return groups.find(
      (group) => group.members.length === 1 && Math.hypot(group.x - x, group.y - y) <= REACH,
    );
  };
  return (
    <div ref={frame} className={classes.frame}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        className={classes.canvas}
        onClick={(event) => {
          const single = near(event);
          if (single) props.onPick(points.id[single.members[0]!]!);
          else if (view !== null) props.onExplore(view);
        }}
        onMouseMove={(event) => {
          event.currentTarget.style.cursor = near(event) ? 'pointer' : '';
        }}
      />
      <div ref={rings} />
      <span className={classes.sources}>{`${SOURCES.land} | ${SOURCES.places} | ${SOURCES.rails}`}</span>
    </div>
  );
}

/** Draws the ground and the single points on a canvas. */
function useSpots(
  { points, kinds, theme, language }: Props,
  view: MapView | null,
  size: Size,
  groups: readonly Group[],
): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ground = useGround(view === null ? null : isWide(view, size), language);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context == null || view === null) return;
    fitCanvas(context, size);
    drawGround(context, ground ?? BARE, view, size, theme);
    const singles = groups.filter((group) => group.members.length === 1);
    drawSpots(
      context,
      singles.map(({ x, y, members }) => ({ x, y, point: members[0]! })),
      points,
      marksOf(kinds),
    );
  }, [view, size, ground, groups, points, kinds, theme]);
  return canvas;
}

/** Puts a ring over each group; a click on it explores the group. */
function useRings(
  { points, kinds, language }: Props,
  view: MapView | null,
  groups: readonly Group[],
  explore: (group: Group) => void,
): RefObject<HTMLDivElement | null> {
  const rings = useRef<HTMLDivElement>(null);
  const onRing = useEffectEvent(explore);
  useLayoutEffect(() => {
    if (view === null) return;
    rings.current!.replaceChildren(
      ...groups
        .filter((group) => group.members.length > 1)
        .map((group) => ringOf(group, points, kinds, language, () => onRing(group))),
    );
  }, [groups, points, kinds, language, view]);
  return rings;
}
