import { readFileSync } from 'node:fs';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { expect, it } from 'vitest';
import { diagnostics } from '../../i18n/en/diagnostics.ts';

it('docs/diagnostics.md names each fault that is not promised, and no other', () => {
  const text = readFileSync(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8');
  const section = /## What is promised\n([\s\S]*?)\n## /.exec(text)?.[1] ?? '';
  const told = [...section.matchAll(/^\| ([A-Z][^|]*?) \(`/gm)].map(([, name]) => name!);
  const rows = Object.values(FAULT_ROWS).filter(({ promised }) => !promised);
  expect(told.toSorted()).toEqual(rows.map(({ key }) => diagnostics.fault[key]).toSorted());
});
