/** Railway lines as kilometre points with coordinates, cut into tension lengths. */
import { readFileSync } from 'node:fs';
import { Draws, keyOf } from '../prng.ts';

export interface Station {
  readonly pk: number;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}
export interface Line {
  readonly code: string;
  readonly name: string;
  readonly power: string;
  readonly points: readonly Station[];
  readonly tram: boolean;
}
/** A tension length (tir): the wire between two tensioners. */
export interface Section {
  readonly line: Line;
  readonly from: number;
  readonly to: number;
}
export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly station: string;
}

function read(file: string, tram: boolean): Line[] {
  const text = readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { lines: Omit<Line, 'tram'>[] }).lines.map((line) => ({ ...line, tram }));
}

export const RAILWAY_LINES: readonly Line[] = read('railway-lines-fr.json', false);
export const TRAM_LINES: readonly Line[] = read('tram-network.json', true);

/** Metres above the sea at the first and last kilometre point, where a line climbs. */
const ALTITUDES: Readonly<Record<string, readonly [number, number]>> = {
  '900000': [240, 1060],
  '850000': [245, 860],
  '897000': [240, 440],
};
const PLAIN = 90;

/** The coordinates of a kilometre point, between the two stations around it. */
export function spotAt(line: Line, pk: number): Spot {
  const { points } = line;
  let index = points.findIndex((point) => point.pk > pk);
  if (index <= 0) index = index === 0 ? 1 : points.length - 1;
  const before = points[index - 1] as Station;
  const after = points[index] as Station;
  const part = Math.min(1, Math.max(0, (pk - before.pk) / (after.pk - before.pk || 1)));
  const first = (points[0] as Station).pk;
  const last = (points[points.length - 1] as Station).pk;
  const [low, high] = ALTITUDES[line.code] ?? [PLAIN, PLAIN];
  return {
    latitude: before.lat + part * (after.lat - before.lat),
    longitude: before.lon + part * (after.lon - before.lon),
    altitude: low + ((pk - first) / (last - first)) * (high - low),
    station: part < 0.5 ? before.name : after.name,
  };
}

/** Sections of a line, end to end: 1.2 to 1.4 km on a railway, 0.5 to 0.9 km on a tram. */
export function sectionsOf(line: Line): Section[] {
  const draws = new Draws(keyOf('sections', line.code));
  const last = (line.points[line.points.length - 1] as Station).pk;
  const sections: Section[] = [];
  let from = (line.points[0] as Station).pk + 0.2;
  while (true) {
    const to = from + (line.tram ? draws.uniform(0.5, 0.9) : draws.uniform(1.2, 1.4));
    if (to > last - 0.1) return sections;
    sections.push({ line, from, to });
    from = to;
  }
}

/** A kilometre point in railway notation: 105.129 is 105+129. */
export function writtenPk(pk: number): string {
  const metres = Math.round(pk * 1000);
  return `${Math.floor(metres / 1000)}+${String(metres % 1000).padStart(3, '0')}`;
}
