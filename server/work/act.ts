import type { workOrdersPatch } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Language } from '../platform/viewer.ts';

/** When something is done, from which address, and in which language it is written down. */
export interface Act {
  readonly at: Date;
  readonly address: string;
  readonly language: Language;
}
export type OrderChange = BodyOf<typeof workOrdersPatch>;
