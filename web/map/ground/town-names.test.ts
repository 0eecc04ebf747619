import { readFileSync } from 'node:fs';
import { LANGUAGE_KEYS } from '@aerowatch/domain/languages';
import { expect, test } from 'vitest';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../public/map/${name}`, import.meta.url), 'utf8'));
const towns = read('places.json') as [name: string, lon: number, lat: number, thousands: number][];

test('each language has its names of towns, and names only towns that are there', () => {
  const there = new Set(towns.map(([name]) => name));
  for (const language of LANGUAGE_KEYS)
    expect(Object.keys(read(`towns-${language}.json`)).filter((name) => !there.has(name))).toEqual([]);
});

test('the largest towns have their French names on a French map', () => {
  const names = read('towns-fr.json');
  const french = towns.filter(([, , , thousands]) => thousands > 700).map(([name]) => names[name] ?? name);
  for (const name of ['Londres', 'Varsovie', 'Vienne', 'Barcelone', 'Bruxelles', 'Copenhague', 'Cologne'])
    expect(french).toContain(name);
});
