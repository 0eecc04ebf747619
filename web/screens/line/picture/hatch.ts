/** A pattern of slanting lines: marks the safety margins without colour. */
export function hatchOf(context: CanvasRenderingContext2D, color: string): CanvasPattern | null {
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [5, 5];
  const pen = tile.getContext('2d');
  if (pen === null) return null;
  pen.strokeStyle = color;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (const shift of [-5, 0, 5]) {
    pen.moveTo(shift, 5);
    pen.lineTo(shift + 5, 0);
  }
  pen.stroke();
  return context.createPattern(tile, 'repeat');
}
