import type { Failure } from '../../../lib/api/result.ts';

/** Data that the paper needs. */
export interface PaperRead<T> {
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

/** A list from two requests: empty while one is missing, so that paper never shows half of it. */
export function joined<T>(one: PaperRead<readonly T[]>, other: PaperRead<readonly T[]>): PaperRead<T[]> {
  const both = [one, other];
  return {
    data:
      one.data === undefined || other.data === undefined || both.some(({ failure }) => failure !== undefined)
        ? undefined
        : [...one.data, ...other.data],
    failure: one.failure ?? other.failure,
    onRetry: () => {
      for (const { failure, onRetry } of both) if (failure !== undefined) onRetry();
    },
  };
}

/** `whole` once everything has loaded; `lacking` if some of it failed and nothing is still loading. */
export function stateOfPaper(
  reads: readonly Pick<PaperRead<unknown>, 'data' | 'failure'>[],
): 'waiting' | 'lacking' | 'whole' {
  if (reads.some(({ data, failure }) => data === undefined && failure === undefined)) return 'waiting';
  return reads.some(({ failure }) => failure !== undefined) ? 'lacking' : 'whole';
}
