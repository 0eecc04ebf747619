import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core';
import { useBoxLatest } from '../../entities/box-map/use-box-latest.ts';
import { useFormats } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ErrorLine, LoadingLines } from '../../ui/states.tsx';

interface Props {
  aero: number;
  box: number;
  narrow: boolean;
}

/** The newest values of one AERO. */
export function LatestMeasure({ aero, box, narrow }: Props) {
  const t = useText('box');
  const words = useText('domain');
  const formats = useFormats();
  const { measures, known, failure, onRetry } = useBoxLatest(box);
  const measure = measures[aero];
  return (
    <Paper p={narrow ? 'sm' : 'md'}>
      <Group justify="space-between" mb={narrow ? 2 : 'xs'}>
        <Title order={2} size={narrow ? 'h5' : 'h4'}>
          {t('aero.latest')}
        </Title>
        {measure ? (
          <Text size="sm" c="dimmed">
            <RelativeTime time={measure.date} />
          </Text>
        ) : null}
      </Group>
      {measure ? (
        <SimpleGrid
          cols={narrow ? 3 : 2}
          spacing="xs"
          verticalSpacing={narrow ? 2 : 'xs'}
          component="dl"
          m={0}
        >
          {METRIC_KEYS.map((metric) => (
            <div key={metric}>
              <Text component="dt" size="xs" c="dimmed" truncate={narrow}>
                {words(narrow ? `metric.${metric}.short` : `metric.${metric}.name`)}
              </Text>
              <Text component="dd" m={0} fw={600} size={narrow ? 'sm' : 'md'} className="aw-figures">
                {formats.metric(metric, measure[metric])}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      ) : known ? (
        <Text size="sm" c="dimmed">
          {t('aero.none')}
        </Text>
      ) : failure ? (
        <ErrorLine failure={failure} onRetry={onRetry} />
      ) : (
        <LoadingLines lines={2} />
      )}
    </Paper>
  );
}
