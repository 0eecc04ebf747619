import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Paper, SimpleGrid, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { useBoxLatest } from '../../../entities/box-map/use-box-latest.ts';
import { useFormats } from '../../../lib/format.ts';
import type { LatestMeasure as Measure } from '../../../lib/state/collections.ts';
import { useText } from '../../../lib/text.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SmallText } from '../../../ui/small-text.ts';
import { ErrorLine } from '../../../ui/states/states.tsx';

interface Props {
  aero: number;
  box: number;
  narrow: boolean;
}

/** The newest values of one AERO. */
export function LatestMeasure({ aero, box, narrow }: Props) {
  const t = useText('box');
  const common = useText('common');
  const { measures, known, failure, onRetry } = useBoxLatest(box);
  const measure = measures[aero];
  const isLoading = measure === undefined && !known && failure === undefined;
  return (
    <Paper p={narrow ? 'sm' : 'md'}>
      <Group justify="space-between" mb={narrow ? 2 : 'xs'}>
        <Title order={2} size={narrow ? 'h5' : 'h4'}>
          {t('aero.latest')}
        </Title>
        {measure ? (
          <Text c="dimmed">
            <RelativeTime time={measure.date} />
          </Text>
        ) : null}
      </Group>
      {isLoading ? <VisuallyHidden role="status">{common('state.loading')}</VisuallyHidden> : null}
      {measure || isLoading ? (
        <Values measure={measure} narrow={narrow} />
      ) : known ? (
        <Text c="dimmed">{t('aero.none')}</Text>
      ) : failure ? (
        <ErrorLine failure={failure} onRetry={onRetry} />
      ) : null}
    </Paper>
  );
}

/** Each value under its name; reserves space while loading. */
function Values({ measure, narrow }: { measure: Measure | undefined; narrow: boolean }) {
  const words = useText('domain');
  const formats = useFormats();
  const gap = narrow ? 2 : 'xs';
  return (
    <SimpleGrid cols={narrow ? 3 : 2} spacing="xs" verticalSpacing={gap} component="dl" m={0}>
      {METRIC_KEYS.map((metric) => (
        <div key={metric}>
          <SmallText component="dt" truncate={narrow}>
            {words(narrow ? `metric.${metric}.short` : `metric.${metric}.name`)}
          </SmallText>
          <Text component="dd" m={0} fw={600} size={narrow ? 'sm' : 'md'} className="aw-figures">
            {measure === undefined ? <Awaited /> : formats.metric(metric, measure[metric])}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

/**
 * Reserves the line of a value; aligned at its top, because a box with hidden overflow would make the line
 * higher.
 */
const Awaited = () => (
  <Skeleton
    component="span"
    aria-hidden
    width="6ch"
    style={{ display: 'inline-block', verticalAlign: 'top' }}
  >
    –
  </Skeleton>
);
