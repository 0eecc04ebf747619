import { IconSnowflake, IconSun } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { useWidth } from '../../charts/panels/use-width.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import classes from './aero-gauge.module.css';
import { type GaugeFacts, type GaugeLayout, layoutOf, type Placed } from './gauge-layout.ts';
import { GaugeLegend } from './gauge-legend.tsx';

const HEIGHT = 112;
/** Top and height of the tube, px. */
const TUBE = { top: 26, height: 44 } as const;
const MIDDLE = TUBE.top + TUBE.height / 2;
const BOTTOM = TUBE.top + TUBE.height;
const ICON = 16;

/** One AERO as a plain gauge: cylinder and ram between two stops, with a legend below. */
export function AeroGauge({ facts }: { facts: GaugeFacts }) {
  const t = useText('gauge');
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const layout = layoutOf(facts, width);
  return (
    <section aria-label={t('title')} className={classes.gauge}>
      <div ref={frame} className={classes.frame} style={{ height: layout === null ? 0 : HEIGHT }}>
        {layout === null || width === 0 ? null : <Drawing facts={facts} layout={layout} width={width} />}
      </div>
      <GaugeLegend facts={facts} />
    </section>
  );
}

function Drawing({ facts, layout, width }: { facts: GaugeFacts; layout: GaugeLayout; width: number }) {
  const formats = useFormats();
  const hatch = useId();
  const { low, high, lowMargin, highMargin, now, expected, range } = layout;
  const side = (from: number, to: number) => ({
    x: Math.min(from, to),
    width: Math.abs(to - from),
    y: TUBE.top,
    height: TUBE.height,
  });
  return (
    <svg width={width} height={HEIGHT} aria-hidden className={classes.drawing}>
      <defs>
        <pattern id={hatch} width="7" height="7" patternTransform="rotate(45)" patternUnits="userSpaceOnUse">
          <rect width="3" height="7" className={classes.hatch} />
        </pattern>
      </defs>
      {/* The pole, the cylinder on it, and the tube for the ram. */}
      <line x1={2} x2={2} y1={TUBE.top - 8} y2={BOTTOM + 8} className={classes.pole} />
      <rect {...side(2, low)} rx={6} className={classes.cylinder} />
      <rect {...side(low, high)} className={classes.tube} />
      <rect {...side(low, lowMargin)} fill={`url(#${hatch})`} />
      <rect {...side(highMargin, high)} fill={`url(#${hatch})`} />
      {now === null ? null : <Ram low={low} now={now} width={width} nearness={layout.nearness ?? 'free'} />}
      <line x1={low} x2={low} y1={TUBE.top - 6} y2={BOTTOM + 6} className={classes.stop} />
      <line x1={high} x2={high} y1={TUBE.top - 6} y2={BOTTOM + 6} className={classes.stop} />
      {expected === null ? null : (
        <g className={classes.expected}>
          <line x1={expected} x2={expected} y1={TUBE.top - 5} y2={BOTTOM + 5} />
          <path d={`M${expected - 5} ${TUBE.top - 12}h10l-5 8z`} />
        </g>
      )}
      {range === null ? null : (
        <g className={classes.range}>
          <line x1={range[0]} x2={range[1]} y1={BOTTOM + 12} y2={BOTTOM + 12} />
          <path d={`M${range[0]} ${BOTTOM + 8}v8M${range[1]} ${BOTTOM + 8}v8`} />
        </g>
      )}
      <Extreme placed={layout.cold} kind="cold" />
      <Extreme placed={layout.hot} kind="hot" />
      {now === null ? null : (
        <text
          x={Math.min(width - 44, Math.max(44, now))}
          y={12}
          textAnchor="middle"
          className={classes.value}
        >
          {formats.metric('stroke', facts.now)}
        </text>
      )}
      <text x={low} y={HEIGHT - 2} textAnchor="middle" className={classes.label}>
        {formats.metric('stroke', 0, false)}
      </text>
      <text x={width - 2} y={HEIGHT - 2} textAnchor="end" className={classes.label}>
        {formats.metric('stroke', facts.travel?.stroke)}
      </text>
    </svg>
  );
}

function Ram({ low, now, width, nearness }: { low: number; now: number; width: number; nearness: string }) {
  return (
    <g className={classes.ram} data-nearness={nearness}>
      <line x1={now} x2={width} y1={MIDDLE} y2={MIDDLE} className={classes.wire} />
      <rect
        x={low - 4}
        y={MIDDLE - 8}
        width={Math.max(4, now - low + 4)}
        height={16}
        className={classes.rod}
      />
      <rect x={now - 5} y={TUBE.top + 3} width={7} height={TUBE.height - 6} rx={2} className={classes.head} />
    </g>
  );
}

/** Where it would be at the coldest or hottest temperature of the place. */
function Extreme({ placed, kind }: { placed: Placed | null; kind: 'cold' | 'hot' }) {
  if (placed === null) return null;
  const Icon = kind === 'cold' ? IconSnowflake : IconSun;
  return (
    <g className={classes.extreme} data-nearness={placed.nearness} data-kind={kind}>
      <line x1={placed.at} x2={placed.at} y1={TUBE.top} y2={BOTTOM + 18} />
      <Icon x={placed.at - ICON / 2} y={BOTTOM + 18} width={ICON} height={ICON} />
    </g>
  );
}
