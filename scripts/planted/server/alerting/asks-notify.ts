import { notified } from '../notify/notified.ts';

/** A circle of rooms without a circle of files: alerting → notify → alerting. */
export const asks = notified;
