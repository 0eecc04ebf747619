import { expect, test } from 'vitest';
import { AERO_FIELDS } from '../../entities/boxes/field-names.ts';
import { AERO_KEYS } from '../../entities/boxes/form-values.ts';
import { template } from './template.ts';

test('the template names every field of an AERO', () => {
  expect([...AERO_FIELDS].sort()).toEqual([...AERO_KEYS].sort());
});
test('header and example have as many cells', () => {
  const [header = '', example = ''] = template().split('\r\n');
  expect(example.split(',')).toHaveLength(header.split(',').length);
  expect(header.startsWith('\uFEFFserial_number,')).toBe(true);
});
