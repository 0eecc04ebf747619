import { expect, test } from 'vitest';
import { AERO_FIELDS } from '../../entities/boxes/form/field-names.ts';
import { AERO_KEYS } from '../../entities/boxes/form/form-values.ts';
import { template } from './template.ts';

const plain = { header: (key: string) => key, separator: ',', decimal: '.' } as const;

test('the template names every field of an AERO', () => {
  expect([...AERO_FIELDS].sort()).toEqual([...AERO_KEYS].sort());
});
test('header and example have as many cells', () => {
  const [header = '', example = ''] = template(plain).split('\r\n');
  expect(example.split(',')).toHaveLength(header.split(',').length);
  expect(header.startsWith('\uFEFFserial_number,')).toBe(true);
});
test('a French one has semicolons, decimal commas and the words of the language', () => {
  const french = template({ header: (key) => `« ${key} »`, separator: ';', decimal: ',' });
  const [header = '', example = ''] = french.split('\r\n');
  expect(header.split(';')[1]).toBe('« name »');
  expect(example).toContain(';"48,528";"2,653";60;');
  expect(example).toContain(';1;;V1;wire;');
});
test('codes of the example are words where people read the file', () => {
  const words = { aero1_model_type: 'Aero 480', aero1_conductor_type: 'Fil de contact' };
  expect(template({ ...plain, words })).toContain(',Aero 480,,V1,Fil de contact,1000,');
});
