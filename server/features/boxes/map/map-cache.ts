import type { MAP_FORMS } from '@aerowatch/contracts/api/boxes';
import type { Parts } from '../../../parts.ts';
import { makeResponseCache } from '../../../platform/events/response-cache.ts';
import { WrittenJson } from '../../../platform/http/route.ts';
import { clientScope, type Viewer } from '../../../platform/viewer.ts';
import { boxColumnsText } from '../columns/columns-text.ts';
import { boxRows, type ColumnsFilter } from '../columns/store-columns.ts';
import type { BoxFilter } from '../store-filter.ts';
import { columnsText, packedText } from './map-text.ts';
import { mapRows } from './store-map.ts';

/** The map's columns, computed once for requests within the same moments. */
export function makeMapCache(parts: Pick<Parts, 'db' | 'clock' | 'events'>) {
  const { db, clock } = parts;
  const kept = makeResponseCache<WrittenJson>(parts);
  return async (
    viewer: Viewer,
    { form = 'columns', ...filter }: BoxFilter & { form?: (typeof MAP_FORMS)[number] | undefined },
    zipped: boolean,
  ): Promise<Buffer> => {
    const written = form === 'packed' ? packedText : columnsText;
    const json = await kept(
      JSON.stringify([clientScope(viewer), form, filter]),
      async () => new WrittenJson(written(await mapRows(db, viewer, filter, clock.date()))),
    );
    return zipped ? json.zipped(2) : Buffer.from(json.text);
  };
}

/** The same for the columns of trees and pickers; names by id are not kept, because each screen asks for its own. */
export function makeColumnsCache(parts: Pick<Parts, 'db' | 'clock' | 'events'>) {
  const { db, clock } = parts;
  const kept = makeResponseCache<WrittenJson>(parts);
  return async (viewer: Viewer, filter: ColumnsFilter, zipped: boolean): Promise<Buffer> => {
    const read = async () => new WrittenJson(boxColumnsText(await boxRows(db, viewer, filter, clock.date())));
    const few = filter.id !== undefined || filter.aero !== undefined;
    const json = few ? await read() : await kept(JSON.stringify([clientScope(viewer), filter]), read);
    return zipped ? json.zipped(2) : Buffer.from(json.text);
  };
}
