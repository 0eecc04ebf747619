import type { Saving } from '../../../forms/saving/save-over.ts';
import type { Body } from '../../../lib/api/contract.ts';
import { fetchOnce } from '../../../lib/query/fetch-once.ts';
import { write } from '../../../lib/query/write.ts';
import { type Webhook, writtenOf } from './webhook.ts';

/** A change of a webhook, based on the version that was shown. */
export const savingOf = (id: number, body: Body<'webhooksPatch'>): Saving<Webhook, Webhook> => ({
  written: writtenOf,
  read: () => fetchOnce('webhooksGet', { params: { id } }),
  send: (etag) => write('webhooksPatch', { params: { id }, body, etag }),
});
