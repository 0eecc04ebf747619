import type { workOrdersPatch } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Language } from '../../platform/viewer.ts';
import type { WorkOrderRow } from './store.ts';

/** Time and language of an action. */
export interface Act {
  readonly at: Date;
  readonly language: Language;
  /** Receives orders whose assignee is to be notified later, many at once. */
  readonly told?: WorkOrderRow[];
}
export type OrderChange = BodyOf<typeof workOrdersPatch>;
