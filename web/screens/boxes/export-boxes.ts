import { addressOf, afterSignIn, lost, requestHeaders } from '../../lib/api/client.ts';
import { download, saveBlob } from '../../lib/api/download.ts';
import { failureOf, type Result } from '../../lib/api/result.ts';
import { joinCsv } from './join-csv.ts';

/** Ids per request: proxies and servers reject long addresses. */
const CHUNK = 1000;
const NAME = 'boxes.csv';

/** Saves the boxes of a list as CSV. */
export function exportList(query: Record<string, string>, language: string): Promise<Result<unknown>> {
  return download('boxesExport', { query: { ...query, language } }, NAME);
}

/** Saves the chosen boxes as one CSV; many are requested in parts. */
export async function exportChosen(ids: readonly number[], language: string): Promise<Result<unknown>> {
  if (ids.length <= CHUNK) return exportList({ id: ids.join(',') }, language);
  const parts: string[] = [];
  for (let first = 0; first < ids.length; first += CHUNK) {
    const part = await partOf(ids.slice(first, first + CHUNK), language);
    if (!part.ok) return part;
    parts.push(joinCsv(part.data, parts.length === 0));
  }
  saveBlob(new Blob([parts.join('')], { type: 'text/csv;charset=utf-8' }), NAME);
  return { ok: true, status: 200, data: undefined, headers: new Headers(), staleSince: null };
}

async function partOf(ids: readonly number[], language: string): Promise<Result<string>> {
  const send = async (): Promise<Result<string>> => {
    try {
      const response = await fetch(addressOf('boxesExport', { query: { id: ids.join(','), language } }), {
        headers: requestHeaders(),
      });
      if (!response.ok)
        return failureOf(response.status, response.headers, await response.json().catch(() => null));
      // `text()` would drop the byte order mark that spreadsheet programs need.
      const data = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
      return { ok: true, status: response.status, data, headers: response.headers, staleSince: null };
    } catch (error) {
      return lost(error);
    }
  };
  return afterSignIn('boxesExport', await send(), send);
}
