import type { Exif } from 'sharp';

/** GPS tags that contain the position: neither time nor device. By number, with their names. */
const KEPT = {
  1: 'GPSLatitudeRef',
  2: 'GPSLatitude',
  3: 'GPSLongitudeRef',
  4: 'GPSLongitude',
  5: 'GPSAltitudeRef',
  6: 'GPSAltitude',
} as const;
const GPS_DIRECTORY = 0x8825;
const [BYTE, ASCII, RATIONAL] = [1, 2, 5];
/** A directory of a photo has a few dozen entries. */
const MAX_ENTRIES = 500;

/**
 * The position in the EXIF of a photo (TIFF 6.0, EXIF 2.3 section 4.6.6), to be written as its only metadata:
 * all other data of a phone (owner, serial number, maker notes, a thumbnail of the picture before it was
 * cropped) is dropped. Null without a position, or when it cannot be read.
 */
export function positionOf(exif: Buffer | undefined): Exif | null {
  if (exif === undefined) return null;
  try {
    const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
    const read = readerOf(tiff);
    const gps = read.entries(read.u32(4)).find(({ tag }) => tag === GPS_DIRECTORY);
    if (gps === undefined) return null;
    const found = read.entries(read.u32(gps.at)).flatMap((entry) => {
      const name = KEPT[entry.tag as keyof typeof KEPT];
      const value = name === undefined ? undefined : read.value(entry);
      return value === undefined ? [] : [[name, value] as const];
    });
    const held = Object.fromEntries(found);
    const isWhole = held.GPSLatitude !== undefined && held.GPSLongitude !== undefined;
    return isWhole ? { IFD3: held } : null;
  } catch (error) {
    // Offsets beyond the buffer: the EXIF cannot be read.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Position of its value, or of the offset of its value. */
  readonly at: number;
}

function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  return {
    u32,
    entries(directory: number): Entry[] {
      const count = Math.min(u16(directory), MAX_ENTRIES);
      return Array.from({ length: count }, (_, index) => {
        const at = directory + 2 + index * 12;
        return { tag: u16(at), type: u16(at + 2), count: u32(at + 4), at: at + 8 };
      });
    },
    /** In the format of libvips: rationals as `48/1 51/1 2400/100`. */
    value({ type, count, at }: Entry): string | undefined {
      if (type === BYTE && count === 1) return String(tiff.readUInt8(at));
      // A letter: N, S, E, W.
      if (type === ASCII && count <= 2) return tiff.toString('latin1', at, at + 1);
      if (type !== RATIONAL || count > 3) return undefined;
      const first = u32(at);
      const pairs = Array.from({ length: count }, (_, index) => first + index * 8);
      return pairs.map((pair) => `${u32(pair)}/${u32(pair + 4)}`).join(' ');
    },
  };
}
