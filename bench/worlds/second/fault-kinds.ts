export type Severity = 'mild' | 'medium' | 'severe';

/** What a kind of fault is like: its amounts by severity, and how long a slow one takes to be whole. */
export interface Sort {
  amounts: [number, number, number];
  unit: string;
  /** Days until a slow one is whole; 0 for what is sudden or grows without end by its nature. */
  slowDays: number;
  /** Of the whole box, not of one AERO. */
  ofBox?: true;
}

/** Kinds of docs/domain.md 2.4 and 6.5 that show in measures; amounts bracket the rates that are given there. */
export const SORTS = {
  leak: { amounts: [0.02, 0.08, 0.3], unit: '% of the gas a day', slowDays: 0 },
  burst: { amounts: [0.12, 0.3, 0.7], unit: 'share of the gas', slowDays: 2 },
  seized: { amounts: [0.6, 0.9, 1], unit: 'share of the time', slowDays: 30 },
  friction: { amounts: [0.05, 0.08, 0.12], unit: 'share of the tension', slowDays: 60 },
  creep: { amounts: [0.3, 0.8, 2], unit: 'mm a day', slowDays: 0 },
  slip: { amounts: [40, 80, 160], unit: 'mm', slowDays: 30 },
  break: { amounts: [1, 1, 1], unit: 'wire', slowDays: 0 },
  'near-stop': { amounts: [0.2, 0.28, 0.35], unit: 'share of the travel', slowDays: 45 },
  spike: { amounts: [0.0005, 0.002, 0.01], unit: 'share of samples', slowDays: 0 },
  'stuck-sensor': { amounts: [0.25, 0.6, 1], unit: 'share of the time', slowDays: 0 },
  'stroke-drift': { amounts: [0.2, 0.5, 1.5], unit: 'mm a day', slowDays: 0 },
  'pressure-drift': { amounts: [0.02, 0.05, 0.15], unit: 'bar a day', slowDays: 0 },
  'stroke-offset': { amounts: [15, 35, 80], unit: 'mm', slowDays: 20 },
  'pressure-offset': { amounts: [1.5, 4, 8], unit: 'bar', slowDays: 20 },
  'temperature-sun-bias': { amounts: [4, 8, 14], unit: '°C in full sun', slowDays: 60 },
  'temperature-offset': { amounts: [4, 9, 15], unit: '°C', slowDays: 30 },
  'wrong-length': { amounts: [1.3, 0.5, 2], unit: 'times the real length', slowDays: 0 },
  'battery-ageing': { amounts: [0.75, 0.5, 0.3], unit: 'of its capacity', slowDays: 120, ofBox: true },
  soiling: { amounts: [0.65, 0.5, 0.35], unit: 'of the light', slowDays: 90, ofBox: true },
  shading: { amounts: [20, 40, 80], unit: 'degrees of azimuth without beam', slowDays: 60, ofBox: true },
  silent: { amounts: [3, 9, 10_000], unit: 'days', slowDays: 0, ofBox: true },
  reboot: { amounts: [10, 1, 0.2], unit: 'days between starts', slowDays: 0, ofBox: true },
  'clock-jump': { amounts: [10, 3600, 0], unit: 's a day, s, or back to 2000', slowDays: 0, ofBox: true },
  duplicates: { amounts: [0.01, 0.05, 0.2], unit: 'share of batches', slowDays: 0, ofBox: true },
  'out-of-order': { amounts: [0.01, 0.05, 0.2], unit: 'share of batches', slowDays: 0, ofBox: true },
} satisfies Record<string, Sort>;

export type FaultKind = keyof typeof SORTS;

/** All kinds, in the order of docs/domain.md. */
export const FAULT_KINDS = Object.keys(SORTS) as FaultKind[];

export interface FaultOptions {
  kind: FaultKind;
  severity: Severity;
  /** UTC ms; without effect for a wrong length, which is there from the start. */
  beginsMs: number;
  /** Of the AERO 0 (default) or 1; without effect for what is of the box. */
  aero?: 0 | 1;
  /** Grows over weeks instead of at once, where the kind can (default false). */
  slow?: boolean;
  /** Ends at this UTC ms, by a repair. */
  repairedMs?: number;
  /** The repair is told to the console as a new baseline (default true). */
  newBaseline?: boolean;
}

/** What a judge compares findings with. */
export interface FaultTruth extends FaultOptions {
  scope: 'aero' | 'box';
  amount: number;
  unit: string;
  /** When it is as strong as `amount` says; the beginning for what is sudden or grows on. */
  wholeMs: number;
  /** When it is over; absent when it lasts. */
  endsMs?: number;
}
