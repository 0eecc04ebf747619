import { MINUTE } from '@aerowatch/domain/durations';

/** The parts of an update that determine when it ends. */
export interface GoingUpdate {
  readonly state: string;
  readonly wave: number;
  readonly waves: number;
  readonly manual: boolean;
  readonly at_once: number;
  readonly boxes: readonly {
    readonly box: number;
    readonly wave: number;
    readonly state: string;
    /** For a queued box: why the firmware is not offered to it now. */
    readonly detail: string | null;
  }[];
}

const OVER = new Set(['installed', 'failed', 'cancelled']);
/** From the box's connection to its report of the new version: download, check, restart. */
const INSTALLING = 10 * MINUTE;

const isHeld = ({ state, detail }: GoingUpdate['boxes'][number]): boolean =>
  state === 'queued' && detail !== null;

/** A wave with blocked boxes passes only once another of its boxes proves the firmware. */
function isUnproven({ boxes, wave }: GoingUpdate): boolean {
  const own = boxes.filter((box) => box.wave === wave);
  return own.some(isHeld) && !own.some(({ state }) => state === 'installed');
}

/**
 * When an update will be finished (ms), at the latest, if all goes well: in each remaining wave its slowest
 * box connects once more, as often as boxes must take turns. Boxes that are offered nothing for now (battery
 * low, hardware too old) are ignored. Null if only those remain, or something waits for them, and while it
 * depends on a user: it waits, is paused or has stopped, or its next wave is started by hand.
 */
export function expectedEnd(
  update: GoingUpdate,
  uploadMinutes: (box: number) => number,
  now: number,
): number | null {
  const left = update.boxes.filter((box) => !OVER.has(box.state) && !isHeld(box));
  if (update.state !== 'running' || left.length === 0) return null;
  if (isUnproven(update) && left.every(({ wave }) => wave > update.wave)) return null;
  if (update.manual && left.some(({ wave }) => wave > update.wave)) return null;
  let end = now;
  for (const of of Map.groupBy(left, ({ wave }) => wave).values()) {
    const slowest = Math.max(...of.map(({ box }) => uploadMinutes(box))) * MINUTE;
    end += Math.ceil(of.length / Math.max(1, update.at_once)) * (slowest + INSTALLING);
  }
  return end;
}
