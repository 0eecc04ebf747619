import type { FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { type MapView, moved, projector, type Size } from '../mercator.ts';
import { type Atlas, load, loadTownNames, type Place, type Rail } from './atlas.ts';
import { PALETTES } from './palette.ts';

type Country = Polygon | MultiPolygon;
/** Land, lines and towns below the points. */
export interface Ground {
  far: readonly Country[];
  near: readonly Country[];
  rails: readonly Rail[];
  towns: readonly Place[];
}
/** West, south, east, north of the area in outline.json, with the surrounding sea. */
const NEAR = [-30, 34, 33, 61] as const;

/** Whether a view shows land beyond Europe. */
export function isWide(view: MapView, { width, height }: Size): boolean {
  const [low, high] = [moved(view, -width / 2, height / 2, 0), moved(view, width / 2, -height / 2, 0)];
  return (
    low.longitude < NEAR[0] || low.latitude < NEAR[1] || high.longitude > NEAR[2] || high.latitude > NEAR[3]
  );
}

/** Loads the data for a picture; the world beyond Europe only if it is visible. */
export async function loadGround(wide: boolean, language: string): Promise<Ground> {
  const [outline, names, rails, world] = await Promise.all([
    load<{ atlas: Atlas; places: Place[] }>('outline.json'),
    loadTownNames(language),
    load<Rail[]>('rails.json'),
    wide ? load<Atlas>('world.json') : null,
  ]);
  const shapes = (atlas: Atlas) =>
    (feature(atlas, atlas.objects.countries) as FeatureCollection<Country>).features.map(
      (one) => one.geometry,
    );
  return {
    far: world === null ? [] : shapes(world),
    near: shapes(outline.atlas),
    rails,
    towns: outline.places.map(([name, ...rest]): Place => [names[name] ?? name, ...rest]),
  };
}

/** Draws the ground as the map does at this zoom; `context` is scaled to CSS pixels. */
export function drawGround(
  context: CanvasRenderingContext2D,
  ground: Ground,
  view: MapView,
  size: Size,
  theme: 'light' | 'dark',
): void {
  const colors = PALETTES[theme];
  const place = projector(view, size);
  // Boxes are on land, so the sea is not drawn until the land has loaded.
  context.fillStyle = ground.near.length === 0 ? colors.land : colors.sea;
  context.fillRect(0, 0, size.width, size.height);
  const trace = (ring: readonly Position[]) => {
    ring.forEach(([lon, lat], index) => {
      const [x, y] = place(lon!, Math.max(-85, Math.min(85, lat!)));
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
  };
  const country = (shape: Country) => {
    context.beginPath();
    for (const rings of shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates)
      for (const ring of rings) trace(ring);
  };
  context.fillStyle = colors.farLand;
  for (const shape of ground.far) {
    country(shape);
    context.fill('evenodd');
  }
  context.fillStyle = colors.land;
  context.strokeStyle = colors.border;
  context.lineWidth = Math.min(1.4, Math.max(0.5, 0.5 + (view.zoom - 3) * 0.18));
  for (const shape of ground.near) {
    country(shape);
    context.fill('evenodd');
    context.stroke();
  }
  context.strokeStyle = colors.rail;
  context.lineWidth = Math.min(4, Math.max(0.7, 0.7 + (view.zoom - 4) * 0.25));
  context.lineJoin = 'round';
  for (const rail of ground.rails) {
    context.beginPath();
    trace(rail.points.map(([lon, lat]) => [lon, lat]));
    context.stroke();
  }
  drawTowns(context, ground.towns, view.zoom, size, place, colors.label, colors.halo);
}

/** Names of the largest towns that fit, larger ones first. */
function drawTowns(
  context: CanvasRenderingContext2D,
  towns: readonly Place[],
  zoom: number,
  { width, height }: Size,
  place: (lon: number, lat: number) => [number, number],
  ink: string,
  halo: string,
): void {
  const taken: [number, number, number][] = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const least = zoom < 5 ? 700 : zoom < 6 ? 350 : 200;
  for (const [name, lon, lat, thousands] of towns) {
    const [x, y] = place(lon, lat);
    if (thousands < least || x < 0 || y < 0 || x > width || y > height) continue;
    context.font = `${thousands > 500 ? 14 : 12}px "Inter Variable", sans-serif`;
    const half = context.measureText(name).width / 2 + 6;
    if (x - half < 0 || x + half > width) continue;
    if (taken.some(([x2, y2, half2]) => Math.abs(x - x2) < half + half2 && Math.abs(y - y2) < 20)) continue;
    taken.push([x, y, half]);
    context.strokeStyle = halo;
    context.lineWidth = 2.8;
    context.strokeText(name, x, y);
    context.fillStyle = ink;
    context.fillText(name, x, y);
  }
}
