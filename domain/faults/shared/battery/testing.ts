/** A cell of 6.8 Ah under the small model's weather, for tests of the power supply. */
import type { FindingKey } from '../../list.ts';
import { AERO, buildMeasures, diagnose } from '../../testing.ts';

const DAYS = 90;
const plain = buildMeasures(DAYS);
const CURVE = [3.3, 3.5, 3.6, 3.66, 3.69, 3.73, 3.78, 3.86, 3.94, 4.04, 4.18];
const restAt = (charge: number) => {
  const at = Math.min(9.999, Math.max(0, charge * 10));
  const i = Math.floor(at);
  return CURVE[i]! + (CURVE[i + 1]! - CURVE[i]!) * (at - i);
};

export interface Cell {
  /** Inner resistance at the device's temperature, Ω, by day. */
  ohms?: (day: number) => number;
  /** mA drawn, by day. */
  use?: (day: number) => number;
  /** mA that the panel gives at noon, by day. */
  sun?: (day: number) => number;
  /** State of charge on the first day. */
  begins?: number;
  /** V by which single measures dip. */
  dips?: number;
  /** h UTC at which it dips each day by 0.1 V, while the box sends. */
  sends?: number;
  /** Minutes between measures, divided by 10. */
  every?: number;
  days?: number;
}

/** A finding on a cell of 6.8 Ah that takes all that the panel gives until it is full. */
export function findingOn(key: FindingKey, cell: Cell) {
  const {
    ohms = () => 0.12,
    use = () => 4,
    sun = () => 300,
    begins = 1,
    dips = 0,
    every = 1,
    sends = -1,
  } = cell;
  let charge = begins;
  const points = plain.slice(0, (cell.days ?? DAYS) * 144).map((m, i) => {
    const day = i / 144;
    const light = Math.max(0, Math.cos(((day % 1) - 0.5) * 2 * Math.PI * 1.1));
    const cold = 1 + 0.03 * Math.max(0, 20 - m.temperature!);
    const current = charge >= 1 ? Math.min(use(day), sun(day) * light) : sun(day) * light;
    charge = Math.min(1, charge + (0.98 * current - use(day)) / 6 / 6800);
    const single = dips > 0 && (i * 7919) % 53 === 0 ? dips : 0;
    const dip = i % 144 === sends * 6 ? 0.1 : single;
    const volts = restAt(charge) + (current / 1000) * ohms(day) * cold - dip;
    return {
      ...m,
      battery_voltage: Math.round(volts * 100) / 100,
      charge_current: Math.round(current),
      solar_voltage: light > 0 ? Math.round(600 * (1 + 0.04 * Math.log(light))) / 100 : 0,
    };
  });
  return diagnose({
    points: points.filter((_, i) => i % every === 0),
    aero: AERO,
    latitude: 47,
    longitude: 0,
    logTime: every * 600,
  }).findings.find((one) => one.key === key)!;
}
