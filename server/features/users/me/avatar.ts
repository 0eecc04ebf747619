import sharp from 'sharp';
import { BadRequest } from '../../../platform/errors.ts';
import { isPicture } from '../../../platform/files/pictures.ts';

const SIDE = 256;
/** A phone's picture has 16 million pixels; more may be a decompression bomb. */
const MAX_SIDE = 4096;

/** A picture cropped to a square and re-encoded as WebP of 256 px, without its metadata. */
export async function avatarOf(path: string): Promise<Buffer> {
  if (!(await isPicture(path))) throw new BadRequest({ file: ['image_unreadable'] });
  try {
    const image = sharp(path, { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error' });
    return await image
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 85 })
      .toBuffer();
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new BadRequest({ file: [tooLarge ? `image_too_large|${MAX_SIDE}` : 'image_unreadable'] });
  }
}
