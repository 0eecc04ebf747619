import { type Box, type BoxState, type BoxTruth, bodyTemperature, drawBox, runBox } from './box.ts';
import { type FineSky, makeFineSky, STEP } from './fine-sky.ts';
import {
  drawSensors,
  LOG_TIMES,
  type Logging,
  type Measures,
  makeSchedule,
  type Reading,
  readMeasures,
  type Schedule,
  type Sensors,
} from './log.ts';
import { drawRam, freeSlope, type Mechanics, moveRam, type Ram, type RamTruth } from './ram.ts';
import { makeRandom, type Random } from './random.ts';
import type { Sky } from './sky.ts';
import { wireTemperature } from './wire.ts';

/** What a change may look at: the place's weather of the step. */
export interface Now {
  /** UTC ms. */
  ms: number;
  /** Global light behind the horizon of the place, W/m². */
  lightWm2: number;
  /** Radians from north, clockwise. */
  sunAzimuth: number;
  /** ms between the measures that the box logs at the start. */
  logMs: number;
}

/**
 * What a fault, a visit or a peculiarity does. Each member changes the state it is given. It is called for every
 * step, for a box more than once, so what it does depends on the step alone.
 */
export interface Change {
  /** 0 or 1: of this AERO only. */
  aero?: number;
  mechanics?(state: Mechanics, now: Now): void;
  reading?(state: Reading, now: Now): void;
  box?(state: BoxState, now: Now): void;
}

/** What the console is told of an AERO. */
export interface Card {
  model: 480 | 1000;
  conductorType: 'wire' | 'messenger' | 'wire and messenger';
  tensionDaN: number;
  /** As somebody typed it, m: one to two per cent off. */
  lengthM: number;
  /** Safety margins before the mechanical ends, mm. */
  strokeOffsetMinMm: number;
  strokeOffsetMaxMm: number;
  latitude: number;
  longitude: number;
  altitudeM: number;
}

export interface PlainOptions {
  seed: number | string;
  sky: Sky;
  /** Default 1. */
  aeros?: 1 | 2;
  /** Default ten minutes. */
  logMs?: number;
  ram?: Partial<Ram>;
  box?: Partial<Box>;
  sensors?: Partial<Sensors>;
  logging?: Partial<Logging>;
  changes?: readonly Change[];
  /** Multiplies the typed length, as where somebody typed the full section (2); by AERO. */
  typedLength?: readonly number[];
}

export interface Aero {
  card: Card;
  measures: Measures;
  /** The tensioner and its sensors as they are. */
  ram: Ram;
  sensors: Sensors;
  /** True values every ten minutes from `startMs`. */
  truth: RamTruth;
}

export interface BoxRun {
  startMs: number;
  box: Box;
  logging: Logging;
  /** True values every ten minutes from `startMs`. */
  truth: BoxTruth;
  aeros: Aero[];
}

/** Where somebody would set the ram of this model here: the middle of the climate at the middle of the travel. */
function placedRam(random: Random, sky: Sky, given: Partial<Ram>): Ram {
  const ram = drawRam(random, given);
  const { climate } = sky;
  // Coldest to hottest wire of a decade, roughly.
  const span = 2 * climate.halfRangeC + 4 * climate.spreadC[0] + 30;
  const longest = (0.92 * ram.model) / freeSlope(1) / span;
  if (given.lengthM === undefined) ram.lengthM = Math.min(ram.lengthM, longest);
  const middleC = climate.meanC + 5;
  if (given.restMm === undefined) ram.restMm -= freeSlope(ram.lengthM) * (middleC - 15);
  return ram;
}

function makeCard(random: Random, ram: Ram, sky: Sky, typed: number): Card {
  const { conductor } = ram;
  const types = { both: 'wire and messenger', 'messenger-65': 'messenger' } as const;
  return {
    model: ram.model,
    conductorType: conductor === 'both' || conductor === 'messenger-65' ? types[conductor] : 'wire',
    tensionDaN: ram.tensionN / 10,
    lengthM: Math.round(ram.lengthM * typed * (1 + 0.012 * random.normal())),
    strokeOffsetMinMm: random.pick([20, 30, 40]),
    strokeOffsetMaxMm: random.pick([20, 30, 40]),
    latitude: sky.climate.latitude,
    longitude: sky.climate.longitude,
    altitudeM: sky.climate.altitudeM,
  };
}

function drawLogging(random: Random, logMs: number, sky: Sky, given: Partial<Logging>): Logging {
  const drawn = {
    logTimes: [{ fromMs: sky.startMs, everyMs: logMs }],
    uploadMs: Math.max(logMs, random.pick([1, 6, 6, 24]) * 3_600_000),
    phaseS: Math.floor(random.between(0, 60)),
    driftSPerDay: random.normal(),
    linkOutages: 5,
    boxOutages: 1.5,
  };
  return { ...drawn, ...given };
}

