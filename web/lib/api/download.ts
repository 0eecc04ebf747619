import { addressOf, afterSignIn, lost, requestHeaders } from './client.ts';
import type { CallOptions, EndpointKey } from './contract.ts';
import { failureOf, type Result } from './result.ts';

/** Fetches a file or a stream with the session's credentials and lets the browser save it. */
export async function download<K extends EndpointKey>(
  key: K,
  options: Partial<CallOptions<K>>,
  fileName: string,
): Promise<Result<Blob>> {
  const send = async (): Promise<Result<Blob>> => {
    try {
      const response = await fetch(addressOf(key, options), {
        headers: requestHeaders(),
        signal: options.signal,
      });
      if (!response.ok)
        return failureOf(response.status, response.headers, await response.json().catch(() => undefined));
      return {
        ok: true,
        status: response.status,
        data: await response.blob(),
        headers: response.headers,
        staleSince: null,
      };
    } catch (error) {
      return lost(error);
    }
  };
  const result = await afterSignIn(key, await send(), send);
  if (result.ok) saveBlob(result.data, nameIn(result.headers) ?? fileName);
  return result;
}

/** Saves a blob under a name, as a click on a download link would. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The complete name with all its letters (RFC 8187), else its plain form. */
function nameIn(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/.exec(disposition)?.[1];
}
