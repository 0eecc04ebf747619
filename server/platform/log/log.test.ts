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
