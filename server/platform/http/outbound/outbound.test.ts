import type { LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectionCode,
  makeOutbound,
  neverConnected,
  type OutboundError,
  outboundProblem,
} from './outbound.ts';
import { isPublicAddress } from './outbound-addresses.ts';

describe('addresses of the public internet', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.32.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true));
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:c0a8:101',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '100::1',
    'localhost',
    '',
  ])('“%s” is none', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('problems of an address that need no look-up', () => {
  it.each([
    ['https://hooks.example/x', null],
    ['http://hooks.example/x', 'address'],
    ['ftp://hooks.example/x', 'address'],
    ['https://user:secret@hooks.example/', 'address'],
    ['not an address', 'address'],
    ['https://localhost/x', 'private'],
    ['https://a.localhost./x', 'private'],
    ['https://127.0.0.1/', 'private'],
    ['https://2130706433/', 'private'],
    ['https://0x7f.1/', 'private'],
    ['https://0177.0.0.1/', 'private'],
    ['https://[::1]/', 'private'],
    ['https://[::ffff:10.0.0.1]/', 'private'],
    ['https://169.254.169.254/latest/meta-data/', 'private'],
    ['https://８.８.８.８/', null],
  ])('%s: %s', (url, problem) => expect(outboundProblem(url, false)).toBe(problem));
  it('with leave for the inside, all of http', () => {
    expect(outboundProblem('http://127.0.0.1:8065/hooks/x', true)).toBeNull();
    expect(outboundProblem('file:///etc/passwd', true)).toBe('address');
  });
});

describe('a call', () => {
  let server: Server;
  let port = 0;
  const requested: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(`${request.method} ${request.headers.host} ${request.url}`);
      if (request.url === '/redirect') response.writeHead(307, { location: '/elsewhere' }).end();
      else if (request.url === '/endless') {
        response.writeHead(200);
        const more = () => response.destroyed || response.write('x'.repeat(16_384), more);
        more();
      } else if (request.url !== '/hang') request.pipe(response.writeHead(200, { 'x-a': 'b' }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const outbound = makeOutbound({ allowPrivate: true, timeoutMs: 300 });
  const post = (path: string) => outbound.post(`http://127.0.0.1:${port}${path}`, { 'X-B': 'c' }, 'héllo');
  const refusal = (work: Promise<unknown>): Promise<OutboundError> =>
    work.then(
      () => expect.unreachable('it answered'),
      (error: OutboundError) => error,
    );
  /** A name server that gives these answers in turn. */
  const names = (...answers: string[][]) => {
    const list = [...answers];
    return (_: string, __: unknown, done: (error: null, found: LookupAddress[]) => void) =>
      done(
        null,
        (list.length > 1 ? list.shift()! : list[0]!).map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      );
  };

  it('posts and answers', async () => {
    expect(await post('/echo')).toMatchObject({ status: 200, text: 'héllo', headers: { 'x-a': 'b' } });
  });
  it('follows no redirect', async () => {
    expect((await post('/redirect')).status).toBe(307);
    expect(requested.join()).not.toContain('elsewhere');
  });
  it('reads 64 kB of an answer without end', async () => {
    expect((await post('/endless')).text).toHaveLength(65_536);
  });
  it('waits so long, and says so', async () => {
    expect(await refusal(post('/hang'))).toMatchObject({ kind: 'broken', message: 'no answer within 0.3 s' });
  });
  it('says that nobody was there', async () => {
    expect((await refusal(outbound.post('http://127.0.0.1:65001/', {}, ''))).kind).toBe('unreachable');
  });
  it.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['::1']], [['::ffff:127.0.0.1']], [['fe80::1']]])(
    'refuses a name that leads to %j',
    async (addresses) => {
      const careful = makeOutbound({ allowPrivate: false, timeoutMs: 300, resolve: names(addresses) });
      expect((await refusal(careful.post('https://chat.example/', {}, ''))).kind).toBe('refused');
    },
  );
  it('asks for the name once and connects to what was checked: it cannot change between', async () => {
    const before = requested.length;
    // Public when checked, this machine when resolved again.
    const resolve = names(['192.0.0.8'], ['127.0.0.1']);
    const careful = makeOutbound({ allowPrivate: false, timeoutMs: 300, resolve });
    expect((await refusal(careful.post(`https://chat.example:${port}/`, {}, ''))).kind).toBe('refused');
    expect((await refusal(careful.post(`https://chat.example:${port}/`, {}, ''))).kind).toBe('refused');
    expect(requested).toHaveLength(before);
    // With permission: the name is sent, and the connection goes to the checked address.
    const free = makeOutbound({ allowPrivate: true, resolve: names(['127.0.0.1'], ['192.0.2.1']) });
    expect((await free.post(`http://chat.example:${port}/named`, {}, 'x')).status).toBe(200);
    expect(requested.at(-1)).toBe(`POST chat.example:${port} /named`);
  });
});

describe('a connection to several addresses', () => {
  const failed = (...codes: string[]) =>
    Object.assign(new AggregateError(codes.map((code) => Object.assign(new Error(code), { code }))), {
      code: codes[0],
    });
  it.each([
    [['ETIMEDOUT', 'ECONNREFUSED'], 'ECONNREFUSED'],
    [['ECONNREFUSED', 'ENETUNREACH'], 'ECONNREFUSED'],
    [['ENETUNREACH', 'ETIMEDOUT'], 'ETIMEDOUT'],
  ])('%j says %s, and that nothing was sent', (codes, code) => {
    expect(connectionCode(failed(...codes))).toBe(code);
    expect(neverConnected(failed(...codes))).toBe(true);
  });
  it('one address has its own code, or none', () => {
    expect(connectionCode(Object.assign(new Error('x'), { code: 'EPIPE' }))).toBe('EPIPE');
    expect(connectionCode(new Error('x'))).toBeNull();
  });
});
