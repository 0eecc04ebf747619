import { describe, expect, it } from 'vitest';
import { luhnDigit } from '../box/identity.ts';
import { darkSky, Weather } from '../weather/weather.ts';
import { generateFleet } from './fleet.ts';
import { RAILWAY_LINES, sectionsOf, spotAt, writtenPk } from './lines.ts';

describe('fleet', () => {
  it('is the same for the same seed and another for another', () => {
    expect(generateFleet({ boxes: 40, seed: 7 })).toEqual(generateFleet({ boxes: 40, seed: 7 }));
    expect(generateFleet({ boxes: 40, seed: 8 })).not.toEqual(generateFleet({ boxes: 40, seed: 7 }));
  });

  it('keeps the first boxes when more are asked for', () => {
    expect(generateFleet({ boxes: 500, seed: 7 }).slice(0, 40)).toEqual(
      generateFleet({ boxes: 40, seed: 7 }),
    );
  });

  it('has places for 10,000 boxes, each with a pole of its own', () => {
    const fleet = generateFleet({ boxes: 10_000, seed: 1 });
    expect(new Set(fleet.map((box) => `${box.line} ${box.pole}`)).size).toBe(10_000);
    expect(new Set(fleet.map((box) => box.serial_number)).size).toBe(10_000);
  });

  it('fills every field as the console wants it', () => {
    for (const box of generateFleet({ boxes: 200, seed: 3 })) {
      expect(box.serial_number).toMatch(/^[A-Z0-9-]{3,32}$/);
      expect(box.iccid).toMatch(/^\d{19}$/);
      expect(luhnDigit(box.iccid.slice(0, -1))).toBe(Number(box.iccid.at(-1)));
      expect(box.latitude).toBe(Number(box.latitude.toFixed(6)));
      expect(box.aeros.length).toBeGreaterThan(0);
      const rank = Number(box.pole.split('/')[1]);
      for (const aero of box.aeros) expectPlausible(aero, rank);
    }
  });

  /** Tracks alternate by pole, and a model has the lengths and the travel of its data sheet. */
  function expectPlausible(aero: ReturnType<typeof generateFleet>[number]['aeros'][number], rank: number) {
    const model =
      aero.model_type === 1 ? { low: 180, high: 380, travel: 480 } : { low: 380, high: 750, travel: 1000 };
    expect(rank % 2).toBe(aero.track_number === 'V1' ? 1 : 0);
    expect(aero.regularized_length).toBeGreaterThanOrEqual(model.low);
    expect(aero.regularized_length).toBeLessThanOrEqual(model.high);
    expect(aero.stroke_max).toBeLessThanOrEqual(model.travel);
  }

  it('has both clients in a small fleet', () => {
    const clients = generateFleet({ boxes: 60, seed: 1 }).map((box) => box.client);
    expect(clients.filter((client) => client === 'tram')).toHaveLength(16);
  });

  it('refuses more boxes than the lines can carry', () => {
    expect(() => generateFleet({ boxes: 1_000_000, seed: 1 })).toThrow(RangeError);
  });
});

describe('lines', () => {
  it('places a kilometre point between its stations', () => {
    const line = RAILWAY_LINES.find(({ code }) => code === '830000')!;
    const [first, second] = line.points as [(typeof line.points)[0], (typeof line.points)[0]];
    const spot = spotAt(line, (first.pk + second.pk) / 2);
    expect(spot.latitude).toBeCloseTo((first.lat + second.lat) / 2, 9);
    expect(spotAt(line, 9999).latitude).toBe(line.points.at(-1)!.lat);
  });

  it('cuts sections of 1.2 to 1.4 km and writes kilometre points as railways do', () => {
    for (const { from, to } of sectionsOf(RAILWAY_LINES[0]!)) {
      expect(to - from).toBeGreaterThanOrEqual(1.2);
      expect(to - from).toBeLessThanOrEqual(1.4);
    }
    expect(writtenPk(105.129)).toBe('105+129');
    expect(writtenPk(7.0004)).toBe('7+000');
  });
});

describe('weather', () => {
  const paris = { latitude: 48.85, longitude: 2.35, altitude: 60 };
  const versailles = { latitude: 48.8, longitude: 2.13, altitude: 60 };
  const nice = { latitude: 43.7, longitude: 7.27, altitude: 60 };
  const from = Date.UTC(2025, 0, 1);

  function year(place: typeof paris, seed = 1): { air: number[]; sun: number } {
    const sky = darkSky();
    const weather = new Weather(seed).at(place, String(place.latitude));
    const air: number[] = [];
    let sun = 0;
    for (let hour = 0; hour < 8760; hour++) {
      weather.at(from + hour * 3_600_000, sky);
      air.push(sky.air);
      sun += sky.irradiance / 1000;
    }
    return { air, sun };
  }

  it('is a function of seed, place and time, whatever was asked before', () => {
    const fresh = new Weather(5).at(paris, 'x').at(from + 1e9, darkSky());
    const used = new Weather(5).at(paris, 'x');
    used.at(from + 9e9, darkSky());
    used.at(from, darkSky());
    expect(used.at(from + 1e9, darkSky())).toEqual(fresh);
    expect(new Weather(6).at(paris, 'x').at(from + 1e9, darkSky())).not.toEqual(fresh);
  });

  it('has the seasons, the sun and the extremes of the place', () => {
    const { air, sun } = year(paris);
    const mean = air.reduce((a, b) => a + b) / air.length;
    expect(mean).toBeGreaterThan(10);
    expect(mean).toBeLessThan(14.5);
    expect(Math.min(...air)).toBeGreaterThan(-20);
    expect(Math.max(...air)).toBeLessThan(42);
    expect(sun).toBeGreaterThan(900);
    expect(sun).toBeLessThan(1400);
    expect(year(nice).sun).toBeGreaterThan(sun);
  });

  it('is shared by a region and differs far away', () => {
    const a = year(paris).air;
    expect(correlation(a, year(versailles).air)).toBeGreaterThan(0.97);
    expect(departures(a, year(versailles).air)).toBeGreaterThan(0.85);
    expect(departures(a, year(nice).air)).toBeLessThan(0.5);
  });
});

/** Correlation of the residuals without season and hour of day (difference from a day before). */
function departures(a: number[], b: number[]): number {
  const lag = (list: number[]) => list.slice(72).map((value, i) => value - (list[i] as number));
  return correlation(lag(a), lag(b));
}

function correlation(a: number[], b: number[]): number {
  const mean = (list: number[]) => list.reduce((x, y) => x + y, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  a.forEach((value, i) => {
    const [da, db] = [value - ma, (b[i] as number) - mb];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  });
  return ab / Math.sqrt(aa * bb);
}
