/**
 * Whether a battery has aged: its inner resistance, and how much its voltage rises with charge, now and
 * before.
 */
import { DAY } from '../../durations.ts';
import { median } from '../../physics/statistics.ts';
import { CELL_COLUMNS, type CellSums, VOLTS } from '../shared/battery/cell-sums.ts';
import { riseAt } from '../shared/battery/open-circuit.ts';
import { type DiagnosticContext, lastDays } from '../shared/context.ts';

/** A cell, as measured over some weeks. */
export interface Cell {
  /** Inner resistance at 20 °C and its standard error, Ω. */
  readonly ohms: number;
  readonly error: number;
  /** Rise of the voltage in V per Ah, and its standard error: a smaller capacity raises it. */
  readonly rise: number;
  readonly riseError: number;
  /** Median voltage, V, and number of days. */
  readonly level: number;
  readonly days: number;
  /** Standard deviation of the current about the mean of its day, times `coldFactor`, A. */
  readonly swing: number;
}

/**
 * Prior knowledge of resistance (none), rise (V/Ah: 0.06 to 0.18 of 6.8 Ah, more of an aged cell) and
 * temperature (V/K: the entropy of a Li-ion cell shifts its voltage by a few tenths of a mV), and its
 * certainty.
 */
const PRIOR = [0, 0.13, 0] as const;
const PRIOR_ERROR = [10, 0.1, 0.0005] as const;
const UNKNOWNS = PRIOR.length;
const MIN_DAYS = 7;
/** Least scatter of a voltage in steps of 10 mV, V. */
const RESOLUTION = 0.003;
/** Rounds of reweighting, and factor on the usual variance of a day from which its weight falls by half. */
const ROUNDS = 6;
const WILD = 4;

type Vector = readonly number[];
type Matrix = readonly Vector[];
const UNKNOWN = Array.from({ length: UNKNOWNS }, (_, a) => a);
const matrixOf = (entry: (a: number, b: number) => number): Matrix =>
  UNKNOWN.map((a) => UNKNOWN.map((b) => entry(a, b)));
const times = (matrix: Matrix, vector: Vector): Vector =>
  matrix.map((row) => row.reduce((sum, entry, b) => sum + entry * vector[b]!, 0));

/** Inverse of a symmetric matrix of three rows, by its cofactors. */
function inverseOf(m: Matrix): Matrix {
  const cofactor = (a: number, b: number) => {
    const [r, s] = [(a + 1) % 3, (a + 2) % 3];
    const [c, d] = [(b + 1) % 3, (b + 2) % 3];
    return m[r]![c]! * m[s]![d]! - m[r]![d]! * m[s]![c]!;
  };
  const determinant = m[0]!.reduce((sum, entry, b) => sum + entry * cofactor(0, b), 0);
  return matrixOf((a, b) => cofactor(b, a) / determinant);
}

const product = ({ products }: CellSums, a: number, b: number) => products[a * CELL_COLUMNS + b]!;
/** Residual of a day's normal equations: zero in each if the solution were the day's own. */
const leftOf = (day: CellSums, solution: Vector): Vector =>
  UNKNOWN.map((a) =>
    UNKNOWN.reduce((left, b) => left - solution[b]! * product(day, a, b), product(day, a, VOLTS)),
  );

/** Variance of a day's voltages about the solution, V². */
function varianceOf(day: CellSums, solution: Vector): number {
  const left = leftOf(day, solution);
  const squares = UNKNOWN.reduce(
    (sum, a) => sum - solution[a]! * (product(day, a, VOLTS) + left[a]!),
    product(day, VOLTS, VOLTS),
  );
  return Math.max(0, squares) / (day.n - 1);
}

/**
 * The cell from the sums of some days, each about its own mean; days unlike the others count less. Null with
 * too few days.
 */
