import type { Db } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** Names of everything that boxes refer to, as far as the viewer may see it. */
export async function namesOf(db: Db, viewer: Viewer) {
  const [clients, tags] = await Promise.all([
    db.selectFrom('clients').select(['id', 'name']).where(visibleTo(viewer, 'id')).execute(),
    db.selectFrom('tags').select(['id', 'name', 'client_id']).where(visibleTo(viewer, 'client_id')).execute(),
  ]);
  return {
    clients: new Map(clients.map(({ id, name }) => [id, name])),
    tags: new Map(tags.map(({ id, name }) => [id, name])),
    firmwares: new Map<number, string>(),
    /** Id of a client's tag by its name, without regard to case. */
    tagIds: new Map(tags.map(({ id, name, client_id }) => [`${client_id} ${name.toLowerCase()}`, id])),
    clientIds: new Map(clients.map(({ id, name }) => [name.toLowerCase(), id])),
  };
}
export type NameIndex = Awaited<ReturnType<typeof namesOf>>;
