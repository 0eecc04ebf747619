import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, FORMATS, isIccid, luhn, serverAddress } from './formats.ts';
import * as v from './validation.ts';

describe('the customer’s rules', () => {
  it.each([
    [undefined, true],
    [null, true],
    ['', true],
    [[], true],
    [0, false],
    [' ', false],
    [[0], false],
    [false, false],
  ])('empty %j: %s', (value, empty) => {
    expect(v.isEmpty(value)).toBe(empty);
  });
  it.each([
    ['1', null],
    ['-1.5', null],
    ['1e3', null],
    [7, null],
    ['', 'not_numeric'],
    [' ', 'not_numeric'],
    ['1,5', 'not_numeric'],
    ['abc', 'not_numeric'],
    [Number.NaN, 'not_numeric'],
    [null, 'not_numeric'],
    [true, 'not_numeric'],
  ])('numeric %j', (value, message) => {
    expect(v.numeric(value)).toBe(message);
  });
  it.each([
    [null, null],
    [3, null],
    ['3', null],
    [3.5, 'not_integer'],
    ['3.5', 'not_integer'],
    ['x', 'not_numeric'],
  ])('integer %j', (value, message) => {
    expect(v.integer(value)).toBe(message);
  });
  it.each([
    [0, 0, null, null],
    [5, 10, null, null],
    [0, 10, null, null],
    [4, 10, 'between|5|100', null],
    [101, 10, 'between|5|100', null],
    [5, 0, null, null],
    [100, 100, null, null],
    [5, 101, null, 'between|5|100'],
  ])('range of the pair %d and %d within 5 to 100', (low, high, lower, upper) => {
    expect(v.rangePair(low, high, 5, 100)).toEqual({ lower, upper });
  });
  it.each([
    ['', null],
    [null, null],
    ['1234', null],
    ['12345678', null],
    ['123', 'pin'],
    ['123456789', 'pin'],
  ])('cellular PIN %j', (value, message) => {
    expect(v.cellularPin(value)).toBe(message);
  });
  it('maximum length', () => {
    expect(v.maxLength('abc', 3)).toBeNull();
    expect(v.maxLength('abcd', 3)).toBe('max_length|3');
  });
  it.each([
    [3661, undefined, [1, 1, 1]],
    [59, 's', [0, 0, 59]],
    [3_661_999, 'ms', [1, 1, 1]],
    [999, 'ms', [0, 0, 0]],
    [61, 'min', [1, 1, 0]],
    [1.5, 'min', [0, 1, 30]],
    [1.5, 'min-hm', [0, 1, 0]],
    [10_080, 'min-hm', [168, 0, 0]],
    [0, 's', [0, 0, 0]],
  ] as [number, v.DurationUnit | undefined, number[]][])(
    'duration %d %s',
    (value, unit, [hours, minutes, seconds]) => {
      expect(v.splitDuration(value, unit)).toEqual({ hours, minutes, seconds });
    },
  );
  it('a whole duration split and joined is itself', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom<v.DurationUnit>('s', 'min', 'min-hm'), (value, unit) => {
        expect(v.joinDuration(v.splitDuration(value, unit), unit)).toBe(value);
        expect(v.joinDuration(v.splitDuration(value * 1000, 'ms'), 'ms')).toBe(value * 1000);
      }),
    );
  });
  it('a deletion is confirmed by its sentence in the reader’s language', () => {
    expect(v.deletionSentence('en', 'Line 4')).toBe('delete Line 4');
    expect(v.deletionSentence('fr', 'Ligne 4')).toBe('supprimer Ligne 4');
    expect(v.confirmsDeletion(' delete  Line 4 ', 'en', 'Line 4')).toBe(true);
    expect(v.confirmsDeletion('delete line 4', 'en', 'Line 4')).toBe(false);
    expect(v.confirmsDeletion('delete Line 4', 'fr', 'Line 4')).toBe(false);
  });
});

describe('formats', () => {
  it.each([
    ['', true],
    ['8933150319120000005', false],
    ['89331503191200000051', false],
    ['8931440300001234567', false],
    ['89310410106543789305', true],
    ['89310410106543789306', false],
    ['1234', false],
  ])('ICCID %j: %s', (value, good) => {
    expect(isIccid(value)).toBe(good);
  });
  it.each([
    ['serial_number', 'BX-001', true],
    ['serial_number', 'bx-001', false],
    ['serial_number', 'AB', false],
    ['serial_number', 'A'.repeat(33), false],
    ['serial_number', 'A_B', false],
    ['phone', '+33612345678', true],
    ['phone', '0612345678', false],
    ['phone', '+0612345678', false],
    ['phone', '+336123456789012345', false],
    ['color', '#1F77b4', true],
    ['color', '#fff', false],
    ['color', '1f77b4', false],
    ['version', '1.20.300', true],
    ['version', '1.2', false],
    ['version', '1.2.1000', false],
    ['version', 'v1.2.3', false],
    ['six_digits', '012345', true],
    ['six_digits', '12345', false],
  ] as const)('%s %j: %s', (format, value, good) => {
    expect(FORMATS[format].test(value)).toBe(good);
  });
  it.each([
    ['mqtt.example.org:1883', null],
    ['mqtts://mqtt.example.org:8883', null],
    ['mqtt://10.0.0.1:1883', null],
    ['[2001:db8::1]:1883', null],
    ['', null],
    ['mqtt.example.org', 'server_address'],
    ['http://a:80', 'server_address'],
    ['a:0', 'server_address'],
    ['a:65536', 'server_address'],
    [`${'a'.repeat(250)}:18830`, 'max_length|255'],
    ['a b:1', 'server_address'],
  ])('server address %j', (value, message) => {
    expect(serverAddress(value)).toBe(message);
  });
  it('Luhn catches every single wrong digit', () => {
    expect(luhn('79927398713')).toBe(true);
    const good = '89310410106543789305';
    for (let i = 0; i < good.length; i++)
      for (let digit = 0; digit < 10; digit++)
        expect(luhn(good.slice(0, i) + digit + good.slice(i + 1))).toBe(digit === Number(good[i]));
  });
  it.each([
    ['1.10.0', '1.9.0', 1],
    ['2.0.0', '10.0.0', -1],
    ['1.2.3', '1.2.3', 0],
    ['1.2.3', '1.02.3', 0],
    ['1.2.10', '1.2.9', 1],
  ])('version %s against %s', (a, b, sign) => {
    expect(Math.sign(compareVersions(a, b))).toBe(sign);
  });
});
