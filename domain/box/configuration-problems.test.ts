import { describe, expect, it } from 'vitest';
import { type BoxConfiguration, CONFIGURATION_KEYS, DEFAULT_CONFIGURATION } from './box-configuration.ts';
import { configurationProblems } from './configuration-problems.ts';

const problems = (change: Partial<BoxConfiguration>) =>
  Object.fromEntries(
    configurationProblems({ ...DEFAULT_CONFIGURATION, ...change }).map(({ field, message }) => [
      field,
      message,
    ]),
  );

it('a new box is asked for nothing impossible', () => expect(problems({})).toEqual({}));
it('nulls are accepted everywhere', () => {
  const empty = Object.fromEntries(CONFIGURATION_KEYS.map((key) => [key, null]));
  expect(problems(empty)).toEqual({});
});

describe('each field by itself', () => {
  it.each([
    [{ sensor_startup_delay: 60_001 }, { sensor_startup_delay: 'between|0|60000' }],
    [{ maintenance_timeout: 1.5 }, { maintenance_timeout: 'not_integer' }],
    [{ maintenance_password: '12345' }, { maintenance_password: 'six_digits' }],
    [{ maintenance_password: '' }, { maintenance_password: 'six_digits' }],
    [{ maintenance_password: '012345' }, {}],
    [{ cellular_pin: '123' }, { cellular_pin: 'pin' }],
    [{ cellular_pin: '' }, {}],
    [{ cellular_apn: 'a'.repeat(101) }, { cellular_apn: 'max_length|100' }],
    [{ cellular_login: 'a'.repeat(65) }, { cellular_login: 'max_length|64' }],
    [{ server_address: 'nowhere' }, { server_address: 'server_address' }],
    [{ firmware_version: '1.2' }, { firmware_version: 'version' }],
    [{ aero1_type: 256 }, { aero1_type: 'between|0|255' }],
    [{ stroke1_temperature: 1001 }, { stroke1_temperature: 'between|0|1000' }],
    [{ stroke2_time: -1 }, { stroke2_time: 'between|0|10000' }],
    [{ alert: 1 as unknown as boolean }, { alert: 'not_boolean' }],
    [{ log_time: '600' as unknown as number }, { log_time: 'not_numeric' }],
  ] as [Partial<BoxConfiguration>, object][])('%j', (change, expected) =>
    expect(problems(change)).toEqual(expected),
  );
});

describe('rules between fields', () => {
  it.each([
    [{ acquisition_time: 900 }, { log_time: 'log_time_min|900 s' }],
    [{ acquisition_time: 600, log_time: 600 }, {}],
    [{ log_time: 7200 }, { upload_time: 'upload_time_min|120 min' }],
    [{ log_time: 3601 }, { upload_time: 'upload_time_min|61 min' }],
    [{ log_time: 3600 }, {}],
    [{ upload_time_alert: 61 }, { upload_time_alert: 'upload_time_alert_max|60 min' }],
    [{ upload_time_alert: 60 }, {}],
    [{ aero1_type: 1, stroke1_max: 481 }, { stroke1_max: 'between|0|480' }],
    [{ aero1_type: 1, stroke1_max: 480 }, {}],
    [
      { aero1_type: 2, stroke1_min: 1001, stroke1_max: 1001 },
      { stroke1_min: 'between|0|1000', stroke1_max: 'between|0|1000' },
    ],
    [{ aero2_type: 2, stroke2_max: 1000 }, {}],
    [{ aero2_type: 7, stroke2_max: 2000 }, {}],
    [{ stroke1_min: 300, stroke1_max: 200 }, { stroke1_max: 'below_minimum|300' }],
    [{ stroke1_min: 300, stroke1_max: 0 }, { stroke1_max: 'below_minimum|300' }],
    [{ stroke1_min: 0, stroke1_max: 200 }, {}],
    [{ pressure2_min: 150, pressure2_max: 100 }, { pressure2_max: 'below_minimum|150' }],
    [{ pressure1_max: 401 }, { pressure1_max: 'between|0|400' }],
    [{ acquisition_time: null, log_time: 1 }, {}],
  ] as [Partial<BoxConfiguration>, object][])('%j', (change, expected) =>
    expect(problems(change)).toEqual(expected),
  );
});
