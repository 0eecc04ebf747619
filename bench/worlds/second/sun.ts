// Position of the sun after Spencer (1971), clear sky after Haurwitz (1945), split of beam and diffuse light after
// Erbs (1982): textbook correlations, good to a few per cent, which is more than clouds leave of any of them.

const DAY = 86_400_000;
const RADIANS = Math.PI / 180;

export interface Sun {
  /** Sine of the elevation; negative at night. */
  sine: number;
  /** Radians from north, clockwise. */
  azimuth: number;
}

/** Days since the beginning of the year, as a fraction. */
export function dayOfYear(ms: number): number {
  return (ms - Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)) / DAY;
}

/** Sun at UTC milliseconds, seen from degrees of latitude and longitude (east positive). */
export function sunAt(ms: number, yearDay: number, latitude: number, longitude: number): Sun {
  const angle = (2 * Math.PI * yearDay) / 365;
  const declination =
    0.006918 -
    0.399912 * Math.cos(angle) +
    0.070257 * Math.sin(angle) -
    0.006758 * Math.cos(2 * angle) +
    0.000907 * Math.sin(2 * angle);
  const minutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(angle) -
      0.032077 * Math.sin(angle) -
      0.014615 * Math.cos(2 * angle) -
      0.040849 * Math.sin(2 * angle));
  const solarHour = ((ms % DAY) / 3_600_000 + longitude / 15 + minutes / 60 + 24) % 24;
  const hourAngle = (solarHour - 12) * 15 * RADIANS;
  const place = latitude * RADIANS;
  const sine =
    Math.sin(place) * Math.sin(declination) + Math.cos(place) * Math.cos(declination) * Math.cos(hourAngle);
  const east = -Math.cos(declination) * Math.sin(hourAngle);
  const north =
    Math.cos(place) * Math.sin(declination) - Math.sin(place) * Math.cos(declination) * Math.cos(hourAngle);
  return { sine, azimuth: Math.atan2(east, north) };
}

/** Global radiation of a clear sky on the ground, W/m². Thin mountain air lets about 4 % more through per km. */
export function clearSky(sine: number, altitudeM: number): number {
  if (sine <= 0.01) return 0;
  return 1098 * sine * Math.exp(-0.057 / sine) * (1 + 0.00004 * altitudeM);
}

/** Share of global light that comes from the whole sky, from the share of the extraterrestrial light that arrives. */
export function diffuseShare(globalWm2: number, sine: number, yearDay: number): number {
  const outside = 1361 * (1 + 0.033 * Math.cos((2 * Math.PI * yearDay) / 365)) * Math.max(sine, 0.02);
  const arrives = Math.min(1, globalWm2 / outside);
  if (arrives <= 0.22) return 1 - 0.09 * arrives;
  if (arrives > 0.8) return 0.165;
  return 0.9511 + arrives * (-0.1604 + arrives * (4.388 + arrives * (-16.638 + arrives * 12.336)));
}
