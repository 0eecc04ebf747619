import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { BadRequest } from '../../platform/errors.ts';

const SIDE = 256;
/** A picture of 16 million pixels is a phone's; more is a trap for the decoder. */
const MAX_SIDE = 4096;

/** A picture, cropped to a square and written anew as WebP of 256 px; what it carried beside its pixels is gone. */
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

/** By its first bytes, so that only three decoders ever see a stranger's file. */
async function isPicture(path: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead < 12) return false;
    const isPng = buffer.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    const isJpeg = buffer[0] === 0xff && buffer[1] === 0xd8 && buffer[2] === 0xff;
    const isWebp = buffer.toString('latin1', 0, 4) === 'RIFF' && buffer.toString('latin1', 8, 12) === 'WEBP';
    return isPng || isJpeg || isWebp;
  } finally {
    await handle.close();
  }
}
