/** What the forecasts of a client's AEROs have learnt together, and its storage as bytes. */
import { type Calibration, FIRST_CALIBRATION, FIRST_SEASON_CALIBRATION } from './calibration.ts';
import { EARLIER_FACTORS, FACTORS, type Factors, factorBytes, factorsOf } from './conformal.ts';
import { firstPulls, PULLS, type Pulls } from './pull.ts';

export interface Learnt {
  readonly shared: Factors;
  readonly pulls: Pulls;
  readonly calibration: Calibration;
  readonly seasonCalibration: Calibration;
}

export const nothingLearnt = (): Learnt => ({
  shared: factorsOf(null),
  pulls: firstPulls(),
  calibration: FIRST_CALIBRATION,
  seasonCalibration: FIRST_SEASON_CALIBRATION,
});

/** Four more for the calibrations. */
export const LEARNT_BYTES = (FACTORS + PULLS + 4) * 4;
/** Of a version that learnt from weather alone: factors of one basis and one calibration. */
export const EARLIER_BYTES = (EARLIER_FACTORS + PULLS + 2) * 4;

export function learntBytes({ shared, pulls, calibration, seasonCalibration }: Learnt): Uint8Array {
  const both = [calibration, seasonCalibration].flatMap(({ shift, stretch }) => [shift, stretch]);
  const bytes = new Uint8Array(LEARNT_BYTES);
  bytes.set(factorBytes(shared));
  bytes.set(new Uint8Array(Float32Array.from([...pulls, ...both]).buffer), FACTORS * 4);
  return bytes;
}

/** Bytes of another length (none, or of a version before those) are ignored. */
export function learntOf(bytes: Uint8Array | null): Learnt {
  const first = nothingLearnt();
  if (bytes === null || (bytes.length !== LEARNT_BYTES && bytes.length !== EARLIER_BYTES)) return first;
  const factors = (bytes.length === LEARNT_BYTES ? FACTORS : EARLIER_FACTORS) * 4;
  const own = Uint8Array.from(bytes);
  const rest = new Float32Array(own.slice(factors).buffer);
  const calibrationAt = (at: number) => ({ shift: rest[at]!, stretch: rest[at + 1]! });
  return {
    shared: factorsOf(own.slice(0, factors)),
    pulls: rest.slice(0, PULLS),
    calibration: calibrationAt(PULLS),
    seasonCalibration: rest.length > PULLS + 2 ? calibrationAt(PULLS + 2) : first.seasonCalibration,
  };
}
