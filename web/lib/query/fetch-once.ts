import { call } from '../api/call.ts';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import type { Result } from '../api/result.ts';

/**
 * A read within an act (the version to save over, how many measures an export has): always asked anew and never
 * kept. What a screen shows is read by `useQuery`.
 */
export const fetchOnce: <K extends EndpointKey>(
  key: K,
  ...options: object extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>]
) => Promise<Result<Answer<K>>> = call;
