import { METRIC_KEYS, METRICS, type MetricKey, SENTINELS } from '@aerowatch/domain/metrics';
import { anchorOf, type Case, type Edit, type Message, type SentMeasure } from '../cases/case.ts';
import type { NaiveRow, Values } from './naive-row.ts';
import { NaiveRules } from './naive-rules.ts';

export interface NaiveAside {
  reason: string;
  /** One measure; the whole message when absent. */
  readonly measure?: { position: number; time: number; values: Values };
  readonly conflict?: { position: number; time: number; metric: MetricKey; stored: number; refused: number };
  replayed: boolean;
}

const FUTURE = 600_000;
const EARLIEST = Date.UTC(2015, 0, 1);
const none = (): Values => METRIC_KEYS.map(() => null);
/** The value in single precision, written with seven decimal digits. */
const single = (value: number): number => Number(Math.fround(value).toPrecision(7));

/**
 * Reads a box's messages as a reader with pencil and paper would, one after the other in the order sent: no
 * SQL, no rollup, no pack, no batch.
 */
export class NaiveBox {
  readonly ledger = {
    messages: 0,
    received: 0,
    stored: 0,
    merged: 0,
    duplicates: 0,
    set_aside: 0,
    conflicts: 0,
    nulled: 0,
  };
  readonly rows = new Map<number, Map<number, NaiveRow>>();
  readonly asides: NaiveAside[] = [];
  readonly rules = new Map<number, NaiveRules>();
  readonly #once = new Set<string>();
  readonly #now: number;
  readonly #anchor: number;
  readonly #case: Case;
  renamed = false;
  moved = false;

  constructor(given: Case, now: number) {
    this.#case = given;
    this.#now = now;
    this.#anchor = anchorOf(given.plan, now);
    for (let position = 1; position <= given.aeros; position += 1) this.#add(position);
  }

  #add(position: number): void {
    this.rows.set(position, new Map());
    // Rules watch the AEROs that existed when the rules were created.
    if (position <= this.#case.aeros)
      this.rules.set(position, new NaiveRules(this.#case.conditions, this.#case.joined === true));
  }

  /** Rows of an AERO in the order of time. */
  sorted(position: number): NaiveRow[] {
    return [...(this.rows.get(position)?.values() ?? [])].sort((a, b) => a.time - b.time);
  }

  edit(edit: Edit): void {
    if (edit === 'add aero' && !this.rows.has(2)) this.#add(2);
    if (edit === 'rename') this.renamed = true;
    if (edit === 'move') this.moved = true;
    if (edit === 'replay') for (const aside of [...this.asides]) this.#replay(aside);
    if (edit === 'archive') for (const rules of this.rules.values()) rules.archive();
  }

  receive(message: Message): void {
    this.ledger.messages += 1;
    if (message.form === 'broken') {
      this.ledger.received += 1;
      this.ledger.set_aside += 1;
      this.asides.push({ reason: 'not_json', replayed: false });
      return;
    }
    for (const measure of message.measures) this.#measure(measure);
  }

  #measure({ position, at, values }: SentMeasure): void {
    const clean = METRIC_KEYS.map((metric) => {
      const value = values[metric];
      if (value === null || value === undefined) return null;
      const { min, max } = METRICS[metric];
      if (!SENTINELS.includes(value) && value >= min && value <= max) return value;
      this.ledger.nulled += 1;
      return null;
    });
    this.#take({ position, time: this.#anchor + at, values: clean });
  }

  #take(measure: NonNullable<NaiveAside['measure']>): void {
    this.ledger.received += 1;
    const { position, time } = measure;
    const problem = this.#problem(measure);
    if (problem !== null) {
      if (this.#isNew(measure)) {
        this.ledger.set_aside += 1;
        this.asides.push({ reason: problem, measure, replayed: false });
      } else this.ledger.duplicates += 1;
      return;
    }
    const rows = this.rows.get(position)!;
    const row = rows.get(time);
    if (row === undefined) {
      rows.set(time, {
        time,
        values: measure.values.map((value) => (value === null ? null : single(value))),
        late: 0,
        judged: false,
      });
      this.ledger.stored += 1;
      this.rules.get(position)?.note();
    } else this.ledger[this.#merge(row, measure) ? 'merged' : 'duplicates'] += 1;
  }

  #problem({ position, time }: { position: number; time: number }): string | null {
    if (time > this.#now + FUTURE) return 'future';
    if (time < EARLIEST) return 'before_2015';
    return this.rows.has(position) ? null : 'no_such_aero';
  }

  /** Adds the missing values to the row; a value that differs from the row's is a conflict. */
  #merge(row: NaiveRow, { position, time, values }: NonNullable<NaiveAside['measure']>): boolean {
    let gave = false;
    for (const [index, metric] of METRIC_KEYS.entries()) {
      const value = values[index] ?? null;
      if (value === null) continue;
      const stored = row.values[index] ?? null;
      if (stored === null) {
        row.values[index] = single(value);
        if (row.judged) row.late |= 1 << index;
        gave = true;
      } else if (stored !== single(value))
        this.#refuse({ position, time, metric, stored, refused: single(value) });
    }
    if (gave) this.rules.get(position)?.note();
    return gave;
  }

  #refuse(conflict: NonNullable<NaiveAside['conflict']>): void {
    const { position, time, metric, refused } = conflict;
    const values = none().with(METRIC_KEYS.indexOf(metric), refused);
    if (!this.#isNew({ position, time, values })) return;
    this.ledger.conflicts += 1;
    this.asides.push({ reason: 'conflict', conflict, replayed: false });
  }

  /** A measure is set aside once, however often it arrives. */
  #isNew(measure: NonNullable<NaiveAside['measure']>): boolean {
    const key = JSON.stringify([measure.position, measure.time, measure.values]);
    const fresh = !this.#once.has(key);
    this.#once.add(key);
    return fresh;
  }

  #replay(aside: NaiveAside): void {
    const { measure } = aside;
    if (aside.replayed || measure === undefined) return;
    const problem = this.#problem(measure);
    if (problem !== null) return;
    aside.replayed = true;
    this.ledger.received -= 1;
    this.ledger.set_aside -= 1;
    this.#take(measure);
  }

  /** The part of the workers that judges. */
  judge(): void {
    // A supervisor only watches boxes of its client.
    if (this.moved) return;
    for (const [position, rules] of this.rules) rules.judge(this.sorted(position), this.#now);
  }
}
