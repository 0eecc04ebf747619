import { afterEach, expect, test, vi } from 'vitest';
import { forgetPictures, heldPicture } from './pictures.ts';

afterEach(() => vi.unstubAllGlobals());

test('a picture is fetched past the cache of the browser, held for the session, and gone with it', async () => {
  const fetched: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    fetched.push(init);
    return new Response('picture');
  });
  const address = await heldPicture('/api/users/1/avatar/');
  expect(await heldPicture('/api/users/1/avatar/')).toBe(address);
  expect(fetched.map(({ cache }) => cache)).toEqual(['no-store']);
  expect(await (await import('node:buffer')).resolveObjectURL(address!)?.text()).toBe('picture');
  forgetPictures();
  await Promise.resolve();
  expect((await import('node:buffer')).resolveObjectURL(address!)).toBeUndefined();
  expect(await heldPicture('/api/users/1/avatar/')).not.toBe(address);
});
