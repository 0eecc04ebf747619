import type { FineSky } from './fine-sky.ts';
import type { Random } from './random.ts';

/** A wire: metres, newtons, kelvin. Alpha is 17e-6 for copper and bronze alike. */
export interface Wire {
  areaMm2: number;
  youngGPa: number;
  diameterM: number;
  /** Weight that it carries, N/m, and the metres between the points that carry it: their sag softens it. */
  loadNm: number;
  spanM: number;
  /** Resistance, ohm per metre. */
  resistance: number;
}

const contact = (areaMm2: number, spanM: number): Wire => ({
  areaMm2,
  youngGPa: 120,
  diameterM: Math.sqrt((areaMm2 * 1.27) / 1e6),
  loadNm: areaMm2 * 0.0873,
  spanM,
  resistance: 0.0181 / areaMm2,
});

const messenger: Wire = {
  areaMm2: 65,
  youngGPa: 108,
  diameterM: 0.0105,
  // Itself, the droppers and the contact wire below.
  loadNm: 16.5,
  spanM: 58,
  resistance: 0.026 / 65,
};

export type ConductorName = 'trolley-107' | 'contact-107' | 'contact-150' | 'messenger-65' | 'both';

/** Wires on one device. A contact wire hangs on droppers every 6 m; a trolley wire without messenger on poles. */
export const CONDUCTORS: Record<ConductorName, { wires: Wire[]; tensionN: number }> = {
  'trolley-107': { wires: [contact(107, 30)], tensionN: 10_000 },
  'contact-107': { wires: [contact(107, 6)], tensionN: 10_000 },
  'contact-150': { wires: [contact(150, 6)], tensionN: 20_000 },
  'messenger-65': { wires: [messenger], tensionN: 10_000 },
  both: { wires: [contact(107, 6), messenger], tensionN: 20_000 },
};

export const ALPHA = 17e-6;

/** Axial stiffness E·S of what hangs on a device, N, softened by the sag between supports (Ernst 1965). */
export function stiffnessN(name: ConductorName): number {
  const { wires, tensionN } = CONDUCTORS[name];
  let sum = 0;
  for (const wire of wires) {
    const tension = tensionN / wires.length;
    const sag = (wire.loadNm ** 2 * wire.spanM ** 2) / (12 * tension ** 3);
    sum += 1 / (1 / (wire.areaMm2 * wire.youngGPa * 1000) + sag);
  }
  return sum;
}

export interface WireSurroundings {
  /** Direction of the line, radians from north. */
  lineAzimuth: number;
  /** Share of sunlight that the wire keeps: 0.6 new to 0.9 black. */
  absorbs: number;
  /** Mean current by day, A, as its root of mean squares. */
  currentA: number;
  /** Share of the wind of the weather station that reaches the wire. */
  exposed: number;
}

/** Watts per square metre and kelvin from a thin cylinder to moving air: Hilpert's law, natural convection below. */
function convection(windMs: number, diameterM: number): number {
  const reynolds = (windMs * diameterM) / 1.5e-5;
  return Math.max(9, (0.683 * reynolds ** 0.466 * 0.0257) / diameterM);
}

/** Trains of the hour: none deep in the night, two peaks. 0 to 1. */
export function traffic(ms: number): number {
  const hour = (ms % 86_400_000) / 3_600_000;
  if (hour < 3.5) return 0.08;
  return 0.45 + 0.35 * Math.exp(-(((hour - 7) / 1.8) ** 2)) + 0.35 * Math.exp(-(((hour - 17) / 2) ** 2));
}

/** Heat balance of one wire, step by step; °C. */
function oneWire(fine: FineSky, wire: Wire, around: WireSurroundings, random: Random): Float64Array {
  const temperature = new Float64Array(fine.count);
  const round = Math.PI * wire.diameterM;
  const heatCapacity = 3.44e6 * wire.areaMm2 * 1e-6;
  let [now, current] = [fine.airC[0]!, 0];
  for (let step = 0; step < fine.count; step++) {
    const sine = fine.sunSine[step]!;
    const along =
      Math.sqrt(Math.max(0, 1 - sine * sine)) * Math.cos(fine.sunAzimuth[step]! - around.lineAzimuth);
    const beam = fine.beamWm2[step]! * Math.sqrt(Math.max(0, 1 - along * along));
    const sun = around.absorbs * wire.diameterM * (beam + 1.3 * fine.diffuseWm2[step]!);
    const nightSky = 0.4 * round * 90 * (1 - 0.85 * fine.cloud[step]! ** 2) * 0.6;
    const busy = traffic(fine.startMs + step * 600_000);
    current = 0.6 * current + 0.4 * (around.currentA * busy) ** 2 * (0.3 + 1.6 * random.next());
    const losses = round * (convection(fine.windMs[step]! * around.exposed, wire.diameterM) + 3.5);
    const settled = fine.airC[step]! + (sun - nightSky + current * wire.resistance) / losses;
    now = settled + (now - settled) * Math.exp((-600 * losses) / heatCapacity);
    temperature[step] = now;
  }
  return temperature;
}

/** Temperature of what hangs on the device, °C, every ten minutes; of two wires by their stiffness. */
export function wireTemperature(
  fine: FineSky,
  name: ConductorName,
  around: WireSurroundings,
  random: Random,
): Float64Array {
  const { wires } = CONDUCTORS[name];
  const [first, second] = wires.map((wire) => oneWire(fine, wire, around, random));
  if (!second) return first!;
  const [one, two] = wires.map((wire) => wire.areaMm2 * wire.youngGPa) as [number, number];
  return first!.map((value, step) => (value * one + second[step]! * two) / (one + two));
}
