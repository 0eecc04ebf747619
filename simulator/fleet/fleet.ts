/**
 * Fleets of boxes along real lines: the same seed gives the same boxes, and a larger fleet contains the
 * smaller one.
 */
import type { AeroDescriptor, BoxDescriptor } from '../box/descriptor.ts';
import { iccidOf } from '../box/identity.ts';
import { CONDUCTORS, type Conductor } from '../physics/conductors.ts';
import { Draws, keyOf } from '../prng.ts';
import { sensorsOf, siteOf, wearOf } from './installation.ts';
import { RAILWAY_LINES, type Section, sectionsOf, spotAt, TRAM_LINES, writtenPk } from './lines.ts';

export interface FleetOptions {
  readonly boxes: number;
  readonly seed: number;
  /** Prefix of every serial number. */
  readonly prefix?: string;
  /**
   * Every pair whose number is divisible by this belongs to the tram, while places are left; 0 for no tram.
   */
  readonly tramEvery?: number;
}

/** A section on one track with a box at each end: a pair. */
interface Pair {
  readonly section: Section;
  readonly track: 1 | 2;
}

const SPAN_KM = 0.058;
const MODEL_STROKE = { 1: 480, 2: 1000 } as const;

function pairsOf(lines: readonly Parameters<typeof sectionsOf>[0][]): Pair[] {
  return lines.flatMap((line) =>
    sectionsOf(line).flatMap((section): Pair[] => [
      { section, track: 1 },
      { section, track: 2 },
    ]),
  );
}

/**
 * Visits 0 … size − 1 in an order in which the first visits of any number are spread over the whole range.
 */
