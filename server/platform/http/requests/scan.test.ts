import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLog } from '../../log/log.ts';
import { makeScanner, scannerAddress } from './scan.ts';

const folder = mkdtempSync(join(tmpdir(), 'aerowatch-scan-'));
const log = makeLog('silent');
let clamd: Server;
let url: string;

/** Implements clamd's INSTREAM: content with “virus” is found, content with “break” is never answered. */
beforeAll(async () => {
  clamd = createServer((socket) => {
    let held = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      held = Buffer.concat([held, piece]);
      const text = contentOf(held);
      if (text === undefined) return;
      if (text.includes('break')) return socket.destroy();
      if (text.length > 200_000) return socket.end('INSTREAM size limit exceeded. ERROR\0');
      socket.end(text.includes('virus') ? 'stream: Test.Virus FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((done) => clamd.listen(0, '127.0.0.1', done));
  url = `clamd://127.0.0.1:${(clamd.address() as AddressInfo).port}`;
});
afterAll(() => {
  clamd?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The whole content once it has ended. */
function contentOf(held: Buffer): string | undefined {
  if (held.subarray(0, 10).toString() !== 'zINSTREAM\0') return undefined;
  const parts: string[] = [];
  for (let at = 10; at + 4 <= held.length; ) {
    const length = held.readUInt32BE(at);
    if (length === 0) return parts.join('');
    parts.push(held.subarray(at + 4, at + 4 + length).toString());
    at += 4 + length;
  }
  return undefined;
}

const check = (content: string, at = url) => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return makeScanner(at, log).check(path, 'avatar');
};

it('takes what the scanner finds clean, in as many pieces as it has', async () => {
  await expect(check('a picture')).resolves.toBeUndefined();
  await expect(check('x'.repeat(150_000))).resolves.toBeUndefined();
});
it('refuses what it finds, at its field, by its name', async () => {
  await expect(check(`${'x'.repeat(70_000)} virus`)).rejects.toMatchObject({
    status: 400,
    fields: { avatar: ['file_infected|Test.Virus'] },
  });
});
it.each([
  ['breaks off', 'break', undefined],
  ['is away', 'a picture', 'clamd://127.0.0.1:9'],
])('takes nothing while the scanner %s', async (_what, content, at) => {
  await expect(check(content, at)).rejects.toMatchObject({ status: 503, code: 'scanner_unreachable' });
});
it('refuses what is larger than the scanner takes, in words of its own: asking again does not help', async () => {
  await expect(check('x'.repeat(300_000))).rejects.toMatchObject({ status: 413, code: 'scanner_too_large' });
});
it('asks nobody where none is set', async () => {
  await expect(makeScanner(null, log).check(join(folder, 'not there'), 'file')).resolves.toBeUndefined();
});
it.each([
  ['clamd://scanner', { host: 'scanner', port: 3310 }],
  ['clamd://[::1]:3311', { host: '::1', port: 3311 }],
  ['clamd:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('%s is an address', (written, address) => expect(scannerAddress(written)).toEqual(address));
