import type { ChangeEvent, EventEntity } from '@aerowatch/contracts/events';
import { clientScope, type Viewer } from '../viewer.ts';
import type { StoredChange } from './store-events.ts';

/** The resources of these ids that a viewer may see, in the form for that viewer. */
export type Loader = (viewer: Viewer, ids: number[]) => Promise<readonly { id: number }[]>;
export interface Registration {
  load: Loader;
  shared: boolean;
  perUser: boolean;
}
/** An event for one viewer, with the id of its change. */
export interface ViewerEvent {
  readonly event: ChangeEvent;
  readonly id: number;
}

/**
 * The events of these changes that a viewer may see, in order; `load` replaces the plain call of a loader.
 */
export async function eventsFor(
  viewer: Viewer,
  changes: readonly StoredChange[],
  loaders: ReadonlyMap<string, Registration>,
  load: (loader: Loader, ids: number[], entity: string) => Promise<readonly { id: number }[]> = (
    loader,
    ids,
  ) => loader(viewer, ids),
): Promise<ViewerEvent[]> {
  const visible = latestOfEach(
    changes.filter((change) => mayHear(viewer, change, loaders.get(change.entity))),
  );
  const events: ViewerEvent[] = [];
  for (const entity of new Set(visible.map((change) => change.entity))) {
    const mine = visible.filter((change) => change.entity === entity);
    const ids = mine.filter((change) => change.type !== 'deleted').map((change) => change.entity_id);
    const registration = loaders.get(entity);
    const rows =
      ids.length === 0 || registration === undefined ? [] : await load(registration.load, ids, entity);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const change of mine) {
      const data = byId.get(change.entity_id);
      if (change.type !== 'deleted' && data === undefined) continue;
      const event = {
        entity: entity as EventEntity,
        type: change.type as ChangeEvent['type'],
        id: change.entity_id,
        data: data ?? null,
      };
      events.push({ event, id: change.id });
    }
  }
  return events.sort((a, b) => a.id - b.id);
}

function mayHear(viewer: Viewer, change: StoredChange, registration: Registration | undefined): boolean {
  if (change.user_id !== null) return viewer.kind === 'user' && viewer.id === change.user_id;
  const scope = clientScope(viewer);
  if (scope === null) return true;
  if (scope === 'none') return change.client_id === null && registration?.shared === true;
  return change.client_id === scope || (change.client_id === null && registration?.shared === true);
}

/**
 * Of several changes of one thing the last counts; a created one that was changed at once still counts as
 * created.
 */
function latestOfEach(changes: readonly StoredChange[]): StoredChange[] {
  const latest = new Map<string, StoredChange>();
  for (const change of changes) {
    const key = `${change.entity}:${change.entity_id}`;
    const before = latest.get(key);
    latest.delete(key);
    latest.set(
      key,
      before?.type === 'added' && change.type === 'updated' ? { ...change, type: 'added' } : change,
    );
  }
  return [...latest.values()];
}
