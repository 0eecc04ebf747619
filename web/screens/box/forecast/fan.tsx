import type { ForecastAnswer } from '@aerowatch/contracts/api/forecast';
import { DAY } from '@aerowatch/domain/durations';
import { type Travel, travelOf } from '@aerowatch/domain/forecast/standing/travel';
import { useId, useMemo, useRef } from 'react';
import { useWidth } from '../../../charts/panels/use-width.ts';
import { useCurves } from '../../../entities/curves/use-curves.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { useNow } from '../../../ui/relative-time.tsx';
import classes from './fan.module.css';
import { bandPath, type FanDay, fanDays, fanReach, type Measured, measuredPath } from './fan-layout.ts';
import { FanLegend } from './fan-legend.tsx';

const PAST_DAYS = 3;
const HEIGHT = 250;
const EDGE = { left: 62, right: 10, top: 10, bottom: 40 } as const;

type TravelInput = Parameters<typeof travelOf>[0];
interface Props {
  aero: TravelInput & { readonly id: number };
  longitude: number | null;
  rows: readonly ForecastAnswer[];
}

/** The stroke of the last days, and its forecast: a fan between the stops, wider further ahead. */
export function ForecastFan({ aero, longitude, rows }: Props) {
  const t = useText('forecast');
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const now = Math.ceil(useNow() / 600_000) * 600_000;
  const range = useMemo(() => ({ from: now - PAST_DAYS * DAY, to: now }), [now]);
  const ids = useMemo(() => [aero.id], [aero.id]);
  const { curves } = useCurves({ aeros: ids, metrics: ['stroke'], range, points: 400, live: false });
  const days = useMemo(() => fanDays(rows, longitude), [rows, longitude]);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const curve = curves?.series[0];
  const measured = (curve?.time ?? []).flatMap((at, i) => {
    const { mean, min, max } = curve!.metrics.stroke ?? {};
    const value = mean?.[i];
    return typeof value === 'number'
      ? [{ at, mean: value, min: min?.[i] ?? value, max: max?.[i] ?? value }]
      : [];
  });
  const highest = days.reduce((a, b) => (b.high.p95 > a.high.p95 ? b : a));
  const lowest = days.reduce((a, b) => (b.low.p05 < a.low.p05 ? b : a));
  const said = t('fan.label', {
    low: formats.metric('stroke', lowest.low.p05),
    low_day: formats.day(lowest.day),
    high: formats.metric('stroke', highest.high.p95),
    high_day: formats.day(highest.day),
  });
  return (
    <div>
      <div ref={frame} className={classes.frame} style={{ minHeight: HEIGHT }}>
        {width === 0 ? null : (
          <Drawing
            said={said}
            width={width}
            days={days}
            measured={measured}
            now={now}
            travel={travelOf(aero)}
          />
        )}
      </div>
      <FanLegend travel={travelOf(aero) !== null} />
    </div>
  );
}

interface DrawingProps {
  said: string;
  width: number;
  days: readonly FanDay[];
  measured: readonly Measured[];
  now: number;
  travel: Travel | null;
}
function Drawing({ said, width, days, measured, now, travel }: DrawingProps) {
  const hatch = useId();
  const { reach, x, y } = scalesOf({ width, days, measured, now, travel });
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={said} className={classes.drawing}>
      <defs>
        <pattern id={hatch} width="7" height="7" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
          <rect width="3" height="7" className={classes.hatch} />
        </pattern>
      </defs>
      {travel === null ? null : <Margins travel={travel} width={width} y={y} fill={`url(#${hatch})`} />}
      <Scale reach={reach} width={width} y={y} />
      <Bands days={days} x={x} y={y} />
      {measured.length < 2 ? null : <path d={measuredPath(measured, x, y)} className={classes.measured} />}
      <line x1={x(now)} x2={x(now)} y1={EDGE.top} y2={HEIGHT - EDGE.bottom} className={classes.now} />
      <Foot days={days} now={now} width={width} x={x} />
      {travel === null ? null : <Stops travel={travel} width={width} y={y} />}
    </svg>
  );
}

type Place = (value: number) => number;

