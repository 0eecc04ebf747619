import type { Log } from '../log/log.ts';
import { clientScope, levelOfViewer, type Viewer } from '../viewer.ts';
import { apart, makePatience, type Patience } from './apart.ts';
import { makeAudience, type Subscriber } from './audience.ts';
import { eventsFor, type Registration, type Told } from './events-for.ts';
import type { MeasureSpan } from './record.ts';
import type { StoredChange } from './store-events.ts';

/** New measures in these spans that a viewer may see, by AERO, in time order. */
export type MeasuresLoader = (
  viewer: Viewer,
  spans: readonly MeasureSpan[],
) => Promise<ReadonlyMap<number, readonly unknown[]>>;

interface Group {
  readonly viewer: Viewer;
  readonly sees: string;
  readonly members: Subscriber[];
}

/** Sends changes and measures to those who listen, each as they may see them. */
export function makeDelivery(loaders: ReadonlyMap<string, Registration>, log: Log) {
  const { subscribers, letGo, send, hold } = makeAudience(log);
  const lost = (what: object, error: unknown): void =>
    log.error({ err: error, ...what }, 'what cannot be looked up is told to nobody');
  const changesApart = (viewer: Viewer, changes: readonly StoredChange[]): Promise<Told[]> =>
    eventsFor(viewer, changes, loaders, (load, ids, entity) => {
      const some = (part: readonly number[]) => load(viewer, [...part]);
      return apart(ids, some, (id, error) => lost({ entity, id }, error));
    });
  const measuresTo = async (
    one: Subscriber,
    load: MeasuresLoader,
    wanted: readonly MeasureSpan[],
    patience: Patience,
  ): Promise<void> => {
    const { viewer } = one;
    const read = async (some: readonly MeasureSpan[]) => [...(await load(viewer, some))];
    const found = await patience(
      () => read(wanted),
      () => apart(wanted, read, ({ aero }, error) => lost({ measuresOf: aero }, error)),
    );
    if (sightOf(one.viewer) !== sightOf(viewer)) letGo([one]);
    for (const [id, data] of found)
      if (data.length > 0) send(one, { entity: 'measures', type: 'added', id, data }, undefined);
  };
  return {
    subscribers,
    letGo,
    async changes(changes: readonly StoredChange[]): Promise<void> {
      const perUser = changes.some(
        (change) => change.user_id !== null || loaders.get(change.entity)?.perUser === true,
      );
      const patience = makePatience();
      for (const { viewer, sees, members } of groupViewers(subscribers, perUser))
        try {
          const told = await patience(
            () => eventsFor(viewer, changes, loaders),
            () => changesApart(viewer, changes),
          );
          // Their rights may have changed since: what was looked up is not for them.
          letGo(members.filter((one) => sightOf(one.viewer, perUser) !== sees));
          for (const { event, id } of told) for (const one of members) send(one, event, id);
        } catch (error) {
          letGo(members, error);
        }
    },
    async measures(load: MeasuresLoader, spans: readonly MeasureSpan[]): Promise<void> {
      const patience = makePatience();
      for (const one of [...subscribers]) {
        const wanted = spans.filter((span) => one.aeros.has(span.aero));
        try {
          if (wanted.length > 0) await measuresTo(one, load, wanted, patience);
        } catch (error) {
          letGo([one], error);
        }
      }
    },
    /** What one missed, before anything that comes meanwhile; false when that is not known. */
    async missed(to: Subscriber, find: () => Promise<StoredChange[] | undefined>): Promise<boolean> {
      const release = hold(to);
      const { viewer } = to;
      let told: Told[] = [];
      try {
        const changes = await find();
        if (changes === undefined) return false;
        told = await eventsFor(viewer, changes, loaders).catch(() => changesApart(viewer, changes));
        return true;
      } finally {
        if (sightOf(to.viewer) !== sightOf(viewer)) letGo([to]);
        release(told);
      }
    },
  };
}

/** Viewers of whom this is the same see the same, and `perUser` are the same. */
function sightOf(viewer: Viewer, perUser = true): string {
  const who = perUser && 'id' in viewer ? `:${viewer.kind}:${viewer.id}` : '';
  return `${clientScope(viewer)}:${levelOfViewer(viewer)}${who}`;
}

/** Viewers who see the same are served by one look at the database. */
function groupViewers(subscribers: Iterable<Subscriber>, perUser: boolean): Group[] {
  const groups = new Map<string, Group>();
  for (const one of subscribers) {
    const { viewer } = one;
    const sees = sightOf(viewer, perUser);
    const group = groups.get(sees);
    if (group === undefined) groups.set(sees, { viewer, sees, members: [one] });
    else group.members.push(one);
  }
  return [...groups.values()];
}

export function mergeSpans(spans: readonly MeasureSpan[]): MeasureSpan[] {
  const merged = new Map<number, MeasureSpan>();
  for (const { aero, from, to } of spans) {
    const before = merged.get(aero);
    merged.set(aero, {
      aero,
      from: Math.min(from, before?.from ?? from),
      to: Math.max(to, before?.to ?? to),
    });
  }
  return [...merged.values()];
}
