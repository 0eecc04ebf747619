import { DAY, HOUR } from '@aerowatch/domain/durations';

const RAD = Math.PI / 180;

export interface Sun {
  /** Sine of the elevation above the horizon. */
  sinElevation: number;
  /** Azimuth in degrees from north, clockwise. */
  azimuth: number;
}

/** Day of the year with its fraction (1 January 00:00 UTC is 0). */
export function dayOfYear(time: number): number {
  return (time - Date.UTC(new Date(time).getUTCFullYear(), 0, 1)) / DAY;
}

/** Solar hour of the day at a longitude (without the equation of time, at most 16 minutes). */
export function solarHour(time: number, longitude: number): number {
  return ((((time % DAY) / HOUR + longitude / 15) % 24) + 24) % 24;
}

/** Declination in radians (Cooper). */
export function declination(day: number): number {
  return 23.45 * RAD * Math.sin((2 * Math.PI * (day + 285)) / 365.25);
}

/** Sine of the sun's elevation at solar noon. */
export function sinNoonElevation(day: number, latitude: number): number {
  return Math.max(0, Math.cos(latitude * RAD - declination(day)));
}

/** Position of the sun. */
export function sunAt(time: number, latitude: number, longitude: number, out: Sun): Sun {
  const dec = declination(dayOfYear(time));
  const lat = latitude * RAD;
  const angle = (solarHour(time, longitude) - 12) * 15 * RAD;
  const sinLat = Math.sin(lat);
  const cosLat = Math.cos(lat);
  const cosAngle = Math.cos(angle);
  out.sinElevation = sinLat * Math.sin(dec) + cosLat * Math.cos(dec) * cosAngle;
  out.azimuth = (Math.atan2(Math.sin(angle), cosAngle * sinLat - Math.tan(dec) * cosLat) / RAD + 180) % 360;
  return out;
}

/** Clear-sky irradiance on the ground in W/m² (Haurwitz 1945). */
export function clearSky(cosZenith: number): number {
  return cosZenith <= 0.001 ? 0 : 1098 * cosZenith * Math.exp(-0.059 / cosZenith);
}

/** Irradiance under a cloud cover of 0 to 1 (Kasten and Czeplak 1980). */
export function underClouds(clear: number, cloud: number): number {
  return clear * (1 - 0.75 * cloud ** 3.4);
}

/** W/m² outside the atmosphere. */
const SOLAR_CONSTANT = 1361;

/**
 * Direct irradiance on a plane that faces the sun, from an irradiance on the ground, W/m²: Erbs, Klein and
 * Duffie (1982), with their diffuse share by the share of extraterrestrial light that arrives.
 */
export function beamOf(irradiance: number, sinElevation: number): number {
  if (sinElevation < 0.03) return 0;
  const k = Math.min(0.8, irradiance / (SOLAR_CONSTANT * sinElevation));
  const diffuse =
    k <= 0.22 ? 1 - 0.09 * k : 0.9511 - 0.1604 * k + 4.388 * k ** 2 - 16.638 * k ** 3 + 12.336 * k ** 4;
  return Math.min(1000, ((1 - Math.max(0.165, diffuse)) * irradiance) / sinElevation);
}

/** Cosine between the sun and the normal of a plane tilted (degrees from level) and turned (azimuth); 0 behind it. */
export function cosIncidence(sun: Sun, plane: { tilt: number; azimuth: number }): number {
  const cosElevation = Math.sqrt(Math.max(0, 1 - sun.sinElevation ** 2));
  const cosine =
    sun.sinElevation * Math.cos(plane.tilt * RAD) +
    cosElevation * Math.sin(plane.tilt * RAD) * Math.cos((sun.azimuth - plane.azimuth) * RAD);
  return sun.sinElevation <= 0 ? 0 : Math.max(0, cosine);
}
