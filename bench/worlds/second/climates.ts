export type ClimateName = 'oceanic' | 'mediterranean' | 'continental' | 'alpine' | 'dry';

/** What the weather of a place is drawn from. Pairs are [mid-winter, mid-summer]. */
export interface Climate {
  name: ClimateName;
  latitude: number;
  longitude: number;
  altitudeM: number;
  /** Mean of the year and half the range of the monthly means, °C. */
  meanC: number;
  halfRangeC: number;
  /** Spread of the air masses around the season, °C. */
  spreadC: [number, number];
  /** Mean cloud cover, 0 to 1. */
  cloud: [number, number];
  windMs: [number, number];
  /** How much the day warms and the night cools under a clear sky, 1 = Atlantic lowland. */
  diurnal: number;
  /** Chance of fog after a clear, calm night. */
  fog: [number, number];
  /** Heat waves a summer and cold waves a winter. */
  waves: { heat: number; cold: number };
  /** Height of the horizon to the north, east, south and west, degrees. */
  horizon: [number, number, number, number];
  /** Cells of 6.8 Ah, each with 2 W of panel, that a box is built with here. */
  cells: number;
}

/** Rounded from published normals of 1991 to 2020 of towns of that kind (general knowledge). */
export const CLIMATES: Record<ClimateName, Climate> = {
  // The lower Loire.
  oceanic: {
    name: 'oceanic',
    latitude: 47.2,
    longitude: -1.6,
    altitudeM: 20,
    meanC: 12.6,
    halfRangeC: 7,
    spreadC: [4, 2.8],
    cloud: [0.74, 0.58],
    windMs: [4.6, 3.6],
    diurnal: 0.95,
    fog: [0.3, 0.08],
    waves: { heat: 1.2, cold: 0.6 },
    horizon: [1, 1, 1, 1],
    cells: 1,
  },
  // The plain of Roussillon, with its north-west wind.
  mediterranean: {
    name: 'mediterranean',
    latitude: 42.7,
    longitude: 2.9,
    altitudeM: 40,
    meanC: 15.6,
    halfRangeC: 7.8,
    spreadC: [3.2, 2.3],
    cloud: [0.5, 0.32],
    windMs: [5.2, 4.2],
    diurnal: 0.9,
    fog: [0.06, 0.01],
    waves: { heat: 1.4, cold: 0.4 },
    horizon: [2, 1, 4, 6],
    cells: 1,
  },
  // The Baltic inland.
  continental: {
    name: 'continental',
    latitude: 54.7,
    longitude: 25.3,
    altitudeM: 150,
    meanC: 7.2,
    halfRangeC: 11.6,
    spreadC: [5.4, 3.3],
    cloud: [0.84, 0.58],
    windMs: [3.8, 2.9],
    diurnal: 1,
    fog: [0.25, 0.1],
    waves: { heat: 1, cold: 1.5 },
    horizon: [2, 2, 2, 2],
    cells: 2,
  },
  // The Maurienne: no sun behind the southern ridge in mid-winter, cold pools, foehn.
  alpine: {
    name: 'alpine',
    latitude: 45.2,
    longitude: 6.7,
    altitudeM: 1060,
    meanC: 8.6,
    halfRangeC: 8.9,
    spreadC: [4.4, 3.1],
    cloud: [0.58, 0.52],
    windMs: [1.9, 2.4],
    diurnal: 1.2,
    fog: [0.18, 0.05],
    waves: { heat: 1, cold: 1.1 },
    horizon: [22, 12, 23, 14],
    cells: 2,
  },
  // The upper Guadalquivir.
  dry: {
    name: 'dry',
    latitude: 38,
    longitude: -4,
    altitudeM: 320,
    meanC: 16,
    halfRangeC: 9.4,
    spreadC: [3, 2.5],
    cloud: [0.46, 0.16],
    windMs: [2.6, 2.9],
    diurnal: 1.2,
    fog: [0.16, 0],
    waves: { heat: 2, cold: 0.6 },
    horizon: [2, 3, 2, 2],
    cells: 1,
  },
};

/** Between the winter's and the summer's value of a pair, by the day of the year (coldest about 20 January). */
export function bySeason(pair: [number, number], yearDay: number): number {
  const summer = 0.5 - 0.5 * Math.cos((2 * Math.PI * (yearDay - 20)) / 365.25);
  return pair[0] + (pair[1] - pair[0]) * summer;
}

/** Height of the horizon in this direction (radians from north, clockwise), as the sine of its elevation. */
export function horizonSine(climate: Climate, azimuth: number): number {
  const quarter = ((azimuth / (Math.PI / 2)) % 4) + (azimuth < 0 ? 4 : 0);
  const from = Math.floor(quarter) % 4;
  const share = quarter - Math.floor(quarter);
  const degrees = climate.horizon[from]! * (1 - share) + climate.horizon[(from + 1) % 4]! * share;
  return Math.sin((degrees * Math.PI) / 180);
}
