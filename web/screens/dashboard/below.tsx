import { Grid } from '@mantine/core';
import { useQuery } from '../../lib/query/use-query.ts';
import { Changes } from './changes.tsx';
import type { Range } from './evolution/days.ts';
import { Evolution } from './evolution/evolution.tsx';
import type { Dashboard } from './strip.tsx';
import { Week } from './week.tsx';

interface Props {
  data: Dashboard;
  range: Range;
  onRange: (days: Range) => void;
}
/** Below the inbox: recent changes, the week ahead, measures per day. */
export default function Below({ data, range, onRange }: Props) {
  const morning = useQuery('morning', { query: {} }, { live: ['boxes', 'alerts'], pollingInterval: 60_000 });
  return (
    <Grid gap="sm">
      <Grid.Col span={12}>
        <Changes read={morning} />
      </Grid.Col>
      <Grid.Col span={12}>
        <Week />
      </Grid.Col>
      <Grid.Col span={12}>
        <Evolution counts={data.evolution} range={range} onRange={onRange} />
      </Grid.Col>
    </Grid>
  );
}
