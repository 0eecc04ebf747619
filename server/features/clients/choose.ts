import type { Db } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { clientScope, type Viewer } from '../../platform/viewer.ts';
import { mustSeeClient } from './store.ts';

/**
 * The client of a new item: the one in the body, else the viewer's own. Throws 400 at `client` if it is
 * missing, or foreign (as if it did not exist).
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
