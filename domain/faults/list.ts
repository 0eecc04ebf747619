/**
 * The list of faults, one line each: the keys of faults and findings, and all that is known of them, derive
 * from it.
 */
import { aeroSilent } from './aero-silent/fault.ts';
import { batteryAged } from './battery-aged/fault.ts';
import { batteryFalling } from './battery-falling/fault.ts';
import { batteryLow } from './battery-low/fault.ts';
import { brokenWire } from './broken-wire/fault.ts';
import { burst } from './burst/fault.ts';
import { creep } from './creep/fault.ts';
import { currentDrain } from './current-drain/fault.ts';
import { firmwareFellBack } from './firmware-fell-back/fault.ts';
import { friction } from './friction/fault.ts';
import { heldOneSide } from './held-one-side/fault.ts';
import { icing } from './icing/fault.ts';
import { leak } from './leak/fault.ts';
import { looseConnection } from './loose-connection/fault.ts';
import { offExpected } from './off-expected/fault.ts';
import { panelShaded } from './panel-shaded/fault.ts';
import { panelSoiled } from './panel-soiled/fault.ts';
import { pressureSensorDrift } from './pressure-sensor-drift/fault.ts';
import { pressureSensorStep } from './pressure-sensor-step/fault.ts';
import { pressureSensorStuck } from './pressure-sensor-stuck/fault.ts';
import type { FaultRow, FindingRow, HeldEvidence, Impostor } from './row.ts';
import { seized } from './seized/fault.ts';
import { slippedWire } from './slipped-wire/fault.ts';
import { stopCold } from './stop-cold/fault.ts';
import { stopHot } from './stop-hot/fault.ts';
import { strokeSensorDrift } from './stroke-sensor-drift/fault.ts';
import { strokeSensorStep } from './stroke-sensor-step/fault.ts';
import { strokeSensorStuck } from './stroke-sensor-stuck/fault.ts';
import { sunOnSensor } from './sun-on-sensor/fault.ts';
import { swappedAeros } from './swapped-aeros/fault.ts';
import { temperatureSensorStep } from './temperature-sensor-step/fault.ts';
import { temperatureSensorStuck } from './temperature-sensor-stuck/fault.ts';
import { unusual } from './unusual/fault.ts';
import { NO_FAULTS } from './vocabulary.ts';
import { wrongLength } from './wrong-length/fault.ts';

const LIST = faults(
  seized,
  heldOneSide,
  friction,
  burst,
  leak,
  brokenWire,
  slippedWire,
  creep,
  icing,
  stopHot,
  stopCold,
  wrongLength,
  offExpected,
  strokeSensorStuck,
  pressureSensorStuck,
  temperatureSensorStuck,
  strokeSensorDrift,
  pressureSensorDrift,
  strokeSensorStep,
  pressureSensorStep,
  temperatureSensorStep,
  sunOnSensor,
  looseConnection,
  swappedAeros,
  batteryLow,
  batteryFalling,
  batteryAged,
  currentDrain,
  panelSoiled,
  panelShaded,
  aeroSilent,
  firmwareFellBack,
  unusual,
);

type Row = (typeof LIST)[number];
/** Faults of an AERO, by the name a maintenance engineer uses. */
export type Fault = Row['key'];
/** Keys of findings: a finding holds numbers and codes, never text. */
export type FindingKey = KeysOf<Row['findings']>;
/** Every possible explanation of a reading: a fault, or something harmless that looks like one. */
export type CauseCode = Fault | (typeof NO_FAULTS)[number];

export const FAULTS = LIST.map(({ key }) => key) as readonly Fault[] as readonly [Fault, ...Fault[]];
export const CAUSES = [...FAULTS, ...NO_FAULTS] as const;

/** A row with its keys. */
export interface KeyedFaultRow extends FaultRow {
  readonly key: Fault;
  readonly findings: Readonly<Partial<Record<FindingKey, FindingRow>>>;
  readonly explains: readonly FindingKey[];
  readonly impostors: Readonly<Partial<Record<CauseCode, Impostor>>>;
}
export const FAULT_ROWS = Object.fromEntries(
  (LIST satisfies readonly KeyedFaultRow[]).map((row: KeyedFaultRow) => [row.key, row]),
) as Readonly<Record<Fault, KeyedFaultRow>>;

const FINDINGS = new Map<FindingKey, FindingRow & { readonly rows: readonly KeyedFaultRow[] }>();
for (const row of Object.values(FAULT_ROWS))
  for (const [key, finding] of Object.entries(row.findings) as [FindingKey, FindingRow][])
    FINDINGS.set(key, { ...finding, rows: [...(FINDINGS.get(key)?.rows ?? []), row] });

/** Keys of all findings, in the order in which a diagnosis lists them. */
export const FINDING_KEYS = [...FINDINGS]
  .sort(([, a], [, b]) => a.place - b.place)
  .map(([key]) => key) as readonly FindingKey[] as readonly [FindingKey, ...FindingKey[]];

/**
 * The row of a finding, and those of the faults that it may name. Stored findings may have keys of earlier
 * versions.
 */
export const findingRow = (key: FindingKey) => FINDINGS.get(key)!;

/** What a finding concerns: the same for all faults that it may name. */
export const concernOf = (key: FindingKey) => findingRow(key).rows[0]!.concerns;

/** Whether the absence of a finding says that its faults are most likely absent too. */
export const isPromised = (key: FindingKey) => findingRow(key).rows.every(({ promised }) => promised);

/** The fault that a finding names, by the values it holds. */
export function faultNamedBy(key: FindingKey, held: HeldEvidence): Fault {
  const { rows } = findingRow(key);
  const named = rows.find(({ names }) => names?.(held)) ?? rows.find(({ names }) => names === undefined);
  return named!.key;
}

type KeysOf<T> = T extends unknown ? Extract<keyof T, string> : never;
type KeyIn<R extends readonly FaultRow[]> = KeysOf<R[number]['findings']>;
type CauseIn<R extends readonly FaultRow[]> = R[number]['key'] | (typeof NO_FAULTS)[number];
/** Keys that a row names but no row has: misspelt, or removed. */
type Unknown<Row extends FaultRow, R extends readonly FaultRow[]> =
  | Exclude<Row['explains'][number], KeyIn<R>>
  | Exclude<KeysOf<Row['impostors']>, CauseIn<R>>;

/** The rows unchanged; a line whose row names a finding or a cause that no row has does not compile. */
export function faults<const R extends readonly FaultRow[]>(
  ...rows: {
    [I in keyof R]: [Unknown<R[I], R>] extends [never] ? R[I] : { readonly unknown: Unknown<R[I], R> };
  }
): R {
  return rows as unknown as R;
}
