import { requestHeaders } from '../api/client.ts';
import { pictureOf } from '../api/copies.ts';

/**
 * Pictures already loaded, by their address, which changes with the picture. Dropped when the session ends.
 */
const held = new Map<string, Promise<string | null>>();

/**
 * A picture as a blob URL, which the caller must revoke: it needs the session's token, which an img cannot
 * send.
 */
export async function fetchPicture(url: string): Promise<string | null> {
  try {
    // The browser stores no copy of it for the next user.
    const response = await fetch(url, { headers: requestHeaders(), cache: 'no-store' });
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  } catch {
    const copy = await pictureOf(url);
    return copy === null ? null : URL.createObjectURL(copy);
  }
}

/** The same, loaded only once. */
export function heldPicture(url: string): Promise<string | null> {
  const picture = held.get(url) ?? fetchPicture(url);
  held.set(url, picture);
  return picture;
}

/** They belong to the previous user. */
export function forgetPictures(): void {
  for (const picture of held.values())
    void picture.then((address) => address !== null && URL.revokeObjectURL(address));
  held.clear();
}
