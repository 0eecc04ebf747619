import { MAX_PHOTOS } from '@aerowatch/contracts/api/work-order-photos';
import sharp from 'sharp';
import { type Db, type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../platform/errors.ts';
import { isPicture } from '../../platform/files/pictures.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { positionOf } from './position-exif.ts';
import { orderById, orderForUpdate, type PhotoRow, type WorkOrderRow } from './store.ts';
import { insertPhoto } from './store-photos.ts';
import { onceOf, orderOfVisit, timeOf } from './visits/add-entry.ts';

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

/** Id and times by the clock of a device that may have been offline. */
export interface FromDevice {
  readonly entry_id: string;
  readonly written_at: string;
  readonly sent_at: string;
}
interface NewPhoto {
  readonly caption: string;
  readonly keepPosition: boolean;
  readonly user: number | null;
  readonly device: FromDevice | null;
  readonly now: Date;
}

/**
 * Adds a photo to an order, and returns it; the picture is converted before the order is locked. What a device
 * sends again with the same id is taken once.
 */
export async function addPhoto(
  db: Db,
  viewer: Viewer,
  id: number,
  path: string,
  photo: NewPhoto,
  tell: (trx: Trx, order: WorkOrderRow) => Promise<void>,
): Promise<PhotoRow> {
  // Access to the order is checked before the photo is decoded.
  await transaction(db, (trx) => orderOfVisit(trx, viewer, id));
  const picture = await photoOf(path, photo.keepPosition);
  return transaction(db, async (trx) => {
    const order = await orderOfVisit(trx, viewer, id);
    const { device, now } = photo;
    const add = async (at?: Date): Promise<number> => {
      const before = await orderForUpdate(trx, viewer, order.id);
      if (before.photos.length >= MAX_PHOTOS) throw new Conflict(`work_photos|${MAX_PHOTOS}`);
      const made = await insertPhoto(trx, order.id, { ...picture, ...photo, at });
      await tell(trx, await orderById(trx, viewer, order.id));
      return made;
    };
    const made =
      device === null
        ? await add()
        : await onceOf(trx, viewer, device.entry_id, () => add(timeOf(device, now, order)));
    const { photos } = await orderById(trx, viewer, order.id);
    // Taken once, and deleted since: the device need not send it again.
    return photos.find((one) => one.id === made) ?? goneOf(made, photo);
  });
}

const goneOf = (id: number, { caption, keepPosition, user, now }: NewPhoto): PhotoRow => ({
  id,
  at: now.toISOString(),
  user,
  user_name: null,
  caption,
  width: 0,
  height: 0,
  size: 0,
  keeps_position: keepPosition,
});
