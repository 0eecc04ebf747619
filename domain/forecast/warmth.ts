/**
 * How much warmer the wire is than the thermometer of its device: nothing at night, by day what sun and trains add
 * (docs/domain.md, "Stroke"). Learnt from the AERO's clear days; what it has not seen of the year, as a summer from the
 * record of a winter, follows from the sun of that season and is the less sure.
 */
import { DAY, HOUR } from '../durations.ts';
import { clearSky, cosZenith } from '../physics/solar.ts';
import { quantile, robustDeviation } from '../physics/statistics.ts';

/** Degrees by which the wire is warmer, between device temperatures at which that is known. */
export interface Warmth {
  /** Device temperature of its nights, °C: there and below the wire is no warmer. */
  readonly from: number;
  /** Device temperature of the warmest hours of its days, °C, and what they add. */
  readonly seen: number;
  readonly now: number;
  /** Device temperature of the hottest days of a year, °C, what their sun adds, and its standard error. */
  readonly full: number;
  readonly hot: number;
  readonly error: number;
  /** What days scatter by in it, °C. */
  readonly scatter: number;
}

/** As it is kept and sent: hundredths of a degree. */
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

/** Where the sun is reckoned for; without a position the middle of Europe. */
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

/** The wire cools in a quarter of an hour, the body of the device in one: so long after sunset both are as the air. */
const COOLED = 1.5 * HOUR;
/** Fewest days with a dark hour. */
const MIN_DARK_DAYS = 3;

/** Hours in which sun warms nothing; where no night is dark, the coldest hour of each day. */
export function darkHours<T extends WarmthHour>(hours: readonly T[], place: SunPlace): T[] {
  const dark = hours.filter(
    ({ time }) => cosZenithAt(place, time) <= 0 && cosZenithAt(place, time - COOLED) <= 0,
  );
  const days = [...Map.groupBy(dark, ({ time }) => Math.floor(time / DAY)).values()];
  if (days.length < MIN_DARK_DAYS) return dayHours(hours, place).map(({ coldest }) => coldest);
  // A ram lags behind while it cools: at the end of a night it stands as it will on a colder one.
  return days.flatMap((list) =>
    list.sort((a, b) => a.temperature - b.temperature).slice(0, Math.ceil(list.length / 3)),
  );
}

/** The coldest and the warmest hour of each day of the place, of days with both. */
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

/** °C that 1,000 W/m² warms a wire beyond its device: 9 to 15 less 6 (docs/domain.md, "Stroke"), and how far sites differ. */
const BY_SUN = 7.2;
const BY_SUN_ERROR = 2;
/** Trains warm the wire, friction holds the ram back on its way out: what is left at no sun, °C, before a day was seen. */
const REST = 0.4;
const REST_ERROR = 1;
/** Clear days are those of the widest range of temperature: so large a share of all. Judged. */
const CLEAR = 0.15;
/** The temperature up to which it was seen, and that of the days that tell what was added there: shares of days. */
const SEEN = 0.85;
const WARM = 0.7;
/** Fewest days of which clear ones are chosen. */
const MIN_DAYS = 6;
/** Device temperature of the hottest days where that is not known, and the hour of the sun in which it is reached. */
const FULL = 34;
const HOTTEST_HOUR = 14.5;
const HOTTEST_DAY = 196;
/** What days scatter by at least, °C: wind and clouds of the hour. Judged. */
const MIN_SCATTER = 0.8;
const HUBER = 1.5;
/** Days follow each other in what they leave over: two count as one. */
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

/** What clear days say of the sun's share and of the rest, drawn to what is usual; the error is that of both at a sun. */
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

/** °C by which the wire is warmer at a device temperature, and the standard error of that. */
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
