import { STATIONS } from './stations.ts';

export interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** m above sea level; null when unknown: then that of the nearby stations is used. */
  readonly altitude: number | null;
  /** °C, where somebody has entered the extremes to assume. */
  readonly coldest?: number | null;
  readonly hottest?: number | null;
}

export interface PlaceExtremes {
  /** °C of the air, coldest and hottest of 30 years, to a tenth. */
  readonly cold: number;
  readonly hot: number;
  readonly source: 'set' | 'place' | 'default';
}

/** Used where no place is known: a lowland of central France. */
const ANYWHERE = { cold: -15, hot: 40 } as const;

/** Number of stations that are combined. */
const NEAREST = 6;
/** km within which a station counts as the place itself. */
const HERE = 20;
/**
 * °C of cooling per 1,000 m of height: hot days are well mixed, coldest nights less so, as cold air collects
 * in valleys (between 3 and 6 in the Alps; 4.5 is judged).
 */
const HOT_LAPSE = 7;
const COLD_LAPSE = 4.5;

/**
 * Coldest and hottest temperature of 30 years at a place: the values set for it, else those of the nearest
 * stations, adjusted to its altitude and weighted by distance (to the fourth power, so that a coast is not
 * averaged with inland). Accurate to about 3 °C in Europe, 5 °C elsewhere.
 */
export function placeExtremes(place: Place): PlaceExtremes {
  const { coldest = null, hottest = null } = place;
  const table = ofTable(place);
  const own = coldest !== null || hottest !== null;
  return {
    cold: coldest ?? table?.cold ?? ANYWHERE.cold,
    hot: hottest ?? table?.hot ?? ANYWHERE.hot,
    source: own ? 'set' : table ? 'place' : 'default',
  };
}

function ofTable({ latitude, longitude, altitude }: Place): { cold: number; hot: number } | null {
  if (latitude === null || longitude === null) return null;
  const nearest = nearestTo(latitude, longitude);
  const weights = nearest.map(({ distance }) => (distance ** 2 + HERE ** 2) ** -2);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (of: (station: (typeof STATIONS)[number]) => number) =>
    nearest.reduce((sum, { station }, i) => sum + (of(station) * weights[i]!) / whole, 0);
  const height = altitude ?? mean(([, , , at]) => at);
  const tenth = (value: number) => Math.round(value * 10) / 10;
  return {
    cold: tenth(mean(([, , , at, cold]) => cold + (COLD_LAPSE * (at - height)) / 1000)),
    hot: tenth(mean(([, , , at, , hot]) => hot + (HOT_LAPSE * (at - height)) / 1000)),
  };
}

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

type Direction = readonly [number, number, number];
/** The place as a direction from the middle of the Earth. */
function directionOf(latitude: number, longitude: number): Direction {
  const [lat, lon] = [radians(latitude), radians(longitude)];
  return [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
}
/** Squared chord between two directions. */
const apart = (a: Direction, b: Direction) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
const DIRECTIONS = STATIONS.map(([, latitude, longitude]) => directionOf(latitude, longitude));

/** The nearest stations. Called for each box of a list, so it does not sort them all. */
function nearestTo(latitude: number, longitude: number) {
  const here = directionOf(latitude, longitude);
  const best: { at: number; chord: number }[] = [];
  DIRECTIONS.forEach((direction, at) => {
    const chord = apart(direction, here);
    if (best.length === NEAREST && chord >= best[NEAREST - 1]!.chord) return;
    const place = best.findIndex((one) => chord < one.chord);
    best.splice(place < 0 ? best.length : place, 0, { at, chord });
    best.length = Math.min(best.length, NEAREST);
  });
  return best.map(({ at, chord }) => ({ station: STATIONS[at]!, distance: kmOf(chord) }));
}

const kmOf = (chord: number) => 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord) / 2));

/** Great-circle distance in km between two places in degrees. */
export function distanceKm(latitude: number, longitude: number, otherLat: number, otherLon: number): number {
  return kmOf(apart(directionOf(latitude, longitude), directionOf(otherLat, otherLon)));
}
