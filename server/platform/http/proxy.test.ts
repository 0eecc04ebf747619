import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VISITOR_BOUNDS } from './requests/body-bounds.ts';

const text = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8').replace(
  /^\s*#.*$/gm,
  '',
);
/** The content of the braces after these words, for each occurrence. */
function blocksOf(words: RegExp, within = text): string[] {
  return [...within.matchAll(new RegExp(`${words.source}\\s*\\{`, 'gm'))].map(({ index, 0: begin }) => {
    let depth = 1;
    let at = index + begin.length;
    for (; depth > 0 && at < within.length; at += 1) depth += { '{': 1, '}': -1 }[within[at] ?? ''] ?? 0;
    return within.slice(index + begin.length, at - 1);
  });
}
/** The value of the map for a request, as nginx evaluates it: the first matching pattern. */
function stranger(method: string, uri: string, authorization = ''): string {
  const [map = ''] = blocksOf(/^map .*\$stranger/);
  const lines = [...map.matchAll(/^\s*(?:"~([^"]*)"|default)\s+("")?(\$\w+)?;/gm)];
  const fits = lines.find(([, pattern]) =>
    pattern === undefined ? false : new RegExp(pattern).test(`${authorization} ${method} ${uri}`),
  );
  return (fits ?? lines.find(([, pattern]) => pattern === undefined))?.[3] ?? '';
}

describe('the proxy that we give counts strangers as the console does', () => {
  it.each([
    ['GET', '/api/boxes/'],
    ['GET', '/aerowatch/api/boxes/'],
    ['GET', '/api'],
    ['POST', '/api/api-token-auth/'],
    ['POST', '/nothing'],
    ['PUT', '/'],
    ['POST', '/metrics'],
    ['GET', '/mcp'],
    ['GET', '/scim/v2/Users'],
    ['POST', '/aerowatch/mcp'],
  ])('%s %s without credentials', (method, uri) => {
    expect(stranger(method, uri)).toBe('$binary_remote_addr');
    expect(stranger(method, uri, 'Token abc')).toBe('');
  });
  it.each(['/', '/boxes/7', '/assets/api.js', '/firmware/abc', '/aerowatch/assets/index.js'])(
    'not pages, their files and downloads by a token: %s',
    (uri) => expect([stranger('GET', uri), stranger('HEAD', uri)]).toEqual(['', '']),
  );
  it('each at 20 requests a second and 16 KiB, before their body is read, in every server with TLS', () => {
    expect(text).toMatch(/^limit_req_zone \$stranger zone=strangers:\d+m rate=20r\/s;$/m);
    expect(text).toMatch(/^limit_req_status 429;$/m);
    const servers = blocksOf(/^server/).filter((server) => server.includes('ssl_certificate '));
    expect(servers).toHaveLength(2);
    for (const server of servers) {
      const [decided = ''] = blocksOf(/if \(\$stranger\)/, server);
      expect(decided.trim()).toBe('rewrite ^ /.stranger last;');
      const [location = ''] = blocksOf(/location = \/\.stranger/, server);
      expect(location).toMatch(/^\s*internal;$/m);
      expect(location).toMatch(/^\s*limit_req zone=strangers burst=300 nodelay;$/m);
      expect(location).toContain(`client_max_body_size ${VISITOR_BOUNDS.bytes / 1024}k;`);
      expect(location).not.toContain('proxy_request_buffering off');
    }
  });
});
