/** One-dimensional arrays in PostgreSQL's binary form, as array_send writes them. */
const NULL = -1;

/**
 * Bytes before the first element: dimensions, nulls, type, length and lower bound; an empty array has only
 * the first three.
 */
const HEAD = 20;

function lengthOf(bytes: Buffer): number {
  return bytes.readInt32BE(0) === 0 ? 0 : bytes.readInt32BE(12);
}

/** integer[] without nulls. */
export function integersOf(bytes: Buffer): Int32Array {
  const values = new Int32Array(lengthOf(bytes));
  for (let i = 0; i < values.length; i++) values[i] = bytes.readInt32BE(HEAD + 8 * i + 4);
  return values;
}

/** real[]; a null is NaN. Rounded to the decimals of single precision, like its text form. */
export function realsOf(bytes: Buffer): Float64Array {
  const values = new Float64Array(lengthOf(bytes));
  readReals(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, values);
  return values;
}

/** Reads a real[] that begins at a byte of a view: as many elements as `into` can hold. */
export function readReals(view: DataView, begin: number, into: Float64Array): void {
  // A view is faster than a buffer's own methods, which check each access: a diagnosis reads a million
  // values.
  for (let i = 0, at = begin + HEAD; i < into.length; i++) {
    const size = view.getInt32(at);
    at += 4;
    if (size === NULL) into[i] = Number.NaN;
    else {
      into[i] = decimal(view.getFloat32(at));
      at += 4;
    }
  }
}

/** 12.3 for the single 12.300000190734863: sensors give at most four decimals. */
function decimal(single: number): number {
  return Math.abs(single) < 1e6 ? Math.round(single * 1e4) / 1e4 : single;
}
