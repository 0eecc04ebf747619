/**
 * Climates by name, and the climate of places without one: a fit to French stations. Means, spreads and
 * extremes are rounded from 1991–2020 normals of a station nearby (named); values marked J are judgements.
 */
export interface Climate {
  /** Mean air temperature of the year and half the seasonal range, °C. */
  readonly mean: number;
  readonly half: number;
  /** Departure of days from the season, °C (standard deviation). */
  readonly spread: number;
  /** Half the range of a clear day, °C. */
  readonly clearDay: number;
  /** Offset of the clouds' logistic: 0 is a half-covered sky. */
  readonly clouds: number;
  /** Mean wind, m/s at the height of the wire. J */
  readonly wind: number;
  /** Days between fronts. J */
  readonly fronts: number;
  /**
   * Probability that a heat wave begins on a day of June to August; a cold spell on one of December to
   * February. J
   */
  readonly heat: number;
  readonly cold: number;
  /** Share of the days with foehn; share of the calm days of October to February with fog until noon. J */
  readonly foehn: number;
  readonly fog: number;
  /**
   * Coldest and hottest temperature of the device in 30 years, °C: half-way from the station's records to the
   * mean yearly extremes.
   */
  readonly extremes: { readonly cold: number; readonly hot: number };
}

export const CLIMATES = {
  // Boulogne-sur-Mer.
  'maritime-north': {
    mean: 11.4,
    half: 6.6,
    spread: 3,
    clearDay: 4.5,
    clouds: 1.3,
    wind: 5.5,
    fronts: 4,
    heat: 0.012,
    cold: 0.012,
    foehn: 0,
    fog: 0.06,
    extremes: { cold: -12, hot: 38 },
  },
  // Marseille.
  mediterranean: {
    mean: 15.8,
    half: 8.7,
    spread: 2.7,
    clearDay: 6.5,
    clouds: 0.2,
    wind: 4.5,
    fronts: 7,
    heat: 0.03,
    cold: 0.01,
    foehn: 0.01,
    fog: 0.02,
    extremes: { cold: -9, hot: 43 },
  },
  // Chamonix and La Brévine: a valley floor at 1,200 m.
  'alps-1200': {
    mean: 6.6,
    half: 9,
    spread: 3.8,
    clearDay: 8,
    clouds: 0.8,
    wind: 2,
    fronts: 5,
    heat: 0.02,
    cold: 0.03,
    foehn: 0.03,
    fog: 0.08,
    extremes: { cold: -25, hot: 37 },
  },
  // Borlänge.
  scandinavia: {
    mean: 5.6,
    half: 11,
    spread: 4.3,
    clearDay: 6,
    clouds: 0.9,
    wind: 3,
    fronts: 4,
    heat: 0.012,
    cold: 0.04,
    foehn: 0.003,
    fog: 0.08,
    extremes: { cold: -32, hot: 36 },
  },
  // Albacete.
  'inland-spain': {
    mean: 14.4,
    half: 10,
    spread: 3,
    clearDay: 9,
    clouds: 0,
    wind: 3,
    fronts: 7,
    heat: 0.035,
    cold: 0.015,
    foehn: 0,
    fog: 0.12,
    extremes: { cold: -15, hot: 45 },
  },
} as const satisfies Record<string, Climate>;
export type ClimateName = keyof typeof CLIMATES;

/** The fit of monthly means (domain model, section 6.3) is on older normals; 1991–2020 is warmer. */
const WARMING = 1.3;

/** The climate of a place in France: season from a fit of 15 cities, the rest of a plain between sea and hills. */
export function climateOf(place: { latitude: number; longitude: number; altitude: number }): Climate {
  const { latitude, longitude, altitude } = place;
  const mean = 12 - 0.6 * (latitude - 46) - 0.05 * (longitude - 2) + WARMING - (6.5 * altitude) / 1000;
  const half = 7.8 - 0.09 * (latitude - 46) + 0.26 * (longitude - 2);
  return {
    mean,
    half,
    spread: 3.2,
    clearDay: 7,
    clouds: latitude < 44.5 ? 0.6 : 1.1,
    wind: 3.5,
    fronts: 5,
    heat: 0.02,
    cold: 0.015,
    foehn: 0,
    fog: 0.06,
    extremes: { cold: Math.round(mean - half - 18), hot: Math.round(mean + half + 19) },
  };
}