/** The scales of time and stroke, and the range of strokes. */
function scalesOf({ width, days, measured, now, travel }: Omit<DrawingProps, 'said'>) {
  const [from, to] = [now - PAST_DAYS * DAY, days.at(-1)!.to];
  const reach = fanReach(
    travel,
    days,
    measured.flatMap(({ min, max }) => [min, max]),
  );
  const x: Place = (time) => EDGE.left + ((time - from) / (to - from)) * (width - EDGE.left - EDGE.right);
  const y: Place = (stroke) =>
    HEIGHT - EDGE.bottom - ((stroke - reach[0]) / (reach[1] - reach[0])) * (HEIGHT - EDGE.top - EDGE.bottom);
  return { reach, x, y };
}

/** The intervals of 90 % and 50 %, and the median. */
function Bands({ days, x, y }: { days: readonly FanDay[]; x: Place; y: Place }) {
  const middle = (of: (day: FanDay) => number) =>
    `M${days.flatMap((day) => [`${x(day.from)},${y(of(day))}`, `${x(day.to)},${y(of(day))}`]).join('L')}`;
  const band = (low: (day: FanDay) => number, high: (day: FanDay) => number) =>
    bandPath(days, low, high, x, y);
  return (
    <>
      <path
        d={band(
          ({ low }) => low.p05,
          ({ high }) => high.p95,
        )}
        className={classes.wide}
      />
      <path
        d={band(
          ({ low }) => low.p25,
          ({ high }) => high.p75,
        )}
        className={classes.half}
      />
      <path d={middle(({ low }) => low.p50)} className={classes.middle} />
      <path d={middle(({ high }) => high.p50)} className={classes.middle} />
    </>
  );
}

function Stops({ travel, width, y }: { travel: Travel; width: number; y: Place }) {
  return [0, travel.stroke].map((stroke) => (
    <line
      key={stroke}
      x1={EDGE.left}
      x2={width - EDGE.right}
      y1={y(stroke)}
      y2={y(stroke)}
      className={classes.stop}
    />
  ));
}

interface MarginProps {
  travel: Travel;
  width: number;
  y: (stroke: number) => number;
  fill: string;
}
function Margins({ travel, width, y, fill }: MarginProps) {
  const box = { x: EDGE.left, width: width - EDGE.left - EDGE.right, fill };
  const upper = travel.stroke - travel.maxOffset;
  return (
    <>
      <rect {...box} y={y(travel.minOffset)} height={y(0) - y(travel.minOffset)} />
      <rect {...box} y={y(travel.stroke)} height={y(upper) - y(travel.stroke)} />
    </>
  );
}

interface ScaleProps {
  reach: readonly [number, number];
  width: number;
  y: (stroke: number) => number;
}
/** The scale of strokes beside the drawing. */
function Scale({ reach, width, y }: ScaleProps) {
  const formats = useFormats();
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => reach[0] + part * (reach[1] - reach[0]));
  return (
    <>
      {ticks.map((stroke) => (
        <g key={stroke}>
          <line
            x1={EDGE.left}
            x2={width - EDGE.right}
            y1={y(stroke)}
            y2={y(stroke)}
            className={classes.grid}
          />
          <text x={EDGE.left - 6} y={y(stroke) + 4} textAnchor="end" className={classes.text}>
            {formats.metric('stroke', stroke)}
          </text>
        </g>
      ))}
    </>
  );
}

interface FootProps {
  days: readonly FanDay[];
  now: number;
  width: number;
  x: (time: number) => number;
}
/** The labels "measured" and "forecast", and the days below. */
function Foot({ days, now, width, x }: FootProps) {
  const t = useText('forecast');
  const formats = useFormats();
  const weekday = new Intl.DateTimeFormat(formats.locale, {
    // Seven three-letter names do not fit on a phone; the table below has the dates.
    weekday: width > 400 ? 'short' : 'narrow',
    ...(width > 560 ? { day: 'numeric' } : {}),
    timeZone: 'UTC',
  });
  return (
    <>
      <text x={x(now) - 6} y={HEIGHT - 8} textAnchor="end" className={classes.text}>
        {t('fan.measured')}
      </text>
      <text x={x(now) + 6} y={HEIGHT - 8} className={classes.text}>
        {t('fan.forecast')}
      </text>
      {days.map((day) => (
        <text
          key={day.day}
          x={x((day.from + day.to) / 2)}
          y={HEIGHT - 24}
          textAnchor="middle"
          className={classes.text}
        >
          {weekday.format(new Date(`${day.day}T12:00:00Z`))}
        </text>
      ))}
    </>
  );
}
