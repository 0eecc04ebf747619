import { call } from '../api/call.ts';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import type { Result } from '../api/result.ts';

/**
 * A single read within an act (the version to save over, the number of measures in an export): always
 * requested again and never cached. Screens use `useQuery`.
 */
export const fetchOnce: <K extends EndpointKey>(
  key: K,
  ...options: object extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
) => Promise<Result<Answer<K>>> = call;
