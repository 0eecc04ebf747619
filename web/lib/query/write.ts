import { call } from '../api/call.ts';
import type { Answer, CallOptions, EndpointKey } from '../api/contract.ts';
import type { Result } from '../api/result.ts';
import { upload as send, type UploadOptions } from '../api/upload.ts';

/** A successful write: the request, and the answer. */
export interface Written {
  readonly key: EndpointKey;
  readonly options: { readonly params?: unknown; readonly body?: unknown };
  readonly answer: unknown;
}
let onWritten: (written: Written) => void = () => undefined;
/** The cache of reads registers itself here, because pages before sign-in write without loading it. */
export function whenWritten(callback: (written: Written) => void): void {
  onWritten = callback;
}

export type WriteOptions<K extends EndpointKey> =
  object extends CallOptions<K> ? [CallOptions<K>?] : [CallOptions<K>];

/**
 * Writes through an endpoint of the contract. Never throws. When it returns, its changes are in the
 * collections, and displayed data of the same resource is read again.
 */
export async function write<K extends EndpointKey>(
  key: K,
  ...[options]: WriteOptions<K>
): Promise<Result<Answer<K>>> {
  const result = await (call as (key: K, options?: CallOptions<K>) => Promise<Result<Answer<K>>>)(
    key,
    options,
  );
  if (result.ok) onWritten({ key, options: (options ?? {}) as CallOptions<K>, answer: result.data });
  return result;
}
/** The same for a file with its fields. */
export async function upload<K extends EndpointKey>(
  key: K,
  file: UploadOptions,
  target: Partial<CallOptions<K>> = {},
): Promise<Result<Answer<K>>> {
  const result = await send(key, file, target);
  if (result.ok) onWritten({ key, options: target, answer: result.data });
  return result;
}
