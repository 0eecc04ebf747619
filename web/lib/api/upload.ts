import { addressOf, afterSignIn, factsOf, requestHeaders } from './client.ts';
import type { Answer, CallOptions, EndpointKey } from './contract.ts';
import { failureOf, noAnswer, type Result } from './result.ts';

export interface UploadOptions {
  file: Blob;
  fileName?: string;
  fields?: Record<string, string>;
  /** Called with the share sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Sends a file as multipart/form-data with progress (which fetch cannot report). Never throws. */
export async function upload<K extends EndpointKey>(
  key: K,
  options: UploadOptions,
  target: Partial<CallOptions<K>> = {},
): Promise<Result<Answer<K>>> {
  const send = (): Promise<Result<Answer<K>>> =>
    new Promise((resolve) => {
      const request = new XMLHttpRequest();
      request.open(factsOf(key).method, addressOf(key, target));
      for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
      request.upload.onprogress = (event) => {
        if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
      };
      request.onload = () => resolve(resultOf(request));
      request.onerror = () => resolve(noAnswer());
      request.onabort = () => resolve(noAnswer(true));
      options.signal?.addEventListener('abort', () => request.abort());
      const form = new FormData();
      // Fields first, so that the server has them when the file starts to arrive.
      for (const [name, value] of Object.entries(options.fields ?? {})) form.append(name, value);
      form.append(factsOf(key).upload?.field ?? 'file', options.file, options.fileName);
      request.send(form);
    });
  return afterSignIn(key, await send(), send);
}

function resultOf<T>(request: XMLHttpRequest): Result<T> {
  const headers = new Headers();
  const retryAfter = request.getResponseHeader('retry-after');
  if (retryAfter !== null) headers.set('retry-after', retryAfter);
  let body: unknown;
  try {
    body = request.responseText === '' ? undefined : JSON.parse(request.responseText);
  } catch {
    body = undefined;
  }
  const ok = request.status >= 200 && request.status < 300;
  if (!ok) return failureOf(request.status, headers, body);
  return { ok: true, status: request.status, data: body as T, headers, staleSince: null };
}
