/** A position on the Mercator square of web maps: 0 to 1 from west to east and from north to south. */
export type Flat = readonly [x: number, y: number];
export interface MapView {
  longitude: number;
  latitude: number;
  zoom: number;
}
export interface Size {
  width: number;
  height: number;
}

/** Side of the world at zoom 0, px. */
export const WORLD = 512;
const RADIANS = Math.PI / 180;

const flatX = (longitude: number) => longitude / 360 + 0.5;
/** The Mercator square ends before the poles. */
const MAX_NORTH = 85.051129;
function flatY(latitude: number): number {
  const bounded = Math.min(MAX_NORTH, Math.max(-MAX_NORTH, latitude));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * RADIANS) / 2)) / (2 * Math.PI);
}
export const flat = (longitude: number, latitude: number): Flat => [flatX(longitude), flatY(latitude)];

/** Places on the Mercator square, as columns. */
export function flatColumns(
  longitude: readonly number[],
  latitude: readonly number[],
): [x: Float64Array, y: Float64Array] {
  const [x, y] = [new Float64Array(longitude.length), new Float64Array(longitude.length)];
  for (let at = 0; at < longitude.length; at++) {
    x[at] = flatX(longitude[at]!);
    y[at] = flatY(latitude[at]!);
  }
  return [x, y];
}

/** The view that shows all places with `padding` px around them; null without places. */
export function viewOfAll(
  longitude: readonly number[],
  latitude: readonly number[],
  { width, height }: Size,
  { padding, maxZoom }: { padding: number; maxZoom: number },
): MapView | null {
  if (longitude.length === 0) return null;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let index = 0; index < longitude.length; index++) {
    const [x, y] = [longitude[index]!, latitude[index]!];
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  const [left, top] = flat(west, north);
  const [right, bottom] = flat(east, south);
  const room = (px: number, share: number) => Math.log2(Math.max(1, px - 2 * padding) / (share * WORLD));
  const zoom = Math.min(room(width, right - left), room(height, bottom - top), maxZoom);
  return { ...placeOf([(left + right) / 2, (top + bottom) / 2]), zoom: Math.max(0, zoom) };
}

/** Longitude and latitude of a position on the Mercator square. */
export function placeOf([x, y]: Flat): { longitude: number; latitude: number } {
  const latitude = Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 2 - Math.PI / 2;
  return { longitude: (x - 0.5) * 360, latitude: latitude / RADIANS };
}

/** The view shifted by px to the right and down. */
export function moved(view: MapView, right: number, down: number, zoom: number): MapView {
  const scale = WORLD * 2 ** view.zoom;
  const [x, y] = flat(view.longitude, view.latitude);
  return { ...placeOf([x + right / scale, y + down / scale]), zoom };
}

/** Computes where places are in a picture of this view, px from its upper left corner. */
export function projector({ longitude, latitude, zoom }: MapView, { width, height }: Size) {
  const scale = WORLD * 2 ** zoom;
  const [centerX, centerY] = flat(longitude, latitude);
  return (lon: number, lat: number): [x: number, y: number] => {
    const [x, y] = flat(lon, lat);
    return [(x - centerX) * scale + width / 2, (y - centerY) * scale + height / 2];
  };
}
