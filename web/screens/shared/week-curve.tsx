import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import { Group, Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';
import { scaleOf } from './week-scale.ts';

const [WIDTH, HEIGHT] = [640, 160];
/** A longer pause is drawn as a gap. */
const GAP_MS = 3 * 3_600_000;
const EXPECTED = '6 4';

type Hours = SharedBox['aeros'][number]['hours'];
interface Point {
  readonly at: number;
  readonly value: number;
}
const pointsOf = (hours: Hours, key: 'stroke' | 'expected'): Point[] =>
  hours.flatMap((hour) => {
    const value = hour[key];
    return value === null ? [] : [{ at: Date.parse(hour.at), value }];
  });

/** Positions of times and values in the picture, and the values of the scale lines. */
interface Frame {
  readonly lines: readonly number[];
  across(at: number): number;
  up(value: number): number;
}
function frameOf(measured: readonly Point[], expected: readonly Point[], travel: number): Frame {
  const values = [...measured, ...expected].map(({ value }) => value);
  const { low, high, lines } = scaleOf(values, travel);
  const [from, to] = [measured[0]!.at, measured.at(-1)!.at];
  return {
    lines,
    across: (at) => ((at - from) / Math.max(1, to - from)) * WIDTH,
    up: (value) => HEIGHT - ((value - low) / (high - low)) * HEIGHT,
  };
}

const pathOf = (points: readonly Point[], { across, up }: Frame): string =>
  points
    .map(({ at, value }, i) => {
      const continues = i > 0 && at - points[i - 1]!.at <= GAP_MS;
      return `${continues ? 'L' : 'M'}${across(at).toFixed(1)} ${up(value).toFixed(1)}`;
    })
    .join('');

/** The stroke of seven days with its scale and the position of a free ram; its range as text. */
export function WeekCurve({ hours, travel }: { hours: Hours; travel: number }) {
  const t = useText('box');
  const formats = useFormats();
  const measured = pointsOf(hours, 'stroke');
  const expected = pointsOf(hours, 'expected');
  if (measured.length === 0) return <Text c="dimmed">{t('link.noWeek')}</Text>;
  const strokes = measured.map(({ value }) => value);
  const frame = frameOf(measured, expected, travel);
  const label = t('link.week', {
    low: formats.metric('stroke', Math.min(...strokes)),
    high: formats.metric('stroke', Math.max(...strokes)),
  });
  return (
    <figure style={{ margin: 0 }}>
      <Group gap="xs" wrap="nowrap" align="stretch">
        <ScaleTexts frame={frame} />
        <Curves label={label} frame={frame} measured={measured} expected={expected} />
      </Group>
      <SmallText component="figcaption" mt="sm">
        {[label, t(expected.length === 0 ? 'link.noExpected' : 'link.expected')].join(' · ')}
      </SmallText>
    </figure>
  );
}

function ScaleTexts({ frame: { lines, up } }: { frame: Frame }) {
  const formats = useFormats();
  return (
    <div style={{ position: 'relative', flex: 'none', width: 64, height: HEIGHT }} aria-hidden>
      {lines.map((value) => (
        <SmallText
          key={value}
          style={{ position: 'absolute', right: 0, top: up(value), transform: 'translateY(-50%)' }}
        >
          {formats.metric('stroke', value)}
        </SmallText>
      ))}
    </div>
  );
}

interface CurvesProps {
  label: string;
  frame: Frame;
  measured: readonly Point[];
  expected: readonly Point[];
}
function Curves({ label, frame, measured, expected }: CurvesProps) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      style={{ overflow: 'visible', flex: '1 1 0', minWidth: 0 }}
    >
      {frame.lines.map((value) => (
        <path
          key={value}
          d={`M0 ${frame.up(value)}H${WIDTH}`}
          stroke="var(--mantine-color-default-border)"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path
        d={pathOf(expected, frame)}
        fill="none"
        stroke="var(--mantine-color-dimmed)"
        strokeWidth="1.5"
        strokeDasharray={EXPECTED}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={pathOf(measured, frame)}
        fill="none"
        // The primary colour itself is darker than the dashes on a dark background.
        stroke="var(--mantine-color-anchor)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
