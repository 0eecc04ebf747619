import { availableParallelism } from 'node:os';
import type { supervisorsRehearse } from '@aerowatch/contracts/api/supervisors';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { ApiError, BadRequest, type FieldErrors } from '../../../platform/errors.ts';
import { type Answer, jsonText } from '../../../platform/http/route.ts';
import { makeThreads } from '../../../platform/load/threads.ts';
import { makeTurns } from '../../../platform/load/turns.ts';
import { nameOf, type Viewer } from '../../../platform/viewer.ts';

export interface RehearsalQuestion {
  /** The database's address. */
  readonly url: string;
  readonly viewer: Viewer;
  readonly body: BodyOf<typeof supervisorsRehearse>;
}
/** A refusal as passed from one thread to another. */
export type RehearsalRefusal =
  | { readonly fields: FieldErrors }
  | Pick<ApiError, 'status' | 'code' | 'detail' | 'headers'>;
export type RehearsalAnswer = { readonly json: string } | { readonly refused: RehearsalRefusal };

const AT_ONCE = Math.min(2, availableParallelism());
const threads = makeThreads<RehearsalQuestion, RehearsalAnswer>({
  script: new URL('./rehearsing-thread.ts', import.meta.url),
  atOnce: AT_ONCE,
  limitMs: 5 * 60_000,
  // Enough for a few AEROs with a year of measures at a time.
  resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 768 },
});

/**
 * Rehearsals of a process: one per person at a time, as many as there are threads; others are soon refused.
 */
export function makeRehearse(
  url: string,
): (question: Omit<RehearsalQuestion, 'url'>, signal: AbortSignal) => Promise<Answer> {
  const turns = makeTurns({
    atOnce: AT_ONCE,
    mostWaiting: 3,
    longestMs: 60_000,
    refusal: 'too_many_rehearsals',
  });
  return async ({ viewer, body }, signal) => {
    const end = await turns.take(nameOf(viewer), signal);
    try {
      const answer = await threads.ask({ url, viewer, body });
      if ('json' in answer) return jsonText(answer.json);
      throw errorOf(answer.refused);
    } finally {
      end();
    }
  };
}

function errorOf(refused: RehearsalRefusal): ApiError {
  if ('fields' in refused) return new BadRequest(refused.fields);
  return new ApiError(refused.status, refused.code, refused.detail, { ...refused.headers });
}
