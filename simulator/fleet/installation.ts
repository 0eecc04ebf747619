/** Differences between places and between devices, beyond the drawings; each with its source or J. */
import type { Site } from '../box/descriptor.ts';
import type { SensorHabits } from '../physics/sensors.ts';
import type { Tensioner } from '../physics/tensioner.ts';
import { Draws, type Key } from '../prng.ts';

/** Sun, wind and light of a box. `draws` are the fleet's own; later additions have their own key. */
export function siteOf(key: Key, draws: Draws, tram: boolean): Site {
  const own = new Draws(key);
  const azimuth = own.chance(0.75) ? own.normal(180, 30) : own.uniform(70, 290);
  const shaded = own.chance(0.3);
  const from = own.uniform(60, 280);
  return {
    // Copper in the sun: 9 to 15 °C at 1,000 W/m² (domain model, section 2.2).
    sunOnWire: draws.uniform(9, 15),
    joule: draws.uniform(1, tram ? 4 : 8),
    // The fleet has always drawn 0.7 to 1 here; half of the loss is dirt that every panel has.
    panel: 0.5 + draws.uniform(0.7, 1) / 2,
    // Panels are mounted where the pole allows: three of four facing about south. J
    plane: { tilt: own.uniform(30, 75), azimuth: Math.min(290, Math.max(70, azimuth)) },
    // A shielded sensor lets through 0 to 4 °C of the sun's heat, a worn one more. J
    sensorSun: { gain: own.uniform(0, 4), azimuth: own.uniform(90, 270) },
    // 30 to 60 min (domain model, section 2.2).
    bodyLag: own.uniform(30, 60),
    // Three boxes of ten have a pole, a tree or a roof before a part of the low sun. J
    shade: shaded ? { from, to: from + own.uniform(6, 22), below: own.uniform(0.2, 0.6) } : null,
  };
}

/** Individual deviations of a device and its wire. */
export function wearOf(key: Key): {
  typed: number;
  tensioner: Pick<Tensioner, 'coldFriction' | 'stiction' | 'settling'>;
} {
  const own = new Draws(key ^ 0x77);
  return {
    // The length in the file is wrong by 1 to 3 %: measured on a plan, or to the wrong mast. J
    typed: 1 + Math.min(0.03, Math.max(-0.03, own.normal(0, 0.015))),
    tensioner: {
      // Seals and grease: at −15 °C friction is usually half as high again. J
      coldFriction: own.uniform(0.005, 0.025),
      stiction: own.uniform(1, 1.5),
      // +10 to +50 mm in the first year (domain model, section 2.2): 9 to 45 mm for each tenfold of the age
      // after the first month.
      settling: own.uniform(5, 40),
    },
  };
}

/** Sensors as sold: 0.1 % and 0.02 % per degree, some with coarse steps. J */
export function sensorsOf(key: Key): SensorHabits {
  const own = new Draws(key ^ 0x99);
  const coarse = own.chance(0.15);
  return {
    strokePerDegree: own.normal(0, 0.08),
    pressurePerDegree: own.normal(0, 0.025),
    temperatureOffset: own.normal(0, 0.3),
    pressureStep: coarse ? 0.5 : 0.1,
    temperatureStep: own.chance(0.15) ? 0.5 : 0.1,
  };
}
