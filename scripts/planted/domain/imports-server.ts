import { low } from '../server/platform/low.ts';

/** Against the direction between rooms: domain imports nothing. */
export const planted = low;
