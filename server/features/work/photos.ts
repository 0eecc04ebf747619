import { MAX_PHOTOS } from '@aerowatch/contracts/api/work-order-photos';
import sharp from 'sharp';
import { type Db, transaction } from '../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../platform/errors.ts';
import { isPicture } from '../../platform/files/pictures.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { positionOf } from './position-exif.ts';
import { orderForUpdate, type WorkOrderRow } from './store.ts';
import { insertPhoto } from './store-photos.ts';

/** Longest side of a stored photo: enough to read a gauge. */
const SIDE = 1920;
/** The largest phones take photos of 50 million pixels; a larger one may be a decompression bomb. */
const MAX_PIXELS = 50_000_000;

interface Written {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A photo re-encoded as WebP; its metadata is dropped, except the position with `keepPosition`. */
async function photoOf(path: string, keepPosition: boolean): Promise<Written> {
  if (!(await isPicture(path))) throw new BadRequest({ file: ['image_unreadable'] });
  try {
    const source = sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const position = keepPosition ? positionOf((await source.metadata()).exif) : null;
    const image = source
      .rotate()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 });
    const { data, info } = await (position === null ? image : image.withExif(position)).toBuffer({
      resolveWithObject: true,
    });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new BadRequest({
      file: [tooLarge ? `image_too_large|${Math.floor(Math.sqrt(MAX_PIXELS))}` : 'image_unreadable'],
    });
  }
}

/** Adds a photo to an order; the picture is converted before the order is locked. */
export async function addPhoto(
  db: Db,
  viewer: Viewer,
  order: number,
  path: string,
  options: { caption: string; keepPosition: boolean; user: number | null },
  tell: (trx: Parameters<Parameters<typeof transaction>[1]>[0], order: WorkOrderRow) => Promise<void>,
): Promise<WorkOrderRow> {
  // Access to the order is checked before the photo is decoded.
  await transaction(db, (trx) => orderForUpdate(trx, viewer, order));
  const picture = await photoOf(path, options.keepPosition);
  return transaction(db, async (trx) => {
    const before = await orderForUpdate(trx, viewer, order);
    if (before.photos.length >= MAX_PHOTOS) throw new Conflict(`work_photos|${MAX_PHOTOS}`);
    await insertPhoto(trx, order, { ...picture, ...options });
    const after = await orderForUpdate(trx, viewer, order);
    await tell(trx, after);
    return after;
  });
}
