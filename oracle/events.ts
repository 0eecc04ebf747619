import type { ApiMeasure } from '@aerowatch/contracts/api/measures';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import { liveMeasures } from '../server/features/measures/live.ts';
import type { Db } from '../server/platform/database/db.ts';
import type { MeasureSpan } from '../server/platform/events/events.ts';
import { withMeasures } from '../web/entities/curves/append.ts';
import type { Curve } from '../web/entities/curves/types.ts';
import { entities, eventsApplied } from '../web/lib/state/entities-slice.ts';
import type { Case } from './cases/case.ts';
import { chanceOf } from './cases/chance.ts';
import type { NaiveBox } from './naive/naive.ts';
import { cellsOf } from './naive/naive-reads.ts';
import type { CaseIds } from './store-world.ts';

interface Sent {
  readonly aero: number;
  readonly data: ApiMeasure[];
}

/** The events that a browser receives while watching a case, and the result of its reducers in any order. */
export class Events {
  readonly watched: boolean;
  readonly #given: Case;
  readonly #spans: MeasureSpan[] = [];
  readonly #sent: Sent[] = [];
  /** Curves by AERO, as the browser read them at some moment. */
  readonly #read = new Map<number, Curve>();
  #rounds = 0;

  constructor(given: Case, watched: boolean) {
    this.#given = given;
    this.watched = watched;
  }
  hear(span: MeasureSpan): void {
    if (this.watched) this.#spans.push(span);
  }

  /** Reads the present state of the object that an event names. */
  async deliver(db: Db, { placed, naive }: { placed: CaseIds; naive: NaiveBox }): Promise<void> {
    if (!this.watched) return;
    const spans = this.#spans.splice(0);
    for (const span of spans)
      for (const [aero, data] of await liveMeasures(db)({ kind: 'system' }, [span]))
        this.#sent.push({ aero, data: [...data] as ApiMeasure[] });
    if (this.#rounds === this.#given.shuffle % this.#given.rounds.length)
      for (const [position, aero] of placed.aeros) this.#read.set(aero, curveOf(aero, naive, position));
    this.#rounds += 1;
  }

  /** The curve of an AERO and its newest measure, as the browser shows them after all events. */
  shown(aero: number): { curve: Curve; latest: Record<string, unknown> | undefined } {
    let curve = this.#read.get(aero) ?? { aero, time: [], count: [], metrics: curveMetrics([]) };
    let state = entities(undefined, { type: 'begin' });
    for (const { aero: id, data } of chanceOf(this.#given.shuffle).shuffled(this.#sent)) {
      if (id !== aero) continue;
      curve = withMeasures(curve, data);
      state = entities(state, eventsApplied([{ entity: 'measures', type: 'added', id, data }]));
    }
    return { curve, latest: state.measures.entities[aero] as unknown as Record<string, unknown> | undefined };
  }
}

function curveOf(aero: number, naive: NaiveBox, position: number): Curve {
  const cells = cellsOf(naive.sorted(position), METRIC_KEYS, 'raw');
  return {
    aero,
    time: cells.map((cell) => cell.time),
    count: cells.map((cell) => cell.count),
    metrics: curveMetrics(cells),
  };
}

function curveMetrics(cells: ReturnType<typeof cellsOf>): Curve['metrics'] {
  return Object.fromEntries(
    METRIC_KEYS.map((metric) => {
      const of = (part: 'min' | 'max' | 'mean') => cells.map((cell) => cell.bands[metric]![part]);
      return [metric, { min: of('min'), max: of('max'), mean: of('mean') }];
    }),
  );
}
