/** Scenes of the demonstration: chosen at the first start, and the same from then on. */

import { readFileSync, writeFileSync } from 'node:fs';
import { DAY } from '../../domain/durations.ts';
import type { BoxDescriptor } from '../../simulator/box/descriptor.ts';
import type { Scene } from '../../simulator/weather/weather.ts';

/** The warmest day of a year, by its number. */
const HEIGHT_OF_SUMMER = 200;
/** °C that a heat wave adds at its peak: one more than the largest of the simulator's own spells. */
const HEAT = 12;
/** Safety margin in mm: of a railway that wants early warnings, on a well installed fleet. */
const MARGIN = 120;

/**
 * Null: the weather of the season. `heat`: midsummer, and a heat wave that began yesterday and lasts a week.
 */
export function sceneNamed(name: string | undefined, now: number): Scene | null {
  if (name === undefined || name === '') return null;
  if (name !== 'heat') throw new Error(`DEMO_SCENE is ${name}: there is the scene heat alone`);
  const today = Math.floor(now / DAY) * DAY;
  const day = Math.round((today - Date.UTC(new Date(today).getUTCFullYear(), 0, 1)) / DAY);
  return { seasonDays: HEIGHT_OF_SUMMER - day, from: today - DAY, to: today + 6 * DAY, heat: HEAT };
}

/** The fleet of the demonstration in a scene. */
export function fleetOf(fleet: readonly BoxDescriptor[], scene: Scene | null): BoxDescriptor[] {
  if (scene === null) return [...fleet];
  const margins = { stroke_min_offset: MARGIN, stroke_max_offset: MARGIN };
  return fleet.map((box) => ({ ...box, aeros: box.aeros.map((aero) => ({ ...aero, ...margins })) }));
}

interface Kept {
  readonly scene: Scene | null;
  /** Whether DEMO_SCENE names another scene than the demonstration's first start. */
  readonly other: boolean;
}

/** The scene of a demonstration, stored at `path` at its first start. */
export function storedScene(path: string, fresh: boolean, name: string | undefined, now: number): Kept {
  const wanted = sceneNamed(name, now);
  try {
    const scene = JSON.parse(readFileSync(path, 'utf8')) as Scene | null;
    return { scene, other: (scene === null) !== (wanted === null) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // A demonstration from before scenes existed has the weather of the season.
  const scene = fresh ? wanted : null;
  writeFileSync(path, `${JSON.stringify(scene)}\n`);
  return { scene, other: scene === null && wanted !== null };
}
