import { notified } from '../notifications/notified.ts';

/** A circle of rooms without a circle of files: alerting → notify → alerting. */
export const asks = notified;
