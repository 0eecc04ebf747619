import type { Alerted } from '../alerting/alerted.ts';

export type Asks = Alerted;
