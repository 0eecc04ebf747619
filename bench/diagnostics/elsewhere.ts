/** A world for which no method was tuned: the same physics with figures far from those of the simulator. */
import type { BoxDescriptor } from '@aerowatch/simulator/box/descriptor';
import type { Draws } from '@aerowatch/simulator/prng';

/** An entered length up to 5 % off, twice as far as in the simulator. */
const TYPED = 0.02;
const MAX_TYPED = 0.05;
const clamped = (value: number, most: number) => Math.min(most, Math.max(-most, value));

/**
 * The box with sun, wind, friction, gas and sensors drawn from wider ranges: panels in any orientation,
 * shields that let sun through, slow and fast bodies, gas not tuned to its wire, sensors that depend on
 * temperature and have coarse resolution, clocks that drift by half a minute.
 */
export function elsewhere(box: BoxDescriptor, draws: Draws): BoxDescriptor {
  const from = draws.uniform(0, 360);
  return {
    ...box,
    slip: draws.chance(0.5) ? draws.integer(1, 30) : 0,
    site: {
      sunOnWire: draws.uniform(6, 20),
      joule: draws.uniform(0, 12),
      panel: draws.uniform(0.5, 1),
      plane: { tilt: draws.uniform(5, 90), azimuth: draws.uniform(60, 300) },
      sensorSun: { gain: draws.uniform(0, 7), azimuth: draws.uniform(0, 360) },
      bodyLag: draws.uniform(12, 90),
      shade: draws.chance(0.5)
        ? { from, to: from + draws.uniform(6, 45), below: draws.uniform(0.2, 0.9) }
        : null,
    },
    aeros: box.aeros.map((aero) => ({
      ...aero,
      regularized_length: Math.round(
        aero.tensioner.length * (1 + clamped(draws.normal(0, TYPED), MAX_TYPED)),
      ),
      tensioner: {
        ...aero.tensioner,
        coldFriction: draws.uniform(0, 0.035),
        stiction: draws.uniform(1, 1.8),
        settling: draws.uniform(0, 60),
        tuning: 1 + clamped(draws.normal(0, 0.15), 0.35),
      },
      sensors: {
        strokePerDegree: draws.normal(0, 0.2),
        pressurePerDegree: draws.normal(0, 0.05),
        temperatureOffset: draws.normal(0, 0.6),
        pressureStep: draws.pick([0.1, 0.1, 0.5, 1]),
        temperatureStep: draws.pick([0.1, 0.1, 0.5, 1]),
      },
    })),
  };
}