export function cellOf(days: readonly CellSums[]): Cell | null {
  if (days.length < MIN_DAYS) return null;
  let weights = days.map(() => 1);
  let usual = (2 * RESOLUTION) ** 2;
  let solution: Vector = PRIOR;
  let inverse: Matrix = [];
  const sure = (a: number) => usual / PRIOR_ERROR[a]! ** 2;
  const summed = (entry: (day: CellSums) => number) =>
    days.reduce((sum, day, i) => sum + weights[i]! * entry(day), 0);
  for (let round = 0; round < ROUNDS; round++) {
    inverse = inverseOf(matrixOf((a, b) => summed((day) => product(day, a, b)) + (a === b ? sure(a) : 0)));
    solution = times(
      inverse,
      UNKNOWN.map((a) => summed((day) => product(day, a, VOLTS)) + sure(a) * PRIOR[a]!),
    );
    const variances = days.map((day) => varianceOf(day, solution));
    usual = Math.max(RESOLUTION ** 2, median(variances));
    weights = variances.map((variance) => 1 / (1 + variance / (WILD * usual)));
  }
  // The errors of measures on one day are correlated, so the error is taken from the differences between
  // days.
  const spread = days.map((day, i) => leftOf(day, solution).map((left) => weights[i]! * left));
  const between = matrixOf(
    (a, b) => spread.reduce((sum, left) => sum + left[a]! * left[b]!, 0) + (a === b ? usual * sure(a) : 0),
  );
  const errorOf = (a: number) =>
    Math.sqrt(inverse[a]!.reduce((sum, entry, b) => sum + entry * times(between, inverse[a]!)[b]!, 0));
  return {
    ohms: solution[0]!,
    error: errorOf(0),
    rise: solution[1]!,
    riseError: errorOf(1),
    level: median(days.map(({ level }) => level)),
    days: days.length,
    swing: Math.sqrt(summed((day) => product(day, 0, 0)) / summed(({ n }) => n)),
  };
}

/** Days that count as now; days ago between which the earlier period lies. */
const NOW = 42;
const BEFORE = [90, 60] as const;
/** Standard error, Ω, and level, V, beyond which a cell is not judged: nearly empty, its curve is steep and bent. */
const UNKNOWN_OHMS = 0.1;
const NEARLY_EMPTY = 3.7;
/** Highest resistance of a sound cell, and lowest of a cell called aged, Ω at 20 °C (J: 0.12 is usual). */
const SOUND = 0.15;
const AGED = 0.2;
/** Error of the cell model itself: Ω (bends of its curve), and share of the rise. */
const MODEL_OHMS = 0.04;
const MODEL_RISE = 0.15;
/**
 * Swing of the current, A, below which a battery is full all day: twice the resistance of a sound cell then moves
 * its voltage by a millivolt, where it is read in steps of 10. Then its level must have fallen too, by how much at
 * least, V. Least growth of the resistance, Ω: an error of the model is the same before (simulated; 9 of 240 AEROs of
 * `bench/worlds/second` were called aged in spring and summer, which none was).
 */
const FAINT = 0.006;
const LOWER = 0.003;
const GREW = 0.05;
/** Least rise for which a ratio is computed, V/Ah. */
const LEAST_RISE = 0.03;
/**
 * Contribution of one standard error of rise relative to one of resistance, and its maximum; the sum from
 * which a battery counts as aged.
 */
const SHARE = 0.7;
const MOST = 3;
const SURE = 2.5;

const isKnown = (cell: Cell | null): cell is Cell =>
  cell !== null && cell.error < UNKNOWN_OHMS && cell.level > NEARLY_EMPTY;

/**
 * Standard errors by which the voltage rises with charge more steeply than before, for its level: less
 * capacity.
 */
function steeper(now: Cell, before: Cell): number {
  const own = (cell: Cell) => Math.max(LEAST_RISE, cell.rise);
  const error = (cell: Cell) => cell.riseError / own(cell);
  const ratio = (own(now) / riseAt(now.level)) * (riseAt(before.level) / own(before));
  return Math.log(ratio) / Math.hypot(error(now), error(before), MODEL_RISE);
}

/**
 * The cell of the last six weeks and whether it has aged: a resistance above that of any sound cell combined
 * with a loss of capacity, so that neither must be certain alone. Null where it is unknown.
 */
export function ageingOf(context: DiagnosticContext): { readonly cell: Cell; readonly aged: boolean } | null {
  const sumsOf = (days: DiagnosticContext['days']) => days.flatMap(({ cell }) => cell ?? []);
  const cell = cellOf(sumsOf(lastDays(context, NOW)));
  if (!isKnown(cell)) return null;
  const before = cellOf(
    sumsOf(lastDays(context, BEFORE[0]).filter(({ start }) => start <= context.now - BEFORE[1] * DAY)),
  );
  if (!isKnown(before)) return { cell, aged: false };
  const more = Math.max(-1, Math.min(MOST, steeper(cell, before)));
  const high = (cell.ohms - SOUND) / Math.hypot(cell.error, MODEL_OHMS);
  const isSeen = cell.swing > FAINT || cell.level < before.level - LOWER;
  const grew = isSeen && cell.ohms - before.ohms > GREW;
  return { cell, aged: grew && cell.ohms >= AGED && high + SHARE * more > SURE };
}
