import { FORMATS } from '@aerowatch/domain/formats';
import type { Db } from '../../database/db.ts';
import type { Log } from '../../log/log.ts';
import { system } from '../../viewer.ts';
import { addRefusals, MOST_REFUSED, type Refusals } from '../store-refusals.ts';

/** Written together after this time: a flood of refusals must not become one of transactions. */
const GATHER_MS = 2000;

/**
 * Stores which serial numbers were refused, from where and how often. What is no serial number is not stored,
 * nor what exceeds the bound until the next write.
 */
export function makeRefusals(db: Db, log: Log): { add(serial: string, address: string): void; stop(): void } {
  let gathered = new Map<string, Refusals>();
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    timer = undefined;
    // In one order in all processes, so that none waits for another in a circle.
    const refusals = [...gathered.values()].sort((a, b) => (a.serial < b.serial ? -1 : 1));
    gathered = new Map();
    addRefusals(db, system, refusals).catch((error) =>
      log.warn({ err: error }, 'refused boxes could not be stored'),
    );
  };
  return {
    add(serial, address) {
      const known = gathered.get(serial);
      if (!FORMATS.serial_number.test(serial) || (known === undefined && gathered.size >= MOST_REFUSED))
        return;
      gathered.set(serial, { serial, address, count: (known?.count ?? 0) + 1 });
      timer ??= setTimeout(write, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
