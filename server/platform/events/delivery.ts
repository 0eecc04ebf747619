import type { Log } from '../log/log.ts';
import { clientScope, levelOfViewer, type Viewer } from '../viewer.ts';
import { makeAudience, type Subscriber } from './audience.ts';
import { type BatchLoad, loadBisecting, makeBatchLoad } from './bisect.ts';
import { eventsFor, type Registration, type ViewerEvent } from './events-for.ts';
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

/**
 * Characters that a returning stream is sent at once. With more it would be cut off as one that does not
 * read, come back from the same position, and be cut off again: its page is read again instead.
 */
const MOST_REPLAYED = 1_000_000;

function isTooMuch(events: readonly ViewerEvent[]): boolean {
  let length = 0;
  return events.some(({ event }) => {
    length += JSON.stringify(event).length;
    return length > MOST_REPLAYED;
  });
}

/** Sends changes and measures to subscribers, limited to what each may see. */
export function makeDelivery(loaders: ReadonlyMap<string, Registration>, log: Log) {
  const audience = makeAudience(log);
  const { subscribers, letGo, hold } = audience;
  const reportLost = (what: object, error: unknown): void =>
    log.error({ err: error, ...what }, 'what cannot be looked up is told to nobody');
  const bisectEvents = (viewer: Viewer, changes: readonly StoredChange[]): Promise<ViewerEvent[]> =>
    eventsFor(viewer, changes, loaders, (load, ids, entity) => {
      const loadPart = (part: readonly number[]) => load(viewer, [...part]);
      return loadBisecting(ids, loadPart, (id, error) => reportLost({ entity, id }, error));
    });
  return {
    subscribers,
    letGo,
    async changes(changes: readonly StoredChange[]): Promise<void> {
      const perUser = changes.some(
        (change) => change.user_id !== null || loaders.get(change.entity)?.perUser === true,
      );
      const loadGroup = makeBatchLoad();
      for (const { viewer, sees, members } of groupViewers(subscribers, perUser))
        try {
          const events = await loadGroup(
            () => eventsFor(viewer, changes, loaders),
            () => bisectEvents(viewer, changes),
          );
          // Their rights may have changed since, so the loaded data is not for them.
          letGo(members.filter((one) => sightOf(one.viewer, perUser) !== sees));
          for (const { event, id } of events) for (const one of members) audience.send(one, event, id);
        } catch (error) {
          letGo(members, error);
        }
    },
    measures: (load: MeasuresLoader, spans: readonly MeasureSpan[]): Promise<void> =>
      sendMeasures(audience, load, spans, reportLost),
    /**
     * Sends what a subscriber missed, before anything newer; false if that cannot be determined or is too
     * much.
     */
    async missed(to: Subscriber, find: () => Promise<StoredChange[] | undefined>): Promise<boolean> {
      const release = hold(to);
      const { viewer } = to;
      let events: ViewerEvent[] = [];
      try {
        const changes = await find();
        if (changes === undefined) return false;
        const missed = await eventsFor(viewer, changes, loaders).catch(() => bisectEvents(viewer, changes));
        if (isTooMuch(missed)) return false;
        events = missed;
        return true;
      } finally {
        if (sightOf(to.viewer) !== sightOf(viewer)) letGo([to]);
        release(events);
      }
    },
  };
}

type ReportLost = (what: object, error: unknown) => void;

/** Sends each subscriber the new measures of the AEROs it watches. */
async function sendMeasures(
  audience: ReturnType<typeof makeAudience>,
  load: MeasuresLoader,
  spans: readonly MeasureSpan[],
  reportLost: ReportLost,
): Promise<void> {
  const loadGroup = makeBatchLoad();
  for (const one of [...audience.subscribers]) {
    const watched = spans.filter((span) => one.aeros.has(span.aero));
    try {
      if (watched.length > 0) await sendMeasuresTo(one, audience, load, watched, loadGroup, reportLost);
    } catch (error) {
      audience.letGo([one], error);
    }
  }
}

async function sendMeasuresTo(
  one: Subscriber,
  { letGo, send }: ReturnType<typeof makeAudience>,
  load: MeasuresLoader,
  spans: readonly MeasureSpan[],
  loadGroup: BatchLoad,
  reportLost: ReportLost,
): Promise<void> {
  const { viewer } = one;
  const read = async (part: readonly MeasureSpan[]) => [...(await load(viewer, part))];
  const measures = await loadGroup(
    () => read(spans),
    () => loadBisecting(spans, read, ({ aero }, error) => reportLost({ measuresOf: aero }, error)),
  );
  if (sightOf(one.viewer) !== sightOf(viewer)) letGo([one]);
  for (const [id, data] of measures)
    if (data.length > 0) send(one, { entity: 'measures', type: 'added', id, data }, undefined);
}

/** Viewers with the same key see the same; `perUser` makes it differ for each user. */
function sightOf(viewer: Viewer, perUser = true): string {
  const who = perUser && 'id' in viewer ? `:${viewer.kind}:${viewer.id}` : '';
  return `${clientScope(viewer)}:${levelOfViewer(viewer)}${who}`;
}

/** Viewers who see the same are served by one query. */
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
