import { DAY } from '@aerowatch/domain/durations';
import { Alert, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useFormats } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useText } from '../../lib/text.ts';
import { TextLink } from '../../ui/links/text-link.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { CurveView } from '../curves/curve-view.tsx';
import { useCurves } from '../curves/use-curves.ts';
import type { Finding, Repair } from './finding-value.ts';
import { REPAIR_STYLES } from './repair-badge.tsx';

interface Props {
  /** With the proof it needs, if that is known. */
  repair: Omit<Repair, 'work_order'> & { would_prove?: Finding['would_change'] };
  /** The order, where it is not the page itself. */
  order?: number;
  /** Set to show its curve before and after. */
  aero?: number;
}

/** Proofs that the ram moves: they need a change of temperature. */
const TRAVELS: readonly string[] = ['moves_again', 'both_sides_again', 'loop_narrows'];

/** Whether a repair is proven, and by what; with the curve before and after. */
export function RepairNotice({
  repair: { at, state, moved, called, would_prove = null },
  order,
  aero,
}: Props) {
  const t = useText('diagnostics');
  const work = useText('work');
  const formats = useFormats();
  const { color, icon: Icon } = REPAIR_STYLES[state];
  const proof = state === 'verifying' && would_prove !== null ? t(`change.${would_prove}`) : null;
  // Only proofs by the ram's movement need a change of weather.
  const byTravel = would_prove === null || TRAVELS.includes(would_prove);
  const travel = moved !== null && called !== null && called > 0;
  return (
    <Alert
      color={color}
      icon={<Icon size={18} aria-hidden />}
      title={t(`repair.${state}`)}
      mb="sm"
      role="group"
      aria-label={t(`repair.${state}`)}
    >
      <Stack gap={4}>
        <Text>
          {t('repair.done', { when: formats.dateTime(at) })}{' '}
          {travel
            ? t('repair.travel', {
                moved: formats.quantity('length_small', moved),
                called: formats.quantity('length_small', called),
              })
            : null}{' '}
          {state === 'verifying' ? t(byTravel ? 'repair.waits' : 'repair.waits_days') : null}{' '}
          {order === undefined ? null : (
            <TextLink to={paths.workOrder(order)}>{work('create.show', { id: order })}</TextLink>
          )}
        </Text>
        {proof === null ? null : <Text>{t('repair.would_prove', { proof })}</Text>}
        {aero === undefined ? null : <BeforeAndAfter aero={aero} at={at} />}
      </Stack>
    </Alert>
  );
}

const METRICS = ['stroke', 'temperature'] as const;
/** Days shown before the work, and at most after it. */
const BEFORE = 7;
const AFTER = 14;
const MARK = '#1971c2';

function BeforeAndAfter({ aero, at }: { aero: number; at: string }) {
  const t = useText('diagnostics');
  const work = Date.parse(at);
  const hour = Math.ceil(useNow() / 3_600_000) * 3_600_000;
  const range = useMemo(
    () => ({ from: work - BEFORE * DAY, to: Math.min(work + AFTER * DAY, Math.max(hour, work + DAY / 2)) }),
    [work, hour],
  );
  const aeros = useMemo(() => [aero], [aero]);
  const { curves, failure, refetch } = useCurves({
    aeros,
    metrics: METRICS,
    range,
    points: 400,
    expected: true,
  });
  const marks = useMemo(
    () => [{ key: 'work', at: work, label: t('mark.work'), color: MARK, symbol: '!' as const, dash: [4, 4] }],
    [work, t],
  );
  return (
    <CurveView
      curves={curves}
      failure={failure}
      onRetry={refetch}
      metrics={METRICS}
      mode="split"
      range={range}
      marks={marks}
      height={120}
    />
  );
}
