import { expect, it } from 'vitest';
import { refusedInputTeller } from './refused-input.ts';

it('tells whose input was refused, where and at which fields, never what they held', () => {
  const lines: unknown[] = [];
  const log = { info: (line: unknown) => lines.push(line) };
  const viewer = { kind: 'key', id: 7, clientId: 1, scopes: [] };
  const request = {
    method: 'POST',
    routeOptions: { url: '/api/tags/' },
    viewer,
    ip: '192.0.2.1',
    id: 'r',
    log,
  };
  let now = 0;
  const tell = refusedInputTeller(() => now);
  tell(request as never, { name: ['max_length|100'], [`${'x'.repeat(200)}`]: ['unknown_field'] });
  expect(lines).toEqual([
    {
      refused_input: {
        method: 'POST',
        path: '/api/tags/',
        who: 'key 7',
        address: '192.0.2.1',
        fields: ['name', 'x'.repeat(100)],
      },
      request: 'r',
    },
  ]);
  for (let call = 0; call < 500; call += 1) tell(request as never, { name: ['blank'] });
  expect(lines.length).toBe(120);
  now += 1000;
  tell({ ...request, viewer: undefined } as never, { name: ['blank'] });
  expect(lines.at(-1)).toMatchObject({ refused_input: { who: 'visitor' }, untold: 381 });
});
