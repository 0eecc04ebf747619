import type { GeometryCollection, Topology } from 'topojson-specification';
import { belowBase } from '../../lib/base.ts';

export type Place = [name: string, lon: number, lat: number, thousands: number];
export interface Rail {
  code: string;
  name: string;
  points: [number, number, number, string][];
}
export type Atlas = Topology<{ countries: GeometryCollection }>;

const FOLDER = belowBase('/map/');
/** A file of the bundled base map, created by scripts/build-base-map.ts. */
export async function load<T>(name: string): Promise<T> {
  const answer = await fetch(FOLDER + name);
  if (!answer.ok) throw new Error(`base map: ${name}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Names of towns of places.json that are written otherwise in a language, by the name there. */
export type TownNames = Readonly<Record<string, string>>;
/** A file for each language, written by hand. */
export const loadTownNames = (language: string): Promise<TownNames> => load(`towns-${language}.json`);

/** Attribution of the bundled base map. */
export const SOURCES = { land: 'Natural Earth', places: '© GeoNames (CC BY)', rails: '© SNCF Réseau (ODbL)' };
