import type { Db } from '../database/db.ts';
import { notify } from '../events/store-events.ts';
import { DOWNLINK_CHANNEL, type DownlinkTopic } from './broker.ts';

/** Notifies of a new message for a box: the process that holds its connection sends it. */
export const nudge = (
  db: Db,
  { id, serial }: { id: number; serial: string },
  topic: DownlinkTopic,
): Promise<void> => notify(db, DOWNLINK_CHANNEL, `${topic}:${id}:${serial}`);
