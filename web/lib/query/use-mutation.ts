import { useCallback, useState } from 'react';
import { reportFailure } from '../api/client.ts';
import type { Answer, EndpointKey } from '../api/contract.ts';
import type { Result } from '../api/result.ts';
import { type WriteOptions, write } from './write.ts';

/**
 * Writes through an endpoint: `const [archive, isLoading] = useMutation('alertsArchive', t('seen.error'))`.
 * Its changes are in the collections and are read again where shown; a refusal is a value, and a toast with
 * the sentence `failed` if one is given.
 */
export function useMutation<K extends EndpointKey>(key: K, failed?: string) {
  const [isLoading, setLoading] = useState(false);
  const mutate = useCallback(
    async (...options: WriteOptions<K>): Promise<Result<Answer<K>>> => {
      setLoading(true);
      const result = await write(key, ...options);
      setLoading(false);
      if (!result.ok && failed !== undefined) reportFailure(result, failed);
      return result;
    },
    [key, failed],
  );
  return [mutate, isLoading] as const;
}
