import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testServer } from '../../../testing/test-server.ts';
import { positionOf } from './position-exif.ts';

const server = await testServer({ env: { ROLES: 'web' } });
const client = await server.createClient();
const manager = await server.createUser({ level: 'privileged', client: client.id });
const member = await server.createUser({ client: client.id });
const foreigner = await server.createUser({ level: 'privileged', client: (await server.createClient()).id });
const box = await server.createBox({ client: client.id });
const order = (await member.api.post('/work-orders/', { box: box.id })).body;

it.each([
  ['none', undefined],
  ['nothing', Buffer.alloc(0)],
  ['cut off', Buffer.from('4578696600004d4d002a00000008ffff', 'hex')],
  ['an offset beyond its end', Buffer.from('49492a00ffffff7f', 'hex')],
])('a photo whose metadata is %s has no position', (_name, exif) => {
  expect(positionOf(exif)).toBeNull();
});

describe('photos', () => {
  it('are written anew, without where they were taken unless it is wanted', async () => {
    const place = { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 2437/100' };
    const rest = {
      GPSLongitudeRef: 'E',
      GPSLongitude: '2/1 21/1 0/1',
      GPSAltitudeRef: '0',
      GPSAltitude: '35/1',
    };
    const exif = {
      IFD0: { Copyright: 'somebody', Artist: 'somebody', Make: 'somebody' },
      IFD2: {
        UserComment: 'somebody',
        DateTimeOriginal: '2026:05:03 08:00:00',
        BodySerialNumber: 'somebody',
      },
      IFD3: { ...place, ...rest, GPSDateStamp: '2026:05:03', GPSProcessingMethod: 'somebody' },
    };
    const taken = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#446' } });
    const jpeg = await taken.withExif(exif).jpeg().toBuffer();
    const send = async (fields: Record<string, string>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(jpeg)]), 'photo.jpg');
      const headers = { Authorization: `Token ${member.token}` };
      const url = `${server.url}/api/work-orders/${order.id}/photos/`;
      return (await fetch(url, { method: 'POST', headers, body: form })).json();
    };
    const picture = async (id: number) => {
      const headers = { Authorization: `Token ${member.token}` };
      const answer = await fetch(`${server.url}/api/work-order-photos/${id}/`, { headers });
      expect(answer.headers.get('content-type')).toBe('image/webp');
      return sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    };
    const plain = await send({ caption: 'Valve' });
    expect(plain).toMatchObject({ caption: 'Valve', width: 1920, height: 960, keeps_position: false });
    expect((await picture(plain.id)).exif).toBeUndefined();
    const kept = await send({ keep_position: 'true' });
    // The position, and no other metadata: neither owner, device nor time.
    const { exif: held, icc, iptc, xmp } = await picture(kept.id);
    expect(positionOf(held)).toEqual({ IFD3: { ...place, ...rest } });
    expect(held?.toString('latin1')).not.toMatch(/somebody|2026/);
    expect([icc, iptc, xmp]).toEqual([undefined, undefined, undefined]);
    expect(held?.length).toBeLessThan(400);
    expect((await foreigner.api.get(`/work-order-photos/${plain.id}/`)).status).toBe(404);
    expect((await manager.api.delete(`/work-order-photos/${kept.id}/`)).status).toBe(204);
    const photos = (await member.api.get(`/work-orders/${order.id}/`)).body.photos;
    expect(photos.map((photo: { id: number }) => photo.id)).toEqual([plain.id]);
  });
});
