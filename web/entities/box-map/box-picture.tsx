import { Button, Paper, useComputedColorScheme } from '@mantine/core';
import { IconZoomInArea } from '@tabler/icons-react';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useFormats } from '../../lib/format.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useText } from '../../lib/text.ts';
import { canDraw } from '../../map/can-draw.ts';
import type { MapView } from '../../map/mercator.ts';
import { PointPicture } from '../../map/point-picture.tsx';
import type { MapPoints } from '../../map/points/map-points.ts';
import classes from './box-picture.module.css';
import { useSamiKinds } from './kinds.ts';

const load = () => import('./box-map.tsx');
const BoxMap = lazyPart(load);
/** When a pointer has rested this long (ms) on the picture, a click is likely: the map library is loaded. */
const REST = 200;

interface Props {
  points: MapPoints;
  label: string;
  onPick: (id: number) => void;
  /** A click on several boxes at one place. */
  onPickSeveral: (ids: number[]) => void;
}

/**
 * A picture of boxes that becomes the map on click: the map library is four times the size of the rest of a
 * screen, and a map that is only scrolled past would catch the wheel.
 */
export function BoxPicture(props: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const { start, cannot, explore } = useExploring(frame);
  const rest = useRest();
  const [ready, setReady] = useState(false);
  return (
    <div ref={frame} className={classes.frame} tabIndex={-1} {...rest}>
      {ready ? null : <Picture {...props} start={start} cannot={cannot} onExplore={explore} />}
      {start === null ? null : (
        <div className={classes.layer} style={{ opacity: ready ? undefined : 0 }}>
          <Suspense>
            <BoxMap
              points={props.points}
              view={start}
              label={props.label}
              onReady={() => setReady(true)}
              onPickSeveral={props.onPickSeveral}
              onPick={(id) => {
                if (id !== null) props.onPick(id);
              }}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The first view of the map, once requested; `cannot` if the browser cannot draw one. */
function useExploring(frame: RefObject<HTMLDivElement | null>) {
  const [start, setStart] = useState<MapView | null>(null);
  const [cannot, setCannot] = useState(false);
  const explore = (view: MapView | null): void => {
    if (cannot) return;
    // The focused element is removed; the next Tab must continue from its place.
    frame.current?.focus({ preventScroll: true });
    // Otherwise the picture stays, with a message.
    if (canDraw()) setStart(view);
    else setCannot(true);
  };
  return { start, cannot, explore };
}

const fetchEarly = (): void => {
  load().catch(() => undefined);
};
/** Loads the map library while a pointer rests. */
function useRest() {
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  return {
    onPointerEnter: () => {
      rest.current = setTimeout(fetchEarly, REST);
    },
    onPointerLeave: () => clearTimeout(rest.current),
  };
}

interface PictureProps extends Pick<Props, 'points' | 'label' | 'onPick'> {
  start: MapView | null;
  cannot: boolean;
  onExplore: (view: MapView | null) => void;
}
/** The boxes without the map library, and the button that loads it. */
function Picture({ points, label, onPick, start, cannot, onExplore }: PictureProps) {
  const { language } = useFormats();
  const theme = useComputedColorScheme('light');
  const kinds = useSamiKinds();
  const drawn = useRef<MapView | null>(null);
  return (
    <div inert={start !== null} className={classes.layer}>
      <PointPicture
        points={points}
        kinds={kinds}
        theme={theme}
        language={language}
        label={label}
        onPick={onPick}
        onExplore={onExplore}
        onView={(view) => {
          drawn.current = view;
        }}
      />
      <Cannot said={cannot} />
      {cannot ? null : (
        <Explore loading={start !== null} onFocus={fetchEarly} onClick={() => onExplore(drawn.current)} />
      )}
    </div>
  );
}

interface ExploreProps {
  loading: boolean;
  onFocus: () => void;
  onClick: () => void;
}
function Explore(props: ExploreProps) {
  const t = useText('map');
  return (
    <Button
      className={classes.explore}
      size="xs"
      variant="default"
      leftSection={<IconZoomInArea size={16} aria-hidden />}
      {...props}
    >
      {t('explore')}
    </Button>
  );
}

/**
 * Without WebGL only the picture is available. A live region is read out only if it exists before its text.
 */
function Cannot({ said }: { said: boolean }) {
  const common = useText('common');
  return (
    <div role="status" className={classes.explore}>
      {said ? (
        <Paper px="xs" py={4} withBorder fz="xs">
          {common('no_map')}
        </Paper>
      ) : null}
    </div>
  );
}
