import type { Box } from '@aerowatch/contracts/api/boxes';
import { boxesPatch } from '@aerowatch/contracts/api/boxes';
import { DEFAULT_CONFIGURATION } from '@aerowatch/domain/box/box-configuration';
import { describe, expect, test } from 'vitest';
import {
  type BoxValues,
  bodyOfBox,
  checkedConfiguration,
  formPath,
  NEW_AERO,
  valuesOfBox,
} from './form-values.ts';

const box = {
  serial_number: 'AW-1',
  name: '',
  client: 1,
  tags: [3, 2],
  installation_date: null,
  comment: '',
  line: 'Paris–Lyon',
  kilometer_point: 105.129,
  pole: '105/01',
  iccid: '',
  latitude: 48.1,
  longitude: 2.2,
  aeros: [{ ...NEW_AERO, position: 2, track_number: 'V1' }],
  desired: { ...DEFAULT_CONFIGURATION, maintenance_password: '••••', firmware_version: '1.2.3' },
} as unknown as Box;
const base = valuesOfBox(box);
const edit = (change: Partial<BoxValues>): BoxValues => ({ ...structuredClone(base), ...change });

describe('what is sent', () => {
  test('nothing when nothing changed', () => expect(bodyOfBox(valuesOfBox(box), base)).toEqual({}));
  test('changed fields only', () => {
    expect(bodyOfBox(edit({ kilometer_point: 105.13, latitude: null }), base)).toEqual({
      kilometer_point: 105.13,
      latitude: null,
    });
  });
  test('an AERO is named by position and sends its changed fields with its model', () => {
    const values = edit({});
    values.aeros[1]!.stroke_max = 400;
    expect(bodyOfBox(values, base).aeros).toEqual([{ position: 2, stroke_max: 400, model_type: 1 }]);
  });
  test('an added AERO is sent whole, the one beside it is named only', () => {
    const values = edit({ aeros: [{ ...NEW_AERO }, base.aeros[1]!] });
    expect(bodyOfBox(values, base).aeros).toEqual([{ position: 1, ...NEW_AERO }, { position: 2 }]);
  });
  test('changed desired fields only, never the firmware; an emptied passkey is none', () => {
    const values = edit({ desired: { ...base.desired, maintenance_password: '', upload_time: 30 } });
    expect(bodyOfBox(values, base).desired).toEqual({ maintenance_password: null, upload_time: 30 });
    expect(base.desired).not.toHaveProperty('firmware_version');
  });
  test('the contract takes a whole new box', () => {
    const body = bodyOfBox(edit({ aeros: [{ ...NEW_AERO }, null] }), valuesOfBox(null));
    expect(boxesPatch.body?.safeParse(body).error?.issues ?? []).toEqual([]);
  });
});

test('a mask is no value to the rules between fields', () => {
  expect(checkedConfiguration({ maintenance_password: '••••', log_time: 5 })).toEqual({
    maintenance_password: null,
    log_time: 5,
  });
});
test('an AERO taken out of the form is removed, after those that stay', () => {
  const both = edit({ aeros: [{ ...NEW_AERO }, base.aeros[1]!] });
  const removed = { ...both, aeros: [null, { ...base.aeros[1]!, line: 'X' }] };
  expect(bodyOfBox(removed, both).aeros).toEqual([
    { position: 2, line: 'X', model_type: base.aeros[1]!.model_type },
    { position: 1, removed: true },
  ]);
});
test('refusals of the second AERO land on it although it is sent first', () => {
  expect(formPath('aeros.0.line', base)).toBe('aeros.1.line');
  expect(formPath('desired.log_time', base)).toBe('desired.log_time');
});
