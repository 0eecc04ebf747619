import { METRICS, type MetricKey } from '@aerowatch/domain/metrics';
import type { QuantityKey } from '@aerowatch/domain/units';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { heightOf, MIN_SPAN, rangeOf, sparkPath } from '../curves/spark-path.ts';
import { useSpark } from '../curves/sparks.ts';
import { CURVE_COLORS } from '../curves/types.ts';
import type { Matter } from './matter.ts';

const FRAME = { width: 76, height: 22 };
const EDGE = 1;
/**
 * Minimum range of the height of a curve, in the unit of its quantity, so that jitter does not look like a
 * mountain.
 */
const LEAST: Readonly<Partial<Record<QuantityKey, number>>> = {
  length_small: MIN_SPAN,
  pressure: 4,
  temperature: 4,
  voltage: 0.3,
  current: 20,
};
const leastOf = (metric: MetricKey): number => LEAST[METRICS[metric].quantity] ?? 1;

/** The last seven days of a matter's metric, with its limit or expectation as a dashed line. */
export function MatterCurve({ curve }: { curve: Matter['curve'] }) {
  const t = useText('inbox');
  const domain = useText('domain');
  const diagnostics = useText('diagnostics');
  const formats = useFormats();
  const metric = curve?.metric ?? 'stroke';
  const spark = useSpark(curve?.aero ?? undefined, metric);
  if (curve === null) return null;
  const { level } = curve;
  const measured = spark == null ? null : rangeOf([spark]);
  if (spark == null || measured === null) return spark === undefined ? <svg {...FRAME} aria-hidden /> : null;
  const limits = level === null ? [] : [level.value];
  const range: [number, number] = [Math.min(measured[0], ...limits), Math.max(measured[1], ...limits)];
  const y = (value: number) => heightOf(value, range, FRAME.height, leastOf(metric));
  const [low, high] = measured.map((value) => formats.metric(metric, value));
  const name = t('curve', { metric: domain(`metric.${metric}.name`), low: low!, high: high! });
  const limit =
    level === null ? '' : `, ${diagnostics(`level.${level.code}`)} ${formats.metric(metric, level.value)}`;
  return (
    <svg
      width={FRAME.width}
      height={FRAME.height + 2 * EDGE}
      viewBox={`0 ${-EDGE} ${FRAME.width} ${FRAME.height + 2 * EDGE}`}
      role="img"
      aria-label={name + limit}
      style={{ display: 'block', flex: 'none' }}
    >
      <title>{name + limit}</title>
      {level === null ? null : (
        <line
          x1={0}
          x2={FRAME.width}
          y1={y(level.value)}
          y2={y(level.value)}
          stroke="var(--mantine-color-error)"
          strokeDasharray="4 3"
        />
      )}
      <path
        d={sparkPath(spark, range, FRAME, leastOf(metric))}
        fill="none"
        stroke={CURVE_COLORS[0]}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
