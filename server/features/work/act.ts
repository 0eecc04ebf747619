import type { workOrdersPatch } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Language } from '../../platform/viewer.ts';

/** Time and language of an action. */
export interface Act {
  readonly at: Date;
  readonly language: Language;
}
export type OrderChange = BodyOf<typeof workOrdersPatch>;
