/**
 * How much warmer the wire is than the thermometer of its device: not at all at night, by day as much as sun
 * and trains add (docs/domain.md, "Stroke"). Learnt from the AERO's clear days; a season without measures,
 * such as summer in the record of a winter, follows from the sun of that season and is less certain.
 */
import { DAY, HOUR } from '../../durations.ts';
import { clearSky, cosZenith } from '../../physics/solar.ts';
import { quantile, robustDeviation } from '../../physics/statistics.ts';

/** Degrees by which the wire is warmer, at the device temperatures where that is known. */
export interface Warmth {
  /** Device temperature of its nights, °C: at and below it the wire is no warmer. */
  readonly from: number;
  /** Device temperature of the warmest hours of its days, °C, and the wire's excess in them. */
  readonly seen: number;
  readonly now: number;
  /**
   * Device temperature of the hottest days of a year, °C, the excess caused by their sun, and its standard
   * error.
   */
  readonly full: number;
  readonly hot: number;
  readonly error: number;
  /** Scatter of the days, °C. */
  readonly scatter: number;
}

/** As it is stored and sent: hundredths of a degree. */
export function roundedWarmth({ from, seen, now, full, hot, error, scatter }: Warmth): Warmth {
  const hundredth = (value: number) => Math.round(value * 100) / 100;
  return {
    from: hundredth(from),
    seen: hundredth(seen),
    now: hundredth(now),
    full: hundredth(full),
    hot: hundredth(hot),
    error: hundredth(error),
    scatter: hundredth(scatter),
  };
}

/** The place for which the sun is computed; without a position the middle of Europe. */
export interface SunPlace {
  readonly latitude: number | null;
  readonly longitude: number | null;
}
const MIDDLE = { latitude: 47, longitude: 5 };

export interface WarmthHour {
  /** ms. */
  readonly time: number;
  /** Of the device, °C. */
  readonly temperature: number;
  /** mm. */
  readonly stroke: number;
}

