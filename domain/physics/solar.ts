/** Sun and clear sky, for the yield of a panel over time. Angles in degrees, irradiance in W/m². */
const RADIANS = Math.PI / 180;

/** Declination of the sun on a day of the year, degrees (Cooper). */
export function declination(dayOfYear: number): number {
  return 23.45 * Math.sin(((2 * Math.PI) / 365) * (284 + dayOfYear));
}

/** Cosine of the sun's zenith angle at a solar hour (12 = noon); 0 or less: below the horizon. */
export function cosZenith(latitude: number, dayOfYear: number, solarHour: number): number {
  const [phi, delta] = [latitude * RADIANS, declination(dayOfYear) * RADIANS];
  const hour = 15 * (solarHour - 12) * RADIANS;
  return Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hour);
}

/** Global irradiance on a level plane under a clear sky (Haurwitz 1945). */
export function clearSky(cosz: number): number {
  return cosz <= 0 ? 0 : 1098 * cosz * Math.exp(-0.059 / cosz);
}

/** Share of the clear sky's irradiance that clouds (0 to 1) let through (Kasten and Czeplak 1980). */
export function cloudFactor(cloud: number): number {
  return 1 - 0.75 * cloud ** 3.4;
}

/** Energy of a clear day on a level plane, Wh/m². */
export function clearSkyDay(latitude: number, dayOfYear: number): number {
  const step = 0.1;
  let sum = 0;
  for (let hour = step / 2; hour < 24; hour += step)
    sum += clearSky(cosZenith(latitude, dayOfYear, hour)) * step;
  return sum;
}
