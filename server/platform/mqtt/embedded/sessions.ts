import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import { batched } from '../../events/batched.ts';
import type { Hub } from '../../events/hub.ts';
import { notify } from '../../events/store-events.ts';
import { SESSION_CHANNEL, splitNotice } from '../broker.ts';

/** Serial numbers of one notice at most: PostgreSQL's are short. */
const SERIALS_PER_NOTICE = 100;

/** One live session per box over all processes: one that opens here ends those elsewhere, by `end`. */
export function makeSessions(
  db: Db,
  hub: Hub,
  end: (serial: string) => void,
): { opened(serial: string): void } {
  const processId = randomUUID();
  const announce = batched<string>(
    50,
    (serials) => {
      for (let start = 0; start < serials.length; start += SERIALS_PER_NOTICE) {
        const some = serials.slice(start, start + SERIALS_PER_NOTICE);
        notify(db, SESSION_CHANNEL, `${processId}:${some.join(',')}`).catch(() => undefined);
      }
    },
    () => undefined,
  );
  hub.listen(SESSION_CHANNEL, (payload) => {
    const [from, serials] = splitNotice(payload);
    if (from !== processId) for (const serial of serials.split(',')) end(serial);
  });
  return { opened: (serial) => announce([serial]) };
}
