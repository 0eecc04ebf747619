import { requestHeaders } from '../api/client.ts';

/** Pictures already fetched, by their address, which changes with the picture. They end with the session. */
const held = new Map<string, Promise<string | null>>();

/** A picture as a blob URL, which the caller revokes: it needs the session's token, which an img cannot send. */
export async function fetchPicture(url: string): Promise<string | null> {
  try {
    // No copy of it stays in the browser for whoever comes next.
    const response = await fetch(url, { headers: requestHeaders(), cache: 'no-store' });
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  } catch {
    return null;
  }
}

/** The same, fetched once. */
export function heldPicture(url: string): Promise<string | null> {
  const picture = held.get(url) ?? fetchPicture(url);
  held.set(url, picture);
  return picture;
}

/** They belong to whoever was signed in. */
export function forgetPictures(): void {
  for (const picture of held.values())
    void picture.then((address) => address !== null && URL.revokeObjectURL(address));
  held.clear();
}
