import type { Parts } from '../../../parts.ts';
import type { Db } from '../../../platform/database/db.ts';
import { findExtensions } from '../../../platform/database/extensions/arrange.ts';
import { aerosToPack, closedBy, type PackingLimits, packDays } from './store-packing.ts';

const AEROS_A_TURN = 50;

/** Packs days once they are closed, AERO after AERO. TimescaleDB packs by its own means. */
export function startPacking({ db, jobs }: Parts): () => Promise<void> {
  let after = 0;
  let elsewhere: boolean | undefined;
  return jobs.loop({
    name: 'packing',
    heavy: true,
    everyMs: 600_000,
    run: async (signal) => {
      elsewhere ??= await isPackedElsewhere(db);
      if (elsewhere) return 0;
      // The clock of this machine, which ingest also uses to decide which days may be packed.
      const closed = closedBy(Date.now());
      const aeros = await aerosToPack(db, after, closed, AEROS_A_TURN);
      for (const aero of aeros) {
        if (signal.aborted) return 0;
        await packAero(db, aero, closed);
      }
      after = aeros.at(-1) ?? 0;
      return aeros.length;
    },
  });
}

/** Packs all closed days of an AERO, a month at a time, and returns their number. */
export async function packAero(db: Db, aero: number, closed: PackingLimits): Promise<number> {
  let all = 0;
  for (;;) {
    const packed = await packDays(db, aero, closed);
    all += packed;
    if (packed === 0) return all;
  }
}

async function isPackedElsewhere(db: Db): Promise<boolean> {
  const { citus, timescaledb } = await findExtensions(db);
  return citus === null && timescaledb !== null;
}
