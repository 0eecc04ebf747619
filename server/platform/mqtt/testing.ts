import type { Db } from '../database/db.ts';
import { notify } from '../events/store-events.ts';
import { DOWNLINK_CHANNEL, type DownlinkTopic } from './broker.ts';

/** Something new waits for a box: whichever process holds its connection sends it. */
export const nudge = (
  db: Db,
  { id, serial }: { id: number; serial: string },
  topic: DownlinkTopic,
): Promise<void> => notify(db, DOWNLINK_CHANNEL, `${topic}:${id}:${serial}`);
