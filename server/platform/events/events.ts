import type { EventEntity } from '@aerowatch/contracts/events';
import type { Db } from '../database/db.ts';
import type { Log } from '../log/log.ts';
import type { Viewer } from '../viewer.ts';
import type { Subscriber } from './audience.ts';
import { batch } from './batch.ts';
import { type MeasuresLoader, makeDelivery, mergeSpans } from './delivery.ts';
import type { Loader, Registration } from './events-for.ts';
import type { Hub } from './hub.ts';
import { CHANGES_CHANNEL, MEASURES_CHANNEL, type MeasureSpan } from './record.ts';
import { retry } from './retry.ts';
import { changesById, changesSince, newChanges } from './store-events.ts';

export type { Subscriber } from './audience.ts';
export type { MeasuresLoader } from './delivery.ts';
export type { Loader } from './events-for.ts';
export {
  type Change,
  type MeasureSpan,
  notifyMeasures,
  recheckSessions,
  recordChange,
  recordChanges,
} from './record.ts';

export interface Events {
  readonly hub: Hub;
  /** `shared`: items without a client are visible to all; `perUser`: presented differently to each user. */
  registerLoader(entity: EventEntity, load: Loader, options?: { shared?: boolean; perUser?: boolean }): void;
  registerMeasures(load: MeasuresLoader): void;
  subscribe(subscriber: Subscriber): () => void;
  /** The resources of these ids that a viewer may see; missing ones are left out. */
  load(entity: EventEntity, viewer: Viewer, ids: number[]): Promise<readonly { id: number }[]>;
  /**
   * Sends what a subscriber missed after a change; false if that is no longer known. A new one is sent what
   * changed while its page was loading.
   */
  resume(subscriber: Subscriber, lastId: number | undefined): Promise<boolean>;
}

export function makeEvents(db: Db, hub: Hub, log: Log): Events {
  const loaders = new Map<string, Registration>();
  const delivery = makeDelivery(loaders, log);
  const { subscribers } = delivery;
  let loadMeasures: MeasuresLoader | undefined;

  const failed = (error: unknown): void => delivery.letGo(subscribers, error);
  const changed = batch<number>(
    20,
    async (ids) => {
      if (subscribers.size > 0) await delivery.changes(await retry(() => changesById(db, ids)));
    },
    failed,
  );
  const measured = batch<MeasureSpan>(
    100,
    async (spans) => {
      if (loadMeasures !== undefined) await delivery.measures(loadMeasures, mergeSpans(spans));
    },
    failed,
  );
  hub.listen(CHANGES_CHANNEL, (payload) => changed(payload.split(',').map(Number)));
  hub.listen(MEASURES_CHANNEL, (payload) => {
    measured(
      payload
        .split(',')
        .map((item) => item.split(':').map(Number))
        .map(([aero = 0, from = 0, to = 0]) => ({ aero, from, to })),
    );
  });
  // The lost notifications are unknown, also those about measures.
  hub.onGap(() => delivery.letGo());

  return {
    hub,
    registerLoader: (entity, load, { shared = false, perUser = false } = {}) =>
      void loaders.set(entity, { load, shared, perUser }),
    registerMeasures: (load) => {
      loadMeasures = load;
    },
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    load: async (entity, viewer, ids) => (await loaders.get(entity)?.load(viewer, ids)) ?? [],
    resume: (subscriber, lastId) =>
      delivery.missed(subscriber, () => (lastId === undefined ? newChanges(db) : changesSince(db, lastId))),
  };
}
