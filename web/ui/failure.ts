import { useMemo } from 'react';
import type { Failure } from '../lib/api/result.ts';
import { textOf, useText } from '../lib/text.ts';

export interface FailureText {
  title: string;
  advice: string;
}

/** What a failed call means to the reader and what to do about it. */
export function failureText(failure: Failure): FailureText {
  const say = (
    key:
      | 'offline'
      | 'server'
      | 'busy'
      | 'changed'
      | 'missing'
      | 'too_large'
      | 'refused'
      | 'conflict'
      | 'forbidden'
      | 'signed_out',
  ): FailureText => ({
    title: textOf('common', `failure.${key}.title`),
    advice: textOf('common', `failure.${key}.advice`),
  });
  const { status, detail } = failure;
  const general = failure.errors.non_field_errors;
  if (status === 0) return say('offline');
  if (status === 401) return say('signed_out');
  if (status === 403) return say('forbidden');
  if (status === 404) return say('missing');
  if (status === 412) return say('changed');
  if (status === 429)
    return {
      title: textOf('common', 'failure.throttled.title'),
      advice: textOf('common', 'failure.throttled.advice', {
        count: Math.ceil((failure.retryAfter ?? 60) / 60),
      }),
    };
  if (status === 503) return say('busy');
  if (status >= 500) return say('server');
  const base = say(status === 409 ? 'conflict' : status === 413 ? 'too_large' : 'refused');
  if (Array.isArray(general) && general.length > 0) return { ...base, advice: general.join(' ') };
  return detail === null ? base : { ...base, advice: detail };
}

/** As `failureText`, again when the language changes. */
export function useFailureText(): (failure: Failure) => FailureText {
  const t = useText('common');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentences are looked up when they are said
  return useMemo(() => (failure) => failureText(failure), [t]);
}
