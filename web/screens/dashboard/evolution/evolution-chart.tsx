import { Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useWidth } from '../../../charts/panels/use-width.ts';
import { useFormats } from '../../../lib/format.ts';
import { useText } from '../../../lib/text.ts';
import { axisOf, type DayCount, labelled } from './days.ts';
import classes from './evolution.module.css';

const HEIGHT = 150;
const LEFT = 48;
const BOTTOM = 24;
const TOP = 8;

/** A bar per day. Pointer and arrow keys read one day at a time. */
export function EvolutionChart({ days, label }: { days: readonly DayCount[]; label: string }) {
  const t = useText('dashboard');
  const formats = useFormats();
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [at, setAt] = useState<number | null>(null);
  const step = Math.max(1, width - LEFT - 8) / days.length;
  const read = at === null ? undefined : days[at];
  const onKey = (event: KeyboardEvent): void => {
    const next = dayAfter(event.key, at, days.length - 1);
    if (event.key === 'Escape') setAt(null);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT;
    setAt(x < 0 || x >= step * days.length ? null : Math.min(days.length - 1, Math.floor(x / step)));
  };
  return (
    <div ref={frame} className={classes.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a chart has no element of its own */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the days
        tabIndex={0}
        aria-label={`${label} ${t('evolution.hint')}`}
        className={classes.chart}
        onKeyDown={onKey}
        onBlur={() => setAt(null)}
        onPointerLeave={() => setAt(null)}
        onPointerMove={onPointerMove}
      >
        {width === 0 ? null : <Bars days={days} width={width} at={at} />}
        <Text className={classes.readout} aria-live="polite" data-shown={read ? true : undefined}>
          {read === undefined
            ? ''
            : // Days are UTC days and formatted as such, whatever the user's zone.
              `${dayFormat(formats.locale).format(noon(read.day))} · ${formats.number(read.count)}`}
        </Text>
      </div>
    </div>
  );
}
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Axis, bars, and the labels of some days. */
function Bars({ days, width, at }: { days: readonly DayCount[]; width: number; at: number | null }) {
  const { locale } = useFormats();
  const { top, ticks } = axisOf(Math.max(0, ...days.map(({ count }) => count)));
  const [inner, plot] = [Math.max(1, width - LEFT - 8), HEIGHT - TOP - BOTTOM];
  const step = inner / days.length;
  const gap = step > 6 ? 2 : step > 3 ? 1 : 0;
  const y = (count: number) => TOP + plot * (1 - count / top);
  const names = labelled(days.length, inner);
  return (
    <svg width={width} height={HEIGHT} aria-hidden>
      {ticks.map((tick) => (
        <Tick key={tick} y={y(tick)} to={width - 8}>
          {compactFormat(locale).format(tick)}
        </Tick>
      ))}
      {days.map(({ day, count }, index) => (
        <rect
          key={day}
          x={LEFT + index * step + gap / 2}
          y={y(count)}
          width={Math.max(0.5, step - gap)}
          height={HEIGHT - BOTTOM - y(count)}
          rx={step > 8 ? 2 : 0}
          className={classes.bar}
          data-read={index === at ? true : undefined}
        />
      ))}
      {days.map(({ day }, index) =>
        names.has(index) ? (
          <text
            key={day}
            x={Math.min(width - 20, LEFT + (index + 0.5) * step)}
            y={HEIGHT - 6}
            textAnchor="middle"
            className={classes.label}
          >
            {shortFormat(locale).format(noon(day))}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** The day that a key moves to, from the current one. */
function dayAfter(key: string, at: number | null, last: number): number | undefined {
  const ways: Record<string, number> = {
    ArrowLeft: Math.max(0, (at ?? last + 1) - 1),
    ArrowRight: Math.min(last, (at ?? last - 1) + 1),
    Home: 0,
    End: last,
  };
  return ways[key];
}

function Tick({ y, to, children }: { y: number; to: number; children: string }) {
  return (
    <g>
      <line x1={LEFT} x2={to} y1={y} y2={y} className={classes.grid} />
      <text x={LEFT - 8} y={y + 4} textAnchor="end" className={classes.label}>
        {children}
      </text>
    </g>
  );
}

const dayFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const shortFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short', timeZone: 'UTC' });
const compactFormat = (locale: string) =>
  new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
