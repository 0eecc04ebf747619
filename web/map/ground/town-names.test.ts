import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { townName } from './town-names.ts';

test('the largest towns have their French names on a French map', () => {
  const towns = JSON.parse(
    readFileSync(new URL('../../public/map/places.json', import.meta.url), 'utf8'),
  ) as [name: string, lon: number, lat: number, thousands: number][];
  const french = towns.filter(([, , , thousands]) => thousands > 700).map(([name]) => townName(name, 'fr'));
  for (const name of ['Londres', 'Varsovie', 'Vienne', 'Barcelone', 'Bruxelles', 'Copenhague', 'Cologne'])
    expect(french).toContain(name);
  expect(townName('Köln', 'en')).toBe('Köln');
  expect(townName('Paris', 'fr')).toBe('Paris');
});
