import { describe, expect, it } from 'vitest';
import { distanceKm, type Place, placeExtremes } from './place-extremes.ts';
import { STATIONS } from './stations.ts';

const at = (latitude: number, longitude: number, altitude: number | null = null): Place => ({
  latitude,
  longitude,
  altitude,
});

describe('extremes of a place', () => {
  // Lowest and highest plausible value of the coldest temperature, then of the hottest.
  const PLACES: [string, Place, [number, number], [number, number]][] = [
    ['Nice, by the sea', at(43.7, 7.26, 10), [-6, 0], [36, 40]],
    ['Paris', at(48.86, 2.35, 40), [-15, -10], [40, 43]],
    ['Alps at 1,200 m', at(45.95, 6.9, 1200), [-28, -20], [32, 37]],
    ['Alps at 1,200 m, between stations', at(46.4, 7.4, 1200), [-26, -17], [31, 37]],
    ['northern Sweden', at(66.6, 19.8, 300), [-44, -35], [29, 34]],
    ['Swedish coast', at(64.7, 21, 20), [-38, -32], [30, 35]],
    ['inland Spain', at(39.5, -3, 700), [-16, -8], [41, 45]],
    ['Andalusia', at(37.6, -5.4, 100), [-8, -2], [44, 48]],
    ['southern England', at(51.3, -1, 60), [-15, -9], [37, 41]],
    ['Oslo', at(59.91, 10.75, 20), [-26, -19], [33, 36]],
    ['between islands of the Pacific', at(-10, -150), [-30, 25], [25, 45]],
  ];
  it.each(PLACES)('%s', (_name, place, cold, hot) => {
    const found = placeExtremes(place);
    expect(found.source).toBe('place');
    expect(found.cold).toBeGreaterThanOrEqual(cold[0]);
    expect(found.cold).toBeLessThanOrEqual(cold[1]);
    expect(found.hot).toBeGreaterThanOrEqual(hot[0]);
    expect(found.hot).toBeLessThanOrEqual(hot[1]);
  });

  it('are what is set for the box, each by itself', () => {
    expect(placeExtremes({ ...at(43.7, 7.26), coldest: -8 })).toMatchObject({ cold: -8, source: 'set' });
    expect(placeExtremes({ ...at(43.7, 7.26), hottest: 45 }).hot).toBe(45);
    expect(placeExtremes({ ...at(43.7, 7.26), hottest: 45 }).cold).toBeCloseTo(-3, 0);
  });

  it('without a place are those of a lowland', () => {
    expect(placeExtremes(at(Number.NaN, 0)).source).toBeDefined();
    expect(placeExtremes({ latitude: null, longitude: null, altitude: 500 })).toEqual({
      cold: -15,
      hot: 40,
      source: 'default',
    });
  });

  it('fall with the altitude, hot days faster', () => {
    const low = placeExtremes(at(46, 8, 300));
    const high = placeExtremes(at(46, 8, 1300));
    expect(low.hot - high.hot).toBeCloseTo(7, 1);
    expect(low.cold - high.cold).toBeCloseTo(4.5, 1);
  });

  it('of a station are its own, and every row makes sense', () => {
    for (const [name, latitude, longitude, altitude, cold, hot] of STATIONS) {
      expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && altitude >= 0, name).toBe(true);
      expect(hot - cold, name).toBeGreaterThan(12);
      const found = placeExtremes(at(latitude, longitude, altitude));
      expect(Math.abs(found.cold - cold), name).toBeLessThanOrEqual(3.5);
      expect(Math.abs(found.hot - hot), name).toBeLessThanOrEqual(3.5);
    }
  });

  it('know how far places are', () => {
    expect(distanceKm(48.85, 2.35, 43.7, 7.26)).toBeCloseTo(687, -1);
    expect(distanceKm(10, 179.9, 10, -179.9)).toBeLessThan(25);
  });
});
