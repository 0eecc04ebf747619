import type { Saving } from '../../../forms/saving/save-over.ts';
import { call } from '../../../lib/api/client.ts';
import type { Body } from '../../../lib/api/contract.ts';
import { type Webhook, writtenOf } from './webhook.ts';

/** A change of a webhook, based on the version that was shown. */
export const savingOf = (id: number, body: Body<'webhooksPatch'>): Saving<Webhook, Webhook> => ({
  written: writtenOf,
  read: () => call('webhooksGet', { params: { id } }),
  send: (etag) => call('webhooksPatch', { params: { id }, body, etag }),
});
