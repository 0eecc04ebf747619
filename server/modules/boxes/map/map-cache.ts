import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MAP_FORMS } from '@aerowatch/contracts/api/boxes';
import type { Parts } from '../../../parts.ts';
import { CHANGES_CHANNEL } from '../../../platform/events/record.ts';
import { clientScope, type Viewer } from '../../../platform/viewer.ts';
import type { BoxFilter } from '../store-filter.ts';
import { columnsText, packedText } from './map-text.ts';
import { mapRows, newestChange } from './store-map.ts';

const zip = promisify(gzip);
/** A status changes as time passes and boxes send: kept no longer than this. */
const FRESH_MS = 5000;
/** Kept for so many different questions. */
const MAX_ENTRIES = 8;

interface Kept {
  readonly at: number;
  readonly change: number;
  readonly heard: number;
  readonly text: Promise<string>;
  zipped?: Promise<Buffer>;
}

/**
 * The map's columns, made once for all who ask the same within a few seconds; any change of anything
 * makes them anew. Changes are seen in the database, and heard of where commits overtake each other.
 */
export function makeMapCache({ db, clock, events }: Pick<Parts, 'db' | 'clock' | 'events'>) {
  const kept = new Map<string, Kept>();
  let heard = 0;
  events.hub.listen(CHANGES_CHANNEL, () => {
    heard += 1;
  });
  return async (
    viewer: Viewer,
    { form = 'columns', ...filter }: BoxFilter & { form?: (typeof MAP_FORMS)[number] | undefined },
    zipped: boolean,
  ): Promise<Buffer> => {
    const key = JSON.stringify([clientScope(viewer), form, filter]);
    const change = await newestChange(db);
    const now = clock.now();
    let found = kept.get(key);
    if (
      found === undefined ||
      found.change !== change ||
      found.heard !== heard ||
      Math.abs(now - found.at) > FRESH_MS
    ) {
      const text = mapRows(db, viewer, filter, clock.date()).then(
        form === 'packed' ? packedText : columnsText,
      );
      found = { at: now, change, heard, text };
      found.text.catch(() => kept.delete(key));
      kept.delete(key);
      kept.set(key, found);
      const [oldest] = kept.keys();
      if (kept.size > MAX_ENTRIES && oldest !== undefined) kept.delete(oldest);
    }
    const { text } = found;
    if (!zipped) return Buffer.from(await text);
    found.zipped ??= text.then((plain) => zip(plain, { level: 2 }));
    return found.zipped;
  };
}
