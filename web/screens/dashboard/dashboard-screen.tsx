import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { Changes } from './changes.tsx';
import { Distribution } from './distribution.tsx';
import { Evolution, RANGES, type Range } from './evolution/evolution.tsx';
import { Figures } from './figures.tsx';
import { Fresh } from './fresh.tsx';
import { Latest } from './latest.tsx';
import { Morning } from './morning/morning.tsx';
import { ReportButton } from './report-button.tsx';
import { Week } from './week.tsx';
import { WhenVisible } from './when-visible.tsx';

// The figures do not wait for the map's picture, nor for its boxes.
const SmallMap = lazyPart(() => import('./small-map.tsx'));

/** The morning's overview; follows live events. */
export default function DashboardScreen() {
  const t = useText('dashboard');
  const common = useText('common');
  const [parameters, setParameters] = useSearchParams();
  const requested = Number(parameters.get('days'));
  const range: Range = RANGES.find((days) => days === requested) ?? 30;
  const { data, failure, refetch } = useQuery(
    'dashboard',
    { query: { days: range } },
    { live: ['boxes', 'alerts'], pollingInterval: 60_000 },
  );
  const morning = useQuery('morning', { query: {} }, { live: ['boxes', 'alerts'], pollingInterval: 60_000 });
  const setRange = (days: Range): void =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (days === 30) next.delete('days');
        else next.set('days', String(days));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const head = <PageHeader title={t('title')} actions={<ReportButton />} />;
  if (data === undefined)
    return (
      <>
        {head}
        {failure === undefined ? (
          <Loading />
        ) : (
          <Paper>
            <ErrorState failure={failure} onRetry={refetch} />
          </Paper>
        )}
      </>
    );
  if (data.boxes === 0)
    return (
      <>
        {head}
        <Fresh />
      </>
    );
  return (
    <>
      {head}
      <Stack gap="md">
        <Morning read={morning} />
        <Week />
        <Changes read={morning} />
        <Figures data={data} />
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Distribution data={data} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Evolution counts={data.evolution} range={range} onRange={setRange} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Latest latest={data.latest} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <WhenVisible minHeight={360}>
              <PartBoundary message={common('no_map')}>
                <Suspense fallback={<Skeleton height={360} />}>
                  <SmallMap />
                </Suspense>
              </PartBoundary>
            </WhenVisible>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  );
}

function Loading() {
  return (
    <Stack gap="md">
      <Skeleton height={104} />
      <Paper p="lg">
        <LoadingLines lines={8} />
      </Paper>
    </Stack>
  );
}
