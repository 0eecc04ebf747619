/** Packs forecasts of past months, one row per AERO and month. */
import { DAY } from '@aerowatch/domain/durations';
import { packDay } from '@aerowatch/domain/forecast/packed-forecast';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { appendMonths, takeOldDays } from './store-pack.ts';

/** Days that stay unpacked, to be scored and viewed. */
const OPEN_DAYS = 31;

/** Packs days older than a month; returns the number of rows. */
export async function packMonths(db: Db, now: number): Promise<number> {
  const before = new Date(now - OPEN_DAYS * DAY).toISOString().slice(0, 10);
  return transaction(db, async (trx) => {
    const days = await takeOldDays(trx, before);
    const months = new Map<string, { aero: number; month: string; parts: Uint8Array[] }>();
    for (const { aero_id: aero, day, leads, low, high } of days) {
      const month = `${day.slice(0, 7)}-01`;
      const key = `${aero} ${month}`;
      const one = months.get(key) ?? { aero, month, parts: [] };
      one.parts.push(packDay(Number(day.slice(8)), leads, low, high));
      months.set(key, one);
    }
    if (months.size > 0)
      await appendMonths(
        trx,
        [...months.values()].map(({ aero, month, parts }) => ({ aero, month, packed: Buffer.concat(parts) })),
      );
    return days.length;
  });
}
