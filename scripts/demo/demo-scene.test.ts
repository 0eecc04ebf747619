import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '../../domain/durations.ts';
import { generateFleet } from '../../simulator/fleet/fleet.ts';
import { darkSky, Weather } from '../../simulator/weather/weather.ts';
import { fleetOf, sceneNamed, storedScene } from './demo-scene.ts';

const NOW = Date.UTC(2026, 10, 22, 9);
const AVIGNON = { latitude: 43.9, longitude: 4.8, altitude: 30 };

describe('the scene of heat', () => {
  const scene = sceneNamed('heat', NOW)!;
  const air = (days: number, of: typeof scene | null) =>
    new Weather(1, of).at(AVIGNON, 'x').at(NOW + days * DAY + 6 * 3_600_000, darkSky()).air;

  it('is the height of summer whatever the calendar says, and a heat wave that began yesterday and stays', () => {
    const without = { ...scene, heat: 0 };
    expect(air(-20, scene)).toBe(air(-20, without));
    expect(air(-20, scene) - air(-20, null)).toBeGreaterThan(8);
    expect(air(2, scene) - air(2, without)).toBeCloseTo(12, 5);
    expect(air(9, scene)).toBe(air(9, without));
    expect(sceneNamed('', NOW)).toBeNull();
    expect(() => sceneNamed('snow', NOW)).toThrow(/heat alone/);
  });

  it('has wider margins', () => {
    const [box] = fleetOf(generateFleet({ boxes: 1, seed: 1 }), scene);
    expect(box!.aeros.every(({ stroke_max_offset }) => stroke_max_offset === 120)).toBe(true);
  });
});

describe('a scene that is kept', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scene-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stays as it was made, and says when another was asked for', () => {
    const [path, old] = [join(folder, 'scene.json'), join(folder, 'old.json')];
    const { scene } = storedScene(path, true, 'heat', NOW);
    expect(scene).toEqual(sceneNamed('heat', NOW));
    expect(storedScene(path, false, 'heat', NOW + 3 * DAY)).toEqual({ scene, other: false });
    expect(storedScene(path, false, undefined, NOW)).toEqual({ scene, other: true });
    // A demonstration from before scenes existed.
    expect(storedScene(old, false, 'heat', NOW)).toEqual({ scene: null, other: true });
  });
});
