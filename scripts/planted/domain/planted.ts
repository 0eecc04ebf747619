import { platformThing } from '../server/platform/thing.ts';

/** A violation on purpose: the check of the arrows must find it. */
export const planted = platformThing;