const cosZenithAt = ({ latitude, longitude }: SunPlace, time: number): number => {
  const date = new Date(time);
  const day = (time - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY;
  const hour = ((time % DAY) / HOUR + (longitude ?? MIDDLE.longitude) / 15 + 24) % 24;
  return cosZenith(latitude ?? MIDDLE.latitude, Math.floor(day) + 1, hour);
};

/**
 * The wire cools in a quarter of an hour, the body of the device in one: after this time past sunset both
 * have the temperature of the air.
 */
const COOLED = 1.5 * HOUR;
/** Fewest days with a dark hour. */
const MIN_DARK_DAYS = 3;

/** Hours in which the sun warms nothing; where no night is dark, the coldest hour of each day. */
export function darkHours<T extends WarmthHour>(hours: readonly T[], place: SunPlace): T[] {
  const dark = hours.filter(
    ({ time }) => cosZenithAt(place, time) <= 0 && cosZenithAt(place, time - COOLED) <= 0,
  );
  const days = [...Map.groupBy(dark, ({ time }) => Math.floor(time / DAY)).values()];
  if (days.length < MIN_DARK_DAYS) return dayHours(hours, place).map(({ coldest }) => coldest);
  // A ram lags behind while it cools: at the end of a night its position is that of a colder one.
  return days.flatMap((list) =>
    list.sort((a, b) => a.temperature - b.temperature).slice(0, Math.ceil(list.length / 3)),
  );
}

/** The coldest and the warmest hour of each local day, for days with both. */
function dayHours<T extends WarmthHour>(hours: readonly T[], { longitude }: SunPlace) {
  const offset = ((longitude ?? MIDDLE.longitude) / 15) * HOUR;
  const days = Map.groupBy(hours, ({ time }) => Math.floor((time + offset) / DAY));
  return [...days.values()].flatMap((list) => {
    if (list.length < 3) return [];
    let [coldest, warmest] = [list[0]!, list[0]!];
    for (const hour of list) {
      if (hour.temperature < coldest.temperature) coldest = hour;
      if (hour.temperature > warmest.temperature) warmest = hour;
    }
    return [{ coldest, warmest }];
  });
}

/**
 * °C by which 1,000 W/m² warms a wire beyond its device: 9 to 15 minus 6 (docs/domain.md, "Stroke"), and the
 * scatter between sites.
 */
const BY_SUN = 7.2;
const BY_SUN_ERROR = 2;
/** Trains warm the wire, friction holds the ram back on its way out: the prior excess without sun, °C. */
const REST = 0.4;
const REST_ERROR = 1;
/** Clear days are those with the widest range of temperature: this share of all. Judged. */
const CLEAR = 0.15;
/**
 * Shares of days: the temperature up to which the excess was measured, and that of the days from which it is
 * taken.
 */
const SEEN = 0.85;
const WARM = 0.7;
/** Fewest days from which clear ones are chosen. */
const MIN_DAYS = 6;
/**
 * Device temperature of the hottest days where that is unknown, and the hour of the sun in which it is
 * reached.
 */
const FULL = 34;
const HOTTEST_HOUR = 14.5;
const HOTTEST_DAY = 196;
/** Least scatter of the days, °C: wind and clouds of the hour. Judged. */
const MIN_SCATTER = 0.8;
const HUBER = 1.5;
/** Residuals of consecutive days are correlated: two count as one. */
const ALIKE = 2;

/**
 * @param line stroke of the dark hours: level (mm) at a temperature (°C), slope in mm/°C.
 */
export function warmthOf(
  hours: readonly WarmthHour[],
  line: { readonly level: number; readonly at: number; readonly slope: number },
  place: SunPlace,
): Warmth {
  const days = dayHours(hours, place).map(({ coldest, warmest }) => ({
    range: warmest.temperature - coldest.temperature,
    cold: coldest.temperature,
    warm: warmest.temperature,
    sun:
      (clearSky(cosZenithAt(place, warmest.time)) + clearSky(cosZenithAt(place, warmest.time - HOUR))) / 2000,
    added: (warmest.stroke - line.level) / line.slope - (warmest.temperature - line.at),
  }));
  const hottest = clearSky(cosZenith(place.latitude ?? MIDDLE.latitude, HOTTEST_DAY, HOTTEST_HOUR)) / 1000;
  const middle = (values: number[]) => quantile(Float64Array.from(values), 0.5);
  const warmQuantile = (share: number) =>
    quantile(
      Float64Array.from(days, ({ warm }) => warm),
      share,
    );
  const from = days.length === 0 ? line.at : middle(days.map(({ cold }) => cold));
  const seen = Math.max(from + 1, days.length === 0 ? from + 6 : warmQuantile(SEEN));
  const full = Math.max(FULL, seen + 1);
  const first = { from, seen, full, scatter: REST_ERROR };
  if (days.length < MIN_DAYS)
    return {
      ...first,
      now: REST + (BY_SUN * hottest) / 2,
      hot: REST + BY_SUN * hottest,
      error: Math.hypot(REST_ERROR, BY_SUN_ERROR * hottest),
    };
  const widest = quantile(
    Float64Array.from(days, ({ range }) => range),
    1 - CLEAR,
  );
  const clear = days.filter(({ range }) => range >= widest);
  const { rest, bySun, scatter, error } = shares(clear, hottest);
  return {
    ...first,
    now: Math.max(0, middle(days.filter(({ warm }) => warm >= warmQuantile(WARM)).map(({ added }) => added))),
    hot: Math.max(0, rest + bySun * hottest),
    error,
    scatter,
  };
}

/**
 * The sun's share and the constant share from clear days, drawn towards the usual values; the error is that
 * of both at a given sun.
 */
function shares(days: readonly { readonly added: number; readonly sun: number }[], hottest: number) {
  const usual = Float64Array.from(days, ({ added, sun }) => added - BY_SUN * sun);
  const middle = quantile(usual, 0.5);
  const scatter = Math.max(MIN_SCATTER, robustDeviation(usual.map((one) => one - middle)));
  const weight = 1 / ALIKE / scatter ** 2;
  let [n, s, ss, y, sy] = [1 / REST_ERROR ** 2, 0, 1 / BY_SUN_ERROR ** 2, 0, 0];
  days.forEach(({ sun }, i) => {
    const off = middle + Math.max(-HUBER * scatter, Math.min(HUBER * scatter, usual[i]! - middle)) - REST;
    n += weight;
    s += weight * sun;
    ss += weight * sun * sun;
    y += weight * off;
    sy += weight * sun * off;
  });
  const determinant = n * ss - s * s;
  return {
    rest: REST + (ss * y - s * sy) / determinant,
    bySun: BY_SUN + (n * sy - s * y) / determinant,
    scatter,
    error: Math.sqrt((ss - 2 * hottest * s + hottest * hottest * n) / determinant),
  };
}

/** °C by which the wire is warmer at a device temperature, and its standard error. */
export function warmthAt(
  warmth: Warmth,
  temperature: number,
): { added: number; error: number; share: number } {
  const { from, seen, now, full, hot, error } = warmth;
  if (temperature <= from) return { added: 0, error: 0, share: 0 };
  if (temperature <= seen) {
    const share = (temperature - from) / (seen - from);
    return { added: share * now, error: 0, share };
  }
  const share = Math.min(1, (temperature - seen) / (full - seen));
  return { added: now + share * (hot - now), error: share * error, share: 1 };
}
