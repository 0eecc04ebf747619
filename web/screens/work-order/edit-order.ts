import { ifMatchOf } from '@aerowatch/contracts/version';
import type { Order } from '../../entities/work/work-words.ts';
import { fetchOnce } from '../../lib/query/fetch-once.ts';
import { write } from '../../lib/query/write.ts';
import { type OrderChange, referenceEdit } from './order-change.ts';

/** Retries when somebody else saves first. */
const ATTEMPTS = 5;

/** Changes the current version of an order; a reason instead of a change ends it. */
async function editOrder<Reason extends string>(id: number, edit: (now: Order) => OrderChange | Reason) {
  const params = { id };
  for (let attempt = 1; ; attempt += 1) {
    const now = await fetchOnce('workOrdersGet', { params });
    if (!now.ok) return now;
    const body = edit(now.data);
    if (typeof body === 'string') return body;
    const result = await write('workOrdersPatch', { params, body, etag: ifMatchOf(now.data) });
    if (result.ok || result.status !== 412 || attempt === ATTEMPTS) return result;
  }
}

/** A reference only replaces a `known` one. */
export const editReference = (id: number, text: string, known: readonly string[]) =>
  editOrder<'overtaken'>(id, ({ external_reference }) =>
    referenceEdit(external_reference ?? '', text, known),
  );
