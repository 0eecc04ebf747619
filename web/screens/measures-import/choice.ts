import { METRIC_KEYS, perMetric } from '@aerowatch/domain/metrics';
import type { UnitSystem } from '@aerowatch/domain/units';
import type { Formats } from '../../lib/format.ts';
import type { Mapping } from './guess.ts';

/** The user's settings for a file. */
export interface ImportChoice {
  mapping: Mapping;
  /** The whole file belongs to one AERO. */
  one: boolean;
  box: number | null;
  aero: number | null;
  zone: string;
  system: UnitSystem;
}

const NOTHING: Mapping = {
  time: '',
  box: '',
  aero: '',
  ...perMetric(() => ''),
};

/** From the address (`?box=7&aero=12` from the page of a box), in the user's zone and units. */
export function firstChoice(
  search: URLSearchParams,
  { timeZone, unitSystem }: Pick<Formats, 'timeZone' | 'unitSystem'>,
): ImportChoice {
  const box = Number(search.get('box')) || null;
  const aero = Number(search.get('aero')) || null;
  return { mapping: NOTHING, one: aero !== null, box, aero, zone: timeZone, system: unitSystem };
}

/** What is still missing before the file can be imported; null if nothing is. */
export function missingOf({
  mapping,
  one,
  aero,
}: ImportChoice): 'time' | 'box' | 'aero' | 'one' | 'metric' | null {
  if (one && aero === null) return 'one';
  if (mapping.time === '') return 'time';
  if (!one && mapping.box === '') return 'box';
  if (!one && mapping.aero === '') return 'aero';
  return METRIC_KEYS.every((metric) => mapping[metric] === '') ? 'metric' : null;
}

/** As API query: every column is named, so that exactly what was shown is imported. */
export function queryOf({ mapping, one, aero, zone, system }: ImportChoice) {
  return {
    mapping: JSON.stringify(one ? { ...mapping, box: '', aero: '' } : mapping),
    time_zone: zone,
    unit_system: system,
    ...(one && aero !== null ? { aero } : {}),
  };
}
