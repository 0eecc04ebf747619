import { Text } from '@mantine/core';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { rangeOf, sparkPath } from '../curves/spark-path.ts';
import { useSpark } from '../curves/sparks.ts';
import { CURVE_COLORS } from '../curves/types.ts';

const FRAME = { width: 96, height: 20 };
/** Half the line's width extends beyond the highest and lowest value. */
const EDGE = 1;
const PICTURE = {
  width: FRAME.width,
  height: FRAME.height + 2 * EDGE,
  viewBox: `0 ${-EDGE} ${FRAME.width} ${FRAME.height + 2 * EDGE}`,
};
const STROKES = [
  { stroke: CURVE_COLORS[0], strokeDasharray: undefined },
  { stroke: CURVE_COLORS[1], strokeDasharray: '3 2' },
] as const;

/** The strokes of an AERO, or of the two of a box, over the last days: the first solid, the second dashed. */
export function StrokeSpark({ aeros }: { aeros: readonly { id: number }[] }) {
  const t = useText('boxes');
  const formats = useFormats();
  const first = useSpark(aeros[0]?.id);
  const second = useSpark(aeros[1]?.id);
  const sparks = [first, second];
  const range = rangeOf(sparks.filter((spark) => spark != null));
  if (range === null)
    return first === undefined && aeros.length > 0 ? <svg {...PICTURE} aria-hidden /> : <Text>–</Text>;
  const [low, high] = range.map((value) => formats.metric('stroke', value));
  return (
    <svg
      {...PICTURE}
      role="img"
      aria-label={t('spark', { low: low!, high: high! })}
      style={{ display: 'block' }}
    >
      {sparks.map((spark, at) =>
        spark == null ? null : (
          <path
            key={STROKES[at]!.stroke}
            d={sparkPath(spark, range, FRAME)}
            fill="none"
            strokeWidth={1.5}
            strokeLinejoin="round"
            {...STROKES[at]}
          />
        ),
      )}
    </svg>
  );
}
