/** Light of a clear sky on a panel, and the voltage it makes. */

import { declination } from '../../../physics/solar.ts';
import { median } from '../../../physics/statistics.ts';

const RADIANS = Math.PI / 180;

/**
 * A clear sky: direct light perpendicular to its rays and diffuse light, W/m², and the position of the sun.
 */
export interface Sun {
  readonly beam: number;
  readonly sky: number;
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

/** Position of the sun, °: height, and azimuth from north, clockwise; `hour` from solar noon. */
export function sunAt(latitude: number, dayOfYear: number, hour: number) {
  const { east, north, up } = directionOf(latitude, dayOfYear, hour);
  return {
    height: Math.asin(up) / RADIANS,
    azimuth: (Math.atan2(east, north) / RADIANS + 360) % 360,
  };
}

function directionOf(latitude: number, dayOfYear: number, hour: number) {
  const [phi, delta, angle] = [latitude * RADIANS, declination(dayOfYear) * RADIANS, 15 * hour * RADIANS];
  return {
    east: -Math.cos(delta) * Math.sin(angle),
    north: Math.sin(delta) * Math.cos(phi) - Math.cos(delta) * Math.sin(phi) * Math.cos(angle),
    up: Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(angle),
  };
}

/** Sine of the sun's height below which the clear sky's light is not computed. */
const LOWEST = 0.05;
/** The clear sky at an hour from noon; null if the sun is too low. Fitted to Haurwitz' global light, a tenth diffuse. */
export function clearSunOf(latitude: number, dayOfYear: number, hour: number): Sun | null {
  const direction = directionOf(latitude, dayOfYear, hour);
  const { up } = direction;
  return up < LOWEST ? null : { ...direction, beam: 950 * Math.exp(-0.13 / up), sky: 90 * Math.sqrt(up) };
}

/** Orientation of a panel: its normal (east, north, up). */
export type Normal = readonly [east: number, north: number, up: number];
/** The normal of a panel, by tilt and azimuth, °. */
export const normalOf = (tilt: number, azimuth: number): Normal => [
  Math.sin(tilt * RADIANS) * Math.sin(azimuth * RADIANS),
  Math.sin(tilt * RADIANS) * Math.cos(azimuth * RADIANS),
  Math.cos(tilt * RADIANS),
];
/** Orientations that are tried, °. */
const TILTS = [20, 35, 50, 65, 80] as const;
const AZIMUTHS = [80, 110, 140, 160, 180, 200, 220, 250, 280] as const;
const NORMALS = TILTS.flatMap((tilt) => AZIMUTHS.map((azimuth) => normalOf(tilt, azimuth)));

/** Share of the light that grass and ballast reflect. */
const ALBEDO = 0.2;
/** Light of a clear sky on a panel, W/m²: direct, and all other. */
export function lightOn(sun: Sun, [east, north, up]: Normal): { beam: number; rest: number } {
  const beam = sun.beam * Math.max(0, sun.east * east + sun.north * north + sun.up * up);
  const ground = ALBEDO * (sun.beam * sun.up + sun.sky);
  return { beam, rest: (sun.sky * (1 + up)) / 2 + (ground * (1 - up)) / 2 };
}

/**
 * Share by which the voltage rises with each e-fold of light, and falls as 1 kW/m² heats the cell
 * (docs/domain.md, "Box").
 */
const PER_E = 0.042;
const HEATED = 0.003 * 26;
/** Voltage at a light in W/m², as a share of that at 1 kW/m², including the heating of the cell. */
export const voltageAt = (light: number): number =>
  (1 + PER_E * Math.log(Math.max(5, light) / 1000)) * (1 - (HEATED * light) / 1000);

/** Misfit beyond which an hour's weight falls no further: something hides the sun. */
const HIDDEN = 0.025;
/** The orientation that explains clear hours best; `levels`: share of the highest voltage, by hour as `suns`. */
export function orientationOf(suns: readonly Sun[], levels: readonly number[]): Normal {
  let best = { misfit: Number.POSITIVE_INFINITY, normal: NORMALS[0]! };
  for (const normal of NORMALS) {
    const residuals = levels.map((level, i) => {
      const { beam, rest } = lightOn(suns[i]!, normal);
      return level - voltageAt(beam + rest);
    });
    const middle = median(residuals);
    let misfit = 0;
    for (const residual of residuals) misfit += Math.min(HIDDEN, Math.abs(residual - middle));
    if (misfit < best.misfit) best = { misfit, normal };
  }
  return best.normal;
}
