import { ifMatchOf } from '@aerowatch/contracts/version';
import { call } from '../../lib/api/client.ts';
import type { ChecklistEdit } from './checklist-lines.ts';

/** How often somebody else may be faster. */
const ATTEMPTS = 5;

/** The list is sent whole, so it is changed as it is now: of two people at one pole, or two quick ticks, none is lost. */
export async function editChecklist(id: number, edit: ChecklistEdit) {
  const params = { id };
  for (let attempt = 1; ; attempt += 1) {
    const now = await call('workOrdersGet', { params });
    if (!now.ok) return now;
    const checklist = edit(now.data.checklist);
    if (typeof checklist === 'string') return checklist;
    const result = await call('workOrdersPatch', { params, body: { checklist }, etag: ifMatchOf(now.data) });
    if (result.ok || result.status !== 412 || attempt === ATTEMPTS) return result;
  }
}
