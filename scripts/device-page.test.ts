import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOX_CONFIGURATION } from '../domain/box-configuration.ts';

const page = readFileSync(new URL('../docs/devices.md', import.meta.url), 'utf8');

/** Rows of the table of configuration fields, one for each name. */
const rows = page
  .split('\n')
  .filter((line) => /^\| `\w+`/.test(line))
  .flatMap((line) => {
    const [names = '', unit = '', bounds = '', meaning = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return names.split(',').map((name) => ({ name: name.replaceAll('`', '').trim(), unit, bounds, meaning }));
  });

test('docs/devices.md has every configuration field with its unit, bounds and meaning', () => {
  const fields = Object.values(BOX_CONFIGURATION);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(fields.map(({ wire }) => wire)));
  for (const field of fields) {
    const row = rows.find(({ name }) => name === field.wire);
    expect(row?.meaning, field.wire).toMatch(/\w+/);
    if (field.kind !== 'integer') continue;
    expect([field.wire, row?.unit, row?.bounds]).toEqual([
      field.wire,
      'unit' in field ? field.unit : '',
      `${field.min} to ${field.max}`,
    ]);
  }
});