function spread(index: number, size: number, seed: number): number {
  let stride = Math.max(1, Math.round(size * 0.618));
  while (gcd(stride, size) !== 1) stride++;
  return (index * stride + (keyOf('spread', seed) % size)) % size;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The boxes of a fleet. Throws when the lines have too few places. */
export function generateFleet(options: FleetOptions): BoxDescriptor[] {
  const { boxes, seed, prefix = 'AW', tramEvery = 4 } = options;
  const railway = pairsOf(RAILWAY_LINES);
  const tram = pairsOf(TRAM_LINES);
  if (boxes > railway.length * 2)
    throw new RangeError(`The lines have places for ${railway.length * 2} boxes, not ${boxes}.`);
  return Array.from({ length: boxes }, (_, index) => {
    const number = Math.floor(index / 2);
    const trams = tramEvery > 0 ? Math.min(tram.length, Math.floor((number + tramEvery - 1) / tramEvery)) : 0;
    const isTram = tramEvery > 0 && number % tramEvery === 0 && number / tramEvery < tram.length;
    const pair = isTram
      ? tram[spread(number / tramEvery, tram.length, seed)]
      : railway[spread(number - trams, railway.length, seed)];
    return describe(pair as Pair, index, seed, prefix);
  });
}

function describe(pair: Pair, index: number, seed: number, prefix: string): BoxDescriptor {
  const draws = new Draws(keyOf('box', seed, index));
  const shared = new Draws(keyOf('pair', seed, Math.floor(index / 2)));
  const { section, track } = pair;
  const { line } = section;
  const first = index % 2 === 0;
  // A box is one span inside its end of the section, so that neighbours do not share a pole.
  const pk = first ? section.from + SPAN_KM : section.to - SPAN_KM;
  const kilometre = Math.floor(pk);
  const rank = 2 * Math.floor((pk - kilometre) / SPAN_KM) + track;
  const spot = spotAt(line, pk);
  const middle = shared.uniform(0.45, 0.55);
  const length = Math.min(750, (section.to - section.from) * 1000 * (first ? middle : 1 - middle));
  const lineName = `${line.code} ${line.name}`;
  const serial = `${prefix}-${String(index + 1).padStart(5, '0')}`;
  const installed = Date.UTC(2019 + draws.integer(0, 5), draws.integer(0, 11), draws.integer(1, 28));
  const conductors = conductorsOf(line.code, line.tram, draws);
  return {
    index,
    serial_number: serial,
    name: `${spot.station} V${track} ${writtenPk(pk)}`,
    client: line.tram ? 'tram' : 'railway',
    latitude: round(spot.latitude + draws.uniform(-8, 8) / 111_200, 6),
    longitude: round(spot.longitude + draws.uniform(-8, 8) / 78_000, 6),
    altitude: spot.altitude,
    line: lineName,
    pole: `${kilometre}/${rank}`,
    kilometer_point: round(pk, 3),
    iccid: iccidOf(draws),
    installation_date: new Date(installed).toISOString().slice(0, 10),
    hardware: installed < Date.UTC(2021, 0, 1) ? '1.2' : '2.0',
    installed,
    offset: draws.integer(0, 599),
    site: siteOf(keyOf('site', seed, index), draws, line.tram),
    aeros: conductors.map((conductor, at) =>
      aeroOf(
        conductor,
        (at + 1) as 1 | 2,
        length,
        track,
        lineName,
        serial,
        draws,
        keyOf('aero', seed, index, at),
      ),
    ),
  };
}

/** One device on both wires, or one on each (domain model, section 6.2). */
function conductorsOf(code: string, tram: boolean, draws: Draws): Conductor[] {
  const kind = draws.uniform();
  if (tram) return kind < 0.6 ? [CONDUCTORS.tramWire] : [CONDUCTORS.tramWire, CONDUCTORS.messenger];
  if (code === '752000' || code === '005000') return [CONDUCTORS.fastWire, CONDUCTORS.fastMessenger];
  if (kind < 0.25) return [CONDUCTORS.both];
  if (kind < 0.35) return [CONDUCTORS.strongWire];
  return kind < 0.6
    ? [CONDUCTORS.strongWire, CONDUCTORS.fastMessenger]
    : [CONDUCTORS.railwayWire, CONDUCTORS.messenger];
}

function aeroOf(
  conductor: Conductor,
  position: 1 | 2,
  length: number,
  track: number,
  line: string,
  serial: string,
  draws: Draws,
  key: number,
): AeroDescriptor {
  const wear = wearOf(key);
  const model = length <= 380 ? 1 : 2;
  const stroke = MODEL_STROKE[model];
  const force = conductor.tension * 10;
  const pressure = (100 + 15 * Math.min(1, Math.max(-1, (force - 18_000) / 8000))) * draws.normal(1, 0.01);
  return {
    position,
    serial_number: `${stroke}-${serial.replace(/^[^-]*-/, '')}-${position}`,
    model_type: model,
    line,
    track_number: `V${track}`,
    conductor_type: conductor.type,
    mechanical_tension: conductor.tension,
    // As typed by a user: wrong by about a percent.
    regularized_length: Math.round(Math.min(750, Math.max(180, length * wear.typed))),
    expansion_coefficient: conductor.expansion,
    stroke_min: 30,
    stroke_max: stroke - 30,
    pressure_min: round(pressure * 0.85, 1),
    pressure_max: round(pressure * 1.15, 1),
    temperature_min: -25,
    temperature_max: 60,
    battery_min: 3.5,
    stroke_min_offset: 20,
    stroke_max_offset: 20,
    tensioner: {
      length: round(length, 1),
      expansion: conductor.expansion,
      stiffness: conductor.stiffness,
      force,
      stroke,
      middle: stroke * Math.min(0.62, Math.max(0.38, draws.normal(0.5, 0.06))),
      sign: draws.chance(0.2) ? -1 : 1,
      friction: Math.exp(draws.normal(Math.log(0.02), 0.3)),
      ...wear.tensioner,
      tuning: Math.min(1.25, Math.max(0.75, draws.normal(1, 0.08))),
      pressure,
    },
    sensors: sensorsOf(key),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
