import { ANCHORS } from './case.ts';
import type { Chance } from './chance.ts';

/** Settings that all cases of a batch share. */
export const PLAN_AXES = {
  anchor: Object.keys(ANCHORS),
  gather: ['alone', 'together'],
  work: ['at the end', 'roll', 'pack', 'half', 'judge', 'all'],
  /** Whether the works of the last round run before the reads. */
  rest: ['done', 'waits'],
  span: ['open', 'days', 'odd', 'quarter', 'nothing'],
  every: ['none', 'raw', '1', '600', '7777', '21600', '86400', '604800', '31536000'],
  points: ['2', '12', '20000'],
  page: ['1', '7', '1000'],
  order: ['date', '-date'],
  file: ['csv en', 'csv fr imperial', 'xlsx en', 'xlsx fr imperial'],
  zone: ['UTC', 'Europe/Paris', 'America/St_Johns'],
} as const;
/** Axes that each case chooses for itself. */
export const CASE_AXES = {
  arrival: ['in order', 'shuffled', 'backwards'],
  doubled: ['never', 'some', 'all'],
  partial: ['whole', 'by metric', 'mixed'],
  conflicts: ['none', 'same in single', 'some', 'many'],
  spread: ['minutes', 'midnight', 'days', 'weeks', 'bursts'],
  values: ['plain', 'tenths', 'bounds', 'sentinels', 'swing'],
  form: ['batch', 'cbor', 'senml', 'mixed'],
  times: ['good', 'bounds', 'broken'],
  edits: ['none', 'add aero', 'rename', 'move', 'replay', 'archive'],
  rules: [
    'none',
    'instant',
    'window',
    'average',
    'varies',
    'slope',
    'sami',
    'bounds',
    'recovery',
    'joined',
    'flapping',
  ],
} as const;

export type Axes = Readonly<Record<string, string>>;
type Table = Readonly<Record<string, readonly string[]>>;

const draw = (table: Table, chance: Chance): Axes =>
  Object.fromEntries(Object.entries(table).map(([axis, values]) => [axis, chance.pick(values)]));

/** Chooses values so that soon every pair of values of two axes has occurred in a case. */
export class Coverage {
  readonly #met = new Set<string>();
  readonly total: number;

  constructor() {
    const sizes = Object.values({ ...PLAN_AXES, ...CASE_AXES }).map((values) => values.length);
    const sum = sizes.reduce((a, b) => a + b, 0);
    this.total = (sum * sum - sizes.reduce((a, b) => a + b * b, 0)) / 2;
  }
  get met(): number {
    return this.#met.size;
  }
  /** Of a few random candidates, the one that adds most pairs not covered yet. */
  choose(table: Table, chance: Chance, beside: Axes, tries: number): Axes {
    let best: Axes = {};
    let most = -1;
    for (let tried = 0; tried < tries; tried += 1) {
      const axes = { ...beside, ...draw(table, chance) };
      const fresh = pairsOf(axes).filter((pair) => !this.#met.has(pair)).length;
      if (fresh > most) [best, most] = [axes, fresh];
    }
    return best;
  }
  note(axes: Axes): void {
    for (const pair of pairsOf(axes)) this.#met.add(pair);
  }
}

function pairsOf(axes: Axes): string[] {
  const values = Object.entries(axes)
    .map(([axis, value]) => `${axis}=${value}`)
    .sort();
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
}
