import { Grid, Paper, Skeleton, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { useAddress } from '../../lib/hooks/use-address.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useQuery } from '../../lib/query/use-query.ts';
import { useText } from '../../lib/text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PartBoundary } from '../../ui/states/part-boundary.tsx';
import { ErrorState, LoadingLines } from '../../ui/states/states.tsx';
import { WhenVisible } from '../../ui/when-visible.tsx';
import { RANGES, type Range } from './evolution/days.ts';
import { ReportButton } from './report-button.tsx';
import { type Dashboard, Strip } from './strip.tsx';

// The figures must not wait for what is below them.
const Inbox = lazyPart(() => import('./inbox-panel.tsx'));
const Below = lazyPart(() => import('./below.tsx'));
const SmallMap = lazyPart(() => import('./small-map.tsx'));
const Fresh = lazyPart(() => import('./fresh.tsx'));

/** The morning overview; follows live events. */
export default function DashboardScreen() {
  const t = useText('dashboard');
  const [range, setRange] = useRange();
  const { data, failure, refetch } = useQuery(
    'dashboard',
    { query: { days: range } },
    { live: ['boxes', 'alerts'], pollingInterval: 60_000 },
  );
  return (
    <>
      <PageHeader title={t('title')} compact actions={<ReportButton />} />
      {data !== undefined ? (
        <Overview data={data} range={range} onRange={setRange} />
      ) : failure === undefined ? (
        <Loading />
      ) : (
        <Paper>
          <ErrorState failure={failure} onRetry={refetch} />
        </Paper>
      )}
    </>
  );
}

/** Days of the evolution, kept in the address. */
function useRange(): [Range, (days: Range) => void] {
  const [parameters, change] = useAddress();
  const requested = Number(parameters.get('days'));
  const range: Range = RANGES.find((days) => days === requested) ?? 30;
  return [range, (days) => change({ days: days === 30 ? null : String(days) })];
}

interface OverviewProps {
  data: Dashboard;
  range: Range;
  onRange: (days: Range) => void;
}
function Overview({ data, range, onRange }: OverviewProps) {
  const common = useText('common');
  if (data.boxes === 0)
    return (
      <PartBoundary>
        <Suspense fallback={<Loading />}>
          <Fresh />
        </Suspense>
      </PartBoundary>
    );
  return (
    <Stack gap="sm">
      <Strip data={data} />
      <PartBoundary>
        <Suspense fallback={<Skeleton height={360} />}>
          <Inbox />
        </Suspense>
      </PartBoundary>
      <PartBoundary>
        <Suspense fallback={<Skeleton height={260} />}>
          <Below data={data} range={range} onRange={onRange} />
        </Suspense>
      </PartBoundary>
      <Grid>
        <Grid.Col span={12}>
          <WhenVisible minHeight={260}>
            <PartBoundary message={common('no_map')}>
              <Suspense fallback={<Skeleton height={260} />}>
                <SmallMap />
              </Suspense>
            </PartBoundary>
          </WhenVisible>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="md">
      <Skeleton height={76} />
      <Paper p="lg">
        <LoadingLines lines={8} />
      </Paper>
    </Stack>
  );
}
