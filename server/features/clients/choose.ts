import type { Db } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { clientScope, type Viewer } from '../../platform/viewer.ts';
import { mustSeeClient } from './store.ts';

/**
 * The client of a new item: the one in the body, else the viewer's own. Throws 400 at `client` for a foreign
 * one as for a missing one, and when there is none.
 */
export async function chosenClient(
  db: Db,
  viewer: Viewer,
  requested: number | null | undefined,
): Promise<number> {
  const scope = clientScope(viewer);
  const id = requested ?? (typeof scope === 'number' ? scope : undefined);
  if (id === undefined) throw new BadRequest({ client: ['client_needed'] });
  await mustSeeClient(db, viewer, id);
  return id;
}