/** One object for all steps: a million of them would cost more than what they tell. */
function makeNow(fine: FineSky, logging: Logging): (step: number) => Now {
  const now = { ms: 0, lightWm2: 0, sunAzimuth: 0, logMs: logging.logTimes[0]!.everyMs };
  return (step) => {
    now.ms = fine.startMs + step * STEP;
    now.lightWm2 = fine.diffuseWm2[step]! + fine.beamWm2[step]! * Math.max(0, fine.sunSine[step]!);
    now.sunAzimuth = fine.sunAzimuth[step]!;
    return now;
  };
}

interface Place {
  options: PlainOptions;
  fine: FineSky;
  box: Box;
  truth: BoxTruth;
  logging: Logging;
  schedule: Schedule;
  lineAzimuth: number;
}

/** One AERO of a box: the wire's heat, the ram, and what its sensors show. */
function makeOne(place: Place, index: number): Aero {
  const { options, box } = place;
  const { sky, seed } = options;
  const random = makeRandom(seed, sky.seed, 'aero', index);
  const ram = placedRam(random, sky, options.ram ?? {});
  const sensors = drawSensors(random, options.sensors ?? {});
  const around = {
    lineAzimuth: place.lineAzimuth,
    absorbs: random.between(0.6, 0.9),
    currentA: random.between(60, 260),
    exposed: random.between(0.5, 0.9),
  };
  const local = { ...place.fine, airC: place.truth.airC };
  const wireC = wireTemperature(local, ram.conductor, around, makeRandom(seed, sky.seed, 'current', index));
  const body = {
    sunC: box.sunC * random.between(0.8, 1.2),
    lagMinutes: random.between(30, 60),
    warmSide: box.warmSide + 25 * random.normal(),
  };
  const gasC = bodyTemperature(place.fine, place.truth.airC, body);
  const changes = (options.changes ?? []).filter((one) => one.aero === undefined || one.aero === index);
  const nowAt = makeNow(place.fine, place.logging);
  const touch = (state: Mechanics, step: number) => {
    const now = nowAt(step);
    for (const one of changes) one.mechanics?.(state, now);
  };
  const touchReading = (state: Reading, step: number) => {
    const now = nowAt(step);
    for (const one of changes) one.reading?.(state, now);
  };
  const truth = moveRam(ram, place.fine, wireC, gasC, touch, makeRandom(seed, sky.seed, 'ram', index));
  const from = {
    fine: place.fine,
    box: place.truth,
    ram: truth,
    sensors,
    logging: place.logging,
    travelMm: ram.model,
  };
  const card = makeCard(random, ram, sky, options.typedLength?.[index] ?? 1);
  const samples = makeRandom(seed, sky.seed, 'samples', index);
  const measures = readMeasures(from, place.schedule, touchReading, samples);
  return { card, measures, ram, sensors, truth };
}

/** A box of the options through the weather, without its AEROs. */
export function runBoxAlone(options: PlainOptions): Omit<Place, 'schedule'> {
  const { sky, seed } = options;
  const random = makeRandom(seed, sky.seed, 'box');
  const logMs = options.logMs ?? LOG_TIMES.tenMinutes;
  // Where frost stops the charging for weeks, two cells are built in.
  const cells = sky.climate.cells;
  const box = drawBox(random, logMs, { capacityAh: 6.8 * cells, panelW: 2 * cells, ...options.box });
  const logging = drawLogging(random, logMs, sky, options.logging ?? {});
  const lineAzimuth = random.between(0, Math.PI);
  const fine = makeFineSky(sky);
  const changes = options.changes ?? [];
  const nowAt = makeNow(fine, logging);
  const touch = (state: BoxState, step: number) => {
    const now = nowAt(step);
    for (const one of changes) one.box?.(state, now);
  };
  const truth = runBox(box, fine, touch, makeRandom(seed, sky.seed, 'cells'));
  return { options, fine, box, truth, logging, lineAzimuth };
}

/** A box with its AEROs through the weather of a sky, without any fault but the changes given. */
export function runPlainBox(options: PlainOptions): BoxRun {
  const { sky, seed } = options;
  const alone = runBoxAlone(options);
  const { fine, box, truth, logging } = alone;
  const schedule = makeSchedule(fine, truth, logging, makeRandom(seed, sky.seed, 'schedule'));
  const place = { ...alone, schedule };
  const aeros = Array.from({ length: options.aeros ?? 1 }, (_, index) => makeOne(place, index));
  return { startMs: sky.startMs, box, logging, truth, aeros };
}
