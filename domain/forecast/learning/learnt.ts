/** What the forecasts of a client's AEROs have learnt together, and its storage as bytes. */
import { type Calibration, FIRST_CALIBRATION } from './calibration.ts';
import { FACTORS, type Factors, factorBytes, factorsOf } from './conformal.ts';
import { firstPulls, PULLS, type Pulls } from './pull.ts';

export interface Learnt {
  readonly shared: Factors;
  readonly pulls: Pulls;
  readonly calibration: Calibration;
}

export const nothingLearnt = (): Learnt => ({
  shared: factorsOf(null),
  pulls: firstPulls(),
  calibration: FIRST_CALIBRATION,
});

/** Two more for the calibration. */
export const LEARNT_BYTES = (FACTORS + PULLS + 2) * 4;

export function learntBytes({ shared, pulls, calibration: { shift, stretch } }: Learnt): Uint8Array {
  const bytes = new Uint8Array(LEARNT_BYTES);
  bytes.set(factorBytes(shared));
  bytes.set(new Uint8Array(Float32Array.from([...pulls, shift, stretch]).buffer), FACTORS * 4);
  return bytes;
}

/** Bytes of another length (none, or of another version) are ignored. */
export function learntOf(bytes: Uint8Array | null): Learnt {
  if (bytes === null || bytes.length !== LEARNT_BYTES) return nothingLearnt();
  const own = Uint8Array.from(bytes);
  const rest = new Float32Array(own.slice(FACTORS * 4).buffer);
  return {
    shared: factorsOf(own.slice(0, FACTORS * 4)),
    pulls: rest.slice(0, PULLS),
    calibration: { shift: rest[PULLS]!, stretch: rest[PULLS + 1]! },
  };
}
