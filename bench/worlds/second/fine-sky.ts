import { horizonSine } from './climates.ts';
import { makeMemory, makeRandom } from './random.ts';
import { HOUR, type Sky } from './sky.ts';
import { clearSky, dayOfYear, diffuseShare, sunAt } from './sun.ts';

/** Every ten minutes: the step in which boxes and tensioners are computed. */
export const STEP = 600_000;

/** Weather where the box stands, every ten minutes, behind the horizon of the place. */
export interface FineSky {
  startMs: number;
  count: number;
  airC: Float64Array;
  /** Light from the sun's own direction, on a face turned to it, W/m². */
  beamWm2: Float64Array;
  /** Light of the whole sky on the flat, W/m². */
  diffuseWm2: Float64Array;
  windMs: Float64Array;
  cloud: Float64Array;
  snowMmH: Float64Array;
  sunSine: Float64Array;
  /** Radians from north, clockwise. */
  sunAzimuth: Float64Array;
}

/** Columns between the hours of `sky`, for its `days`; broken clouds let the light jump, gusts the wind. */
export function makeFineSky(sky: Sky): FineSky {
  const count = sky.days * 144;
  const column = () => new Float64Array(count);
  const fine: FineSky = {
    startMs: sky.startMs,
    count,
    airC: column(),
    beamWm2: column(),
    diffuseWm2: column(),
    windMs: column(),
    cloud: column(),
    snowMmH: column(),
    sunSine: column(),
    sunAzimuth: column(),
  };
  const random = makeRandom(sky.seed, 'fine');
  const [eddies, gusts, gaps] = [makeMemory(random, 3), makeMemory(random, 2), makeMemory(random, 2)];
  for (let step = 0; step < count; step++) {
    const hour = Math.floor(step / 6);
    const share = (step % 6) / 6;
    const mix = (values: Float64Array) => values[hour]! + (values[hour + 1]! - values[hour]!) * share;
    fine.airC[step] = mix(sky.airC) + 0.2 * eddies();
    fine.windMs[step] = Math.max(0.1, mix(sky.windMs) * (1 + 0.2 * gusts()));
    const cloud = mix(sky.cloud);
    fine.cloud[step] = cloud;
    fine.snowMmH[step] = sky.snowMmH[hour + 1]!;
    addLight(fine, step, sky, mix(sky.clearness) * Math.exp(0.9 * cloud * (1 - cloud) * gaps()));
  }
  return fine;
}

function addLight(fine: FineSky, step: number, sky: Sky, clearness: number): void {
  const ms = fine.startMs + (step * HOUR) / 6;
  const yearDay = dayOfYear(ms);
  const sun = sunAt(ms, yearDay, sky.climate.latitude, sky.climate.longitude);
  fine.sunSine[step] = sun.sine;
  fine.sunAzimuth[step] = sun.azimuth;
  const clear = clearSky(sun.sine, sky.climate.altitudeM);
  if (clear <= 0) return;
  // Between clouds the edges mirror light: a little more than a clear sky for minutes.
  const global = clear * Math.min(1.1, clearness);
  const diffuse = global * diffuseShare(global, sun.sine, yearDay);
  fine.diffuseWm2[step] = diffuse;
  const hidden = sun.sine < horizonSine(sky.climate, sun.azimuth);
  fine.beamWm2[step] = hidden ? 0 : Math.min(1050, (global - diffuse) / Math.max(sun.sine, 0.03));
}

/** Share of the beam that a face gets: its normal `tilt` radians from straight up, turned to `azimuth`. */
export function onFace(sine: number, sunAzimuth: number, tilt: number, azimuth: number): number {
  if (sine <= 0) return 0;
  const flat = Math.sqrt(Math.max(0, 1 - sine * sine));
  return Math.max(0, sine * Math.cos(tilt) + flat * Math.sin(tilt) * Math.cos(sunAzimuth - azimuth));
}
