/** Light on a tilted and turned panel, with part of its sky possibly shaded. */
import type { Site } from '../box/descriptor.ts';
import { acts, daysInto, type Fault } from '../faults.ts';
import { cosIncidence } from '../weather/sun.ts';
import type { Sky } from '../weather/weather.ts';

/** Reflection by grass and ballast. */
const ALBEDO = 0.2;
/** Share of light through fresh snow; °C over which it slides off, and per hour in sun. J */
const UNDER_SNOW = 0.06;
const SLIDES = 1.5;
const RADIANS = Math.PI / 180;

/**
 * Snow on the panel: it falls in frost under an overcast sky and slides off in warmth, or from a steep panel
 * in sun.
 */
export function snowAfter(lies: boolean, sky: Sky, tilt: number): boolean {
  if (sky.air > SLIDES) return false;
  if (lies) return !(sky.beam > 400 && tilt > 50);
  return sky.air < 0.5 && sky.cloud > 0.97;
}

/** Whether a shade hides the sun's disc. */
function hides(shade: Site['shade'], sky: Sky): boolean {
  return (
    shade !== null && sky.sinElevation < shade.below && sky.azimuth >= shade.from && sky.azimuth <= shade.to
  );
}

/** The azimuths that a fault shades, from the side its mode names. */
function shadeOf({ rate, mode }: Fault): NonNullable<Site['shade']> {
  if (mode === 'east') return { from: 50, to: 80 + rate, below: 0.85 };
  if (mode === 'west') return { from: 280 - rate, to: 310, below: 0.85 };
  return { from: 180 - rate / 2, to: 180 + rate / 2, below: 1.1 };
}

/** Light on the panel at a time, W/m². */
export function lightOnPanel(
  site: Site,
  sky: Sky,
  snow: boolean,
  faults: readonly Fault[],
  time: number,
): number {
  let clean = site.panel;
  let shaded = hides(site.shade, sky);
  for (const fault of faults) {
    if (!acts(fault, time)) continue;
    if (fault.name === 'soiling') clean *= 1 - 0.65 * Math.min(1, daysInto(fault, time) / (fault.rate || 1));
    else if (fault.name === 'shading') shaded ||= hides(shadeOf(fault), sky);
  }
  const cosTilt = Math.cos(site.plane.tilt * RADIANS);
  const diffuse = Math.max(0, sky.irradiance - sky.beam * Math.max(0, sky.sinElevation));
  const beam = shaded ? 0 : sky.beam * cosIncidence(sky, site.plane);
  const light = beam + (diffuse * (1 + cosTilt)) / 2 + (ALBEDO * sky.irradiance * (1 - cosTilt)) / 2;
  return clean * light * (snow ? UNDER_SNOW : 1);
}
