import { useMemo } from 'react';
import type { Failure } from '../../lib/api/result.ts';
import { textOf, useText } from '../../lib/text.ts';

export interface FailureText {
  title: string;
  advice: string;
}

/** Texts by status alone, whatever the body contains. */
const BY_STATUS = {
  0: 'offline',
  401: 'signed_out',
  403: 'forbidden',
  404: 'missing',
  412: 'changed',
  503: 'busy',
} as const;
type Said = (typeof BY_STATUS)[keyof typeof BY_STATUS];

function say(key: Said | 'unconfirmed' | 'server' | 'too_large' | 'refused' | 'conflict'): FailureText {
  return {
    title: textOf('common', `failure.${key}.title`),
    advice: textOf('common', `failure.${key}.advice`),
  };
}

/** The meaning of a failed call for the user and what to do about it. */
export function failureText(failure: Failure): FailureText {
  const { status, detail } = failure;
  const general = failure.errors.non_field_errors;
  if (failure.code === 'confirm_again') return say('unconfirmed');
  const known = (BY_STATUS as Partial<Record<number, Said>>)[status];
  // A component that is unavailable is named.
  if (status === 503 && detail !== null && failure.code !== 'unavailable')
    return { ...say('busy'), advice: detail };
  if (known !== undefined) return say(known);
  // These codes contain their own limit; for sign-in attempts the text is the minutes to wait.
  if (status === 429 && failure.code !== 'too_many_requests' && detail !== null)
    return { title: textOf('common', 'failure.hasty.title'), advice: detail };
  if (status === 429)
    return {
      title: textOf('common', 'failure.throttled.title'),
      advice: textOf('common', 'failure.throttled.advice', {
        count: Math.ceil((failure.retryAfter ?? 60) / 60),
      }),
    };
  if (status >= 500) return brokenText(failure);
  const base = say(status === 409 ? 'conflict' : status === 413 ? 'too_large' : 'refused');
  if (Array.isArray(general) && general.length > 0) return { ...base, advice: general.join(' ') };
  return detail === null ? base : { ...base, advice: detail };
}

/** Without a request id none can be shown: something in front of the server answered. */
function brokenText({ requestId }: Failure): FailureText {
  const broken = say('server');
  return requestId === null
    ? { ...broken, advice: textOf('common', 'failure.server.advice_unnumbered') }
    : broken;
}

/** Like `failureText`, updated when the language changes. */
export function useFailureText(): (failure: Failure) => FailureText {
  const t = useText('common');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sentences are looked up when they are said
  return useMemo(() => (failure) => failureText(failure), [t]);
}
