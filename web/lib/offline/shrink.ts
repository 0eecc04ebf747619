/** Longest side of a photo as it is kept and sent: that of the server. */
const SIDE = 1920;
const QUALITY = 0.8;

/**
 * A photo as small as the server stores it anyway, so that 200 of them fit on a phone and into a weak network.
 * Its metadata is dropped with it. The file itself where the browser cannot read it: the server says why.
 */
export async function shrink(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height));
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
    picture.close();
    const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
