export interface Offset {
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}

/** Position of a picture that covers a square of `side`, enlarged and moved from its middle. */
export function cropOf(image: Size, zoom: number, offset: Offset, side: number): Offset & Size {
  const scale = (side / Math.min(image.width, image.height)) * zoom;
  const width = image.width * scale;
  const height = image.height * scale;
  return { x: (side - width) / 2 + offset.x, y: (side - height) / 2 + offset.y, width, height };
}

/** Keeps the square covered. */
export function clampOffset(offset: Offset, image: Size, zoom: number, side: number): Offset {
  const { width, height } = cropOf(image, zoom, { x: 0, y: 0 }, side);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value));
  return { x: clamp(offset.x, (width - side) / 2), y: clamp(offset.y, (height - side) / 2) };
}
