import { Paper } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Failure } from '../../lib/api/result.ts';
import { ErrorState, LoadingLines } from './states.tsx';

interface Props<T> {
  fetched: { data: T | undefined; failure: Failure | undefined; refetch: () => void };
  children: (data: T) => ReactNode;
}
/**
 * Skeleton, failure or content of a loaded item. A deleted or foreign one is "not found". Another item is
 * mounted anew, because a form takes its initial values once.
 */
export function FetchedView<T extends { id: number }>({ fetched, children }: Props<T>) {
  if (fetched.data !== undefined) return <Fragment key={fetched.data.id}>{children(fetched.data)}</Fragment>;
  return (
    <Paper p="xl" maw={760}>
      {fetched.failure === undefined ? (
        <LoadingLines lines={6} />
      ) : (
        <ErrorState failure={fetched.failure} onRetry={fetched.refetch} />
      )}
    </Paper>
  );
}
