import { BOX_CONFIGURATION, CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { expect, it } from 'vitest';
import { configurationChange } from './configuration.ts';

/** The lists specified by the customer. */
const COERCED = [
  'sensor_startup_delay',
  'acquisition_time',
  'log_time',
  'upload_time',
  'upload_time_alert',
  'maintenance_timeout',
];
const WHOLE =
  /^(sensor_startup_delay|\w+_time|upload_time_alert|maintenance_timeout|(stroke|pressure)[12]_\w+)$/;

const integers = CONFIGURATION_KEYS.filter((key) => BOX_CONFIGURATION[key].kind === 'integer');
/** Every error message; for a field with two forms those of both. */
const messages = (change: object) =>
  JSON.stringify(configurationChange.safeParse(change).error?.issues ?? []);

it('a number may come as text where the customer says so, and nowhere else', () => {
  const coerced = integers.filter((key) => 'coerced' in BOX_CONFIGURATION[key]);
  expect(coerced).toEqual(expect.arrayContaining(COERCED));
  for (const key of integers) {
    const parsed = configurationChange.safeParse({ [key]: '100' });
    expect(parsed.success, key).toBe(coerced.includes(key));
    if (parsed.success) expect(parsed.data).toEqual({ [key]: 100 });
  }
  expect(messages({ log_time: 'x' })).toContain('"not_numeric"');
  expect(messages({ log_time: '' })).toContain('"required"');
});

it('a passkey may come as a number, and keeps its zeros as text', () => {
  expect(configurationChange.parse({ maintenance_password: 123456 })).toEqual({
    maintenance_password: '123456',
  });
  expect(configurationChange.parse({ maintenance_password: '012345' })).toEqual({
    maintenance_password: '012345',
  });
  expect(messages({ cellular_pin: 1234 })).not.toBe('[]');
});

it('whole numbers are whole', () => {
  const whole = integers.filter((key) => WHOLE.test(key));
  expect(whole.length).toBeGreaterThan(15);
  for (const key of whole) {
    expect(messages({ [key]: 1.5 }), key).toContain('"not_integer"');
    expect(messages({ [key]: null }), key).toBe('[]');
  }
});
