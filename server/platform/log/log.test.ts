import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('secrets do not get into the log, wherever they are', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  log.info(
    {
      password: 'canary1',
      body: { token: 'canary2', user: { new_password: 'canary3' } },
      headers: { authorization: 'canary4' },
      desired: { cellular_pin: 'canary5' },
    },
    'look',
  );
  log.debug('not at this level');
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toContain('canary');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'look', password: '[hidden]' });
});

test('addresses of e-mail are shortened wherever they stand, but not in the audit log', () => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line) => void lines.push(line) });
  log.warn(
    { to: 'ada.byron@rail.example', err: new Error('550 <ben+alerts@mail.rail.example>: no such user') },
    'not sent to ada.byron@rail.example or x@localhost',
  );
  log.info({ audit: { seq: 1, entity_name: 'ada.byron@rail.example' } }, 'audit');
  expect(lines[0]).not.toMatch(/ada\.byron|ben\+alerts/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    to: 'a…@rail.example',
    err: { message: '550 <b…@mail.rail.example>: no such user' },
    msg: 'not sent to a…@rail.example or x…@localhost',
  });
  expect(JSON.parse(lines[1] ?? '').audit.entity_name).toBe('ada.byron@rail.example');
});

test('a long line without an address is written as fast as any', () => {
  const log = makeLog('info', { write: () => undefined });
  const began = performance.now();
  log.info({ text: `${'a'.repeat(1_000_000)} @` }, 'long');
  expect(performance.now() - began).toBeLessThan(1000);
});
