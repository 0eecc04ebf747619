import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { signedManifest, signedPermit, signedWithdrawnList } from '../../contracts/api/firmwares.ts';
import { answer } from '../../contracts/mqtt/commands.ts';
import { FIRMWARE_STATES, firmwareState } from '../../contracts/mqtt/firmware.ts';
import { BOX_CONFIGURATION } from '../../domain/box/box-configuration.ts';

const page = readFileSync(new URL('../../docs/devices.md', import.meta.url), 'utf8');

/** Rows of the table of configuration fields, one per name. */
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

/** Fields of each message, from the contracts that read and write it. */
const MESSAGES = {
  answer: answer.shape,
  'firmware/state': firmwareState.shape,
  manifest: signedManifest.shape.manifest.shape,
  permit: signedPermit.shape.permit.shape,
  withdrawn: signedWithdrawnList.shape.list.shape,
  'one withdrawn': signedWithdrawnList.shape.list.shape.withdrawn.element.shape,
  reported: { configurationVersion: null, hardwareVersion: null, refused: null },
};

test.each(Object.entries(MESSAGES))('docs/devices.md names every field of %s', (_, shape) => {
  const missing = Object.keys(shape).filter((name) => !new RegExp(`["\`.]${name}["\`:.]`).test(page));
  expect(missing).toEqual([]);
});

test('docs/devices.md says in which states an update can be, and in what its progress is told', () => {
  // The server itself sets the first and the last state: "offered" on sending, "installed" from the reported
  // version.
  for (const state of FIRMWARE_STATES.slice(1, -2)) expect(page).toContain(state);
  expect(page).toContain('`progress` in percent');
});
