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

/**
 * What a fault, a visit or a peculiarity does. Each member changes the state it is given; it is called for every
 * step, more than once for a box, so it depends on the step alone.
 */
export interface Change {
  /** 0 or 1: of this AERO only. */
  aero?: number;
  mechanics?(state: Mechanics, ms: number): void;
  reading?(state: Reading, ms: number): void;
  /** `sun` tells where the sun is (sine of its elevation, radians from north). */
  box?(state: BoxState, ms: number, sun: { sine: number; azimuth: number }): void;
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
  /** Multiplies the typed length, as where somebody typed the full section (2). */
  typedLength?: number;
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
  const ms = (step: number) => place.fine.startMs + step * STEP;
  const touch = (state: Mechanics, step: number) => {
    for (const one of changes) one.mechanics?.(state, ms(step));
  };
  const touchReading = (state: Reading, step: number) => {
    for (const one of changes) one.reading?.(state, ms(step));
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
  const card = makeCard(random, ram, sky, options.typedLength ?? 1);
  const samples = makeRandom(seed, sky.seed, 'samples', index);
  const measures = readMeasures(from, place.schedule, touchReading, samples);
  return { card, measures, ram, sensors, truth };
}

/** A box with its AEROs through the weather of a sky, without any fault but the changes given. */
export function runPlainBox(options: PlainOptions): BoxRun {
  const { sky, seed } = options;
  const random = makeRandom(seed, sky.seed, 'box');
  const logMs = options.logMs ?? LOG_TIMES.tenMinutes;
  const box = drawBox(random, logMs, options.box ?? {});
  const logging = drawLogging(random, logMs, sky, options.logging ?? {});
  const lineAzimuth = random.between(0, Math.PI);
  const fine = makeFineSky(sky);
  const changes = options.changes ?? [];
  const sun = { sine: 0, azimuth: 0 };
  const touch = (state: BoxState, step: number) => {
    sun.sine = fine.sunSine[step]!;
    sun.azimuth = fine.sunAzimuth[step]!;
    for (const one of changes) one.box?.(state, fine.startMs + step * STEP, sun);
  };
  const truth = runBox(box, fine, touch, makeRandom(seed, sky.seed, 'cells'));
  const schedule = makeSchedule(fine, truth, logging, makeRandom(seed, sky.seed, 'schedule'));
  const place = { options, fine, box, truth, logging, schedule, lineAzimuth };
  const aeros = Array.from({ length: options.aeros ?? 1 }, (_, index) => makeOne(place, index));
  return { startMs: sky.startMs, box, logging, truth, aeros };
}
