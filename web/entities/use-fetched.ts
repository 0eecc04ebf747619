import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../lib/api/client.ts';
import type { Answer, CallOptions, EndpointKey, Params } from '../lib/api/contract.ts';
import type { Failure } from '../lib/api/result.ts';
import { type Held, heldFor, subjectOf } from '../lib/held.ts';

type OneOf = { [K in EndpointKey]: Params<K> extends { id: number } ? K : never }[EndpointKey];
export interface Fetched<T> {
  data: T | null;
  /** For If-Match. */
  etag: string | undefined;
  failure: Failure | null;
  reload: () => void;
}

type State<T> = Omit<Fetched<T>, 'reload'>;
const NOTHING: State<never> = { data: null, etag: undefined, failure: null };

/** One resource, fresh from the server with its ETag: what an edit form starts from. */
export function useFetched<K extends OneOf>(
  key: K,
  id: number,
  query?: CallOptions<K>['query'],
): Fetched<Answer<K>> {
  const [held, setHeld] = useState<Held<State<Answer<K>>> | null>(null);
  const subject = subjectOf(key, id);
  const latest = useRef(query);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again
  useEffect(() => {
    const controller = new AbortController();
    const options = {
      params: { id },
      query: latest.current,
      signal: controller.signal,
    } as unknown as CallOptions<K>;
    void (call as (key: K, options: CallOptions<K>) => ReturnType<typeof call<K>>)(key, options).then(
      (result) => {
        if (controller.signal.aborted) return;
        const data: State<Answer<K>> = result.ok
          ? { data: result.data, etag: result.headers.get('etag') ?? undefined, failure: null }
          : { ...NOTHING, failure: result };
        setHeld({ of: subjectOf(key, id), data });
      },
    );
    return () => controller.abort();
  }, [key, id, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  return { ...(heldFor(held, subject) ?? NOTHING), reload };
}

/** The id in an address; 0 (never found) for anything that is not an id. */
export function idOfAddress(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}
