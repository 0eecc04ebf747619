import type { SharedBox } from '@aerowatch/contracts/api/box-links';
import { Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { SmallText } from '../../ui/small-text.ts';

const [WIDTH, HEIGHT, EDGE] = [640, 120, 4];
/** A longer pause is drawn as a gap. */
const GAP_MS = 3 * 3_600_000;

/** The stroke of seven days as one line, with its range in words. */
export function WeekCurve({ hours }: { hours: SharedBox['aeros'][number]['hours'] }) {
  const t = useText('box');
  const formats = useFormats();
  const points = hours.flatMap(({ at, stroke }) => (stroke === null ? [] : [{ at: Date.parse(at), stroke }]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return <Text c="dimmed">{t('link.noWeek')}</Text>;
  const strokes = points.map(({ stroke }) => stroke);
  const [low, high] = [Math.min(...strokes), Math.max(...strokes)];
  const across = (at: number) => ((at - first.at) / Math.max(1, last.at - first.at)) * WIDTH;
  const up = (stroke: number) =>
    HEIGHT - EDGE - ((stroke - low) / Math.max(1, high - low)) * (HEIGHT - 2 * EDGE);
  const path = points
    .map(({ at, stroke }, i) => {
      const continues = i > 0 && at - points[i - 1]!.at <= GAP_MS;
      return `${continues ? 'L' : 'M'}${across(at).toFixed(1)} ${up(stroke).toFixed(1)}`;
    })
    .join('');
  const label = t('link.week', { low: formats.metric('stroke', low), high: formats.metric('stroke', high) });
  return (
    <figure style={{ margin: 0 }}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          d={path}
          fill="none"
          stroke="var(--mantine-primary-color-filled)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <SmallText component="figcaption">{label}</SmallText>
    </figure>
  );
}
