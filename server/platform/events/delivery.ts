import type { ChangeEvent, EventEntity } from '@aerowatch/contracts/events';
import type { Log } from '../log/log.ts';
import { clientScope, levelOfViewer, type Viewer } from '../viewer.ts';
import { patiently } from './patiently.ts';
import type { MeasureSpan } from './record.ts';
import type { StoredChange } from './store-events.ts';

/** The resources of these ids that a viewer may see, as that viewer may see them. */
export type Loader = (viewer: Viewer, ids: number[]) => Promise<readonly { id: number }[]>;
/** New measures in these spans that a viewer may see, by AERO, in time order. */
export type MeasuresLoader = (
  viewer: Viewer,
  spans: readonly MeasureSpan[],
) => Promise<ReadonlyMap<number, readonly unknown[]>>;

export interface Subscriber {
  viewer: Viewer;
  readonly aeros: ReadonlySet<number>;
  send(event: ChangeEvent, changeId: number | undefined): void;
  /** Something could not be told: it comes back, and is told what it missed. */
  end(): void;
}

export interface Registration {
  load: Loader;
  shared: boolean;
  perUser: boolean;
}

/** Sends changes and measures to those who listen, each as they may see them. */
export function makeDelivery(loaders: ReadonlyMap<string, Registration>, log: Log) {
  const subscribers = new Set<Subscriber>();
  /** What comes for those that are told what they missed: it is newer. */
  const waiting = new Map<Subscriber, [ChangeEvent, number | undefined][]>();
  const send = (to: Subscriber, event: ChangeEvent, id: number | undefined): void => {
    const later = waiting.get(to);
    if (later === undefined) to.send(event, id);
    else later.push([event, id]);
  };
  const letGo = (those: Iterable<Subscriber> = subscribers, error?: unknown): void => {
    if (error !== undefined) log.warn({ err: error }, 'a change was not told: streams come back for it');
    for (const one of [...those]) one.end();
  };
  return {
    subscribers,
    letGo,
    async changes(changes: readonly StoredChange[]): Promise<void> {
      const perUser = changes.some(
        (change) => change.user_id !== null || loaders.get(change.entity)?.perUser === true,
      );
      for (const group of groupViewers(subscribers, perUser).values())
        try {
          const told = await patiently(() => eventsFor(group[0]!.viewer, changes, loaders));
          for (const { event, id } of told) for (const one of group) send(one, event, id);
        } catch (error) {
          letGo(group, error);
        }
    },
    async measures(load: MeasuresLoader, spans: readonly MeasureSpan[]): Promise<void> {
      for (const one of subscribers) {
        const wanted = spans.filter((span) => one.aeros.has(span.aero));
        if (wanted.length === 0) continue;
        try {
          for (const [id, data] of await patiently(() => load(one.viewer, wanted)))
            if (data.length > 0) send(one, { entity: 'measures', type: 'added', id, data }, undefined);
        } catch (error) {
          letGo([one], error);
        }
      }
    },
    /** What one missed, before anything that comes meanwhile; false when that is not known. */
    async missed(to: Subscriber, find: () => Promise<StoredChange[] | undefined>): Promise<boolean> {
      const later: [ChangeEvent, number | undefined][] = [];
      waiting.set(to, later);
      try {
        const changes = await find();
        if (changes === undefined) return false;
        for (const { event, id } of await eventsFor(to.viewer, changes, loaders)) to.send(event, id);
        return true;
      } finally {
        waiting.delete(to);
        for (const [event, id] of later) to.send(event, id);
      }
    },
  };
}

/** Viewers who see the same are served by one look at the database. */
function groupViewers(subscribers: Iterable<Subscriber>, perUser: boolean): Map<string, Subscriber[]> {
  const groups = new Map<string, Subscriber[]>();
  for (const one of subscribers) {
    const { viewer } = one;
    const who = perUser && 'id' in viewer ? `:${viewer.kind}:${viewer.id}` : '';
    const key = `${clientScope(viewer)}:${levelOfViewer(viewer)}${who}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

async function eventsFor(
  viewer: Viewer,
  changes: readonly StoredChange[],
  loaders: ReadonlyMap<string, Registration>,
): Promise<{ event: ChangeEvent; id: number }[]> {
  const visible = latestOfEach(
    changes.filter((change) => mayHear(viewer, change, loaders.get(change.entity))),
  );
  const events: { event: ChangeEvent; id: number }[] = [];
  for (const entity of new Set(visible.map((change) => change.entity))) {
    const mine = visible.filter((change) => change.entity === entity);
    const ids = mine.filter((change) => change.type !== 'deleted').map((change) => change.entity_id);
    const registration = loaders.get(entity);
    const rows = ids.length === 0 || registration === undefined ? [] : await registration.load(viewer, ids);
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

/** Of several changes of one thing the last counts; a new one that was changed at once is still new. */
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
