import type { FeatureCollection } from 'geojson';
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import { type Atlas, load, loadTownNames, type Place, type Rail, SOURCES, type TownNames } from './atlas.ts';
import { PALETTES, type Palette } from './palette.ts';

/** Rendered with the browser's own fonts, so that no glyph server is needed. */
const FONT = ['Inter Variable', 'Arial Unicode MS', 'sans-serif'];

const places = (rows: Place[], names: TownNames): FeatureCollection => ({
  type: 'FeatureCollection',
  features: rows.map(([name, lon, lat, thousands], rank) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: { name: names[name] ?? name, rank, thousands },
  })),
});
const railLines = (rails: Rail[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: rails.map((rail) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: rail.points.map(([lon, lat]) => [lon, lat]) },
    properties: { name: rail.name, code: rail.code },
  })),
});
const stations = (rails: Rail[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: rails.flatMap((rail) =>
    rail.points.map(([lon, lat, pk, name]) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [lon, lat] },
      properties: {
        name,
        pk: `PK ${Math.floor(pk)}+${String(Math.round((pk % 1) * 1000)).padStart(3, '0')}`,
      },
    })),
  ),
});

/** Sea, land and borders. */
const groundLayers = (colors: Palette): LayerSpecification[] => [
  { id: 'sea', type: 'background', paint: { 'background-color': colors.sea } },
  { id: 'far-land', type: 'fill', source: 'world', paint: { 'fill-color': colors.farLand } },
  { id: 'land', type: 'fill', source: 'europe', paint: { 'fill-color': colors.land } },
  {
    id: 'borders',
    type: 'line',
    source: 'europe',
    paint: {
      'line-color': colors.border,
      'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 8, 1.4],
    },
  },
];

/** The railway lines and their stations. */
const railLayers = (colors: Palette): LayerSpecification[] => [
  {
    id: 'rail-case',
    type: 'line',
    source: 'rails',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colors.railCase,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0, 8, 3, 14, 9],
    },
  },
  {
    id: 'rail',
    type: 'line',
    source: 'rails',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colors.rail,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.7, 8, 1.6, 14, 4],
    },
  },
  {
    id: 'rail-ties',
    type: 'line',
    source: 'rails',
    minzoom: 8.5,
    paint: {
      'line-color': colors.rail,
      'line-width': ['interpolate', ['linear'], ['zoom'], 9, 5, 14, 12],
      'line-dasharray': [0.12, 1.6],
    },
  },
  {
    id: 'stations',
    type: 'circle',
    source: 'stations',
    minzoom: 8,
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 2, 13, 5],
      'circle-color': colors.halo,
      'circle-stroke-color': colors.station,
      'circle-stroke-width': 1.6,
    },
  },
];

/** The names of stations, lines and towns. */
function nameLayers(colors: Palette): LayerSpecification[] {
  const label = { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 };
  return [
    {
      id: 'station-names',
      type: 'symbol',
      source: 'stations',
      minzoom: 9.5,
      layout: {
        'text-field': ['format', ['get', 'name'], {}, '\n', {}, ['get', 'pk'], { 'font-scale': 0.8 }],
        'text-font': FONT,
        'text-size': 12,
        'text-offset': [0, 0.8],
        'text-anchor': 'top',
        'text-optional': true,
      },
      paint: { ...label, 'text-color': colors.station },
    },
    {
      id: 'rail-names',
      type: 'symbol',
      source: 'rails',
      minzoom: 7.5,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 11,
        'text-offset': [0, -0.9],
        'symbol-spacing': 420,
      },
      paint: { ...label, 'text-color': colors.station },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      filter: [
        '>=',
        ['get', 'thousands'],
        ['step', ['zoom'], 700, 5, 350, 6, 150, 7, 60, 8, 25, 9, 10, 10, 0],
      ],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['interpolate', ['linear'], ['get', 'thousands'], 5, 11, 500, 14, 2000, 17],
        'symbol-sort-key': ['get', 'rank'],
        'text-padding': 6,
      },
      paint: label,
    },
  ];
}

/** Style of the bundled base map, from files of the console itself: no request to the internet. */
export async function bundledStyle(theme: 'light' | 'dark', language: string): Promise<StyleSpecification> {
  const [world, europe, towns, names, rails] = await Promise.all([
    load<Atlas>('world.json'),
    load<Atlas>('europe.json'),
    load<Place[]>('places.json'),
    loadTownNames(language),
    load<Rail[]>('rails.json'),
  ]);
  const colors = PALETTES[theme];
  const source = (data: FeatureCollection, attribution?: string) => ({
    type: 'geojson' as const,
    data,
    ...(attribution ? { attribution } : {}),
  });
  return {
    version: 8,
    sources: {
      world: source(feature(world, world.objects.countries) as FeatureCollection, SOURCES.land),
      europe: source(feature(europe, europe.objects.countries) as FeatureCollection),
      places: source(places(towns, names), SOURCES.places),
      rails: source(railLines(rails), SOURCES.rails),
      stations: source(stations(rails)),
    },
    // In the order in which they are painted.
    layers: [...groundLayers(colors), ...railLayers(colors), ...nameLayers(colors)],
  };
}

/** An operator's map: a style document, or the template of a raster tile server. */
export function operatorStyle(url: string): string | StyleSpecification {
  if (!url.includes('{z}')) return url;
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [url], tileSize: 256 } },
    layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
  };
}
