import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../durations.ts';
import { batteryEstimate, dailyConsumption, decemberYield } from './battery.ts';
import {
  BOX_CONFIGURATION,
  type BoxConfiguration,
  CONFIGURATION_KEYS,
  DEFAULT_CONFIGURATION,
} from './box-configuration.ts';
import {
  diffConfigurations,
  fromWire,
  isStaleReport,
  maskSecrets,
  mergeConfiguration,
  SECRET_MASK,
  toWire,
  twinState,
} from './twin.ts';

const DESIRED: BoxConfiguration = {
  ...DEFAULT_CONFIGURATION,
  configuration_version: 3,
  log_time: 900,
  maintenance_password: '123456',
  cellular_apn: 'rail',
};
const REPORTED: BoxConfiguration = { ...DESIRED };
const TIMES = { desiredAt: 0, now: 60 * MINUTE, uploadTime: 60 };
const state = (
  reported: Partial<BoxConfiguration> | null,
  refused = {},
  times = {},
  desired: Partial<BoxConfiguration> = DESIRED,
) => twinState(desired, reported, refused, { ...TIMES, ...times });

describe('twinState', () => {
  it('all reported as desired is in sync', () => {
    const twin = state(REPORTED);
    expect([twin.state, twin.since]).toEqual(['in_sync', null]);
    expect(
      Object.values(twin.fields).every((field) => field.state === 'in_sync' && field.since === null),
    ).toBe(true);
    expect(Object.keys(twin.fields)).toHaveLength(CONFIGURATION_KEYS.length - 1);
  });
  it('a field not yet reported is pending since it changed', () => {
    const twin = state({ ...REPORTED, log_time: 600 }, {}, { fieldChangedAt: { log_time: 5 } });
    expect(twin).toMatchObject({ state: 'pending', since: 5 });
    expect(twin.fields.log_time).toEqual({ state: 'pending', since: 5, detail: null });
    expect(twin.fields.upload_time.state).toBe('in_sync');
  });
  it.each([
    [120 * MINUTE, 'pending'],
    [120 * MINUTE + 1, 'overdue'],
  ])('after %d ms it is %s', (now, expected) => {
    expect(state({ ...REPORTED, log_time: 600 }, {}, { now }).fields.log_time.state).toBe(expected);
  });
  it('a refusal shows the box’s reason', () => {
    const twin = state({ ...REPORTED, log_time: 600 }, { log_time: 'below acquisition' }, { refusedAt: 7 });
    expect(twin).toMatchObject({ state: 'refused', since: 7 });
    expect(twin.fields.log_time).toEqual({ state: 'refused', since: 7, detail: 'below acquisition' });
  });
  it('a field changed after it was refused is pending again', () => {
    const twin = state(
      { ...REPORTED, log_time: 600 },
      { log_time: 'no' },
      { refusedAt: 7, fieldChangedAt: { log_time: 8 } },
    );
    expect(twin.fields.log_time.state).toBe('pending');
  });
  it('a refusal of what is reported as desired is none', () => {
    expect(state(REPORTED, { log_time: 'no' }).state).toBe('in_sync');
  });
  it('the worst field speaks for the box, since its earliest', () => {
    const reported = { ...REPORTED, log_time: 600, upload_time: 30, alert: true };
    const times = {
      now: 500 * MINUTE,
      fieldChangedAt: { log_time: 490 * MINUTE, upload_time: 10 * MINUTE, alert: 20 * MINUTE },
    };
    expect(state(reported, {}, times)).toMatchObject({ state: 'overdue', since: 10 * MINUTE });
  });
  it('no wish is in sync whatever is reported', () => {
    expect(state({ ...REPORTED, firmware_version: '1.2.3', server_address: 'a:1' }).state).toBe('in_sync');
  });
  it('an empty wish and no value are the same, once something is reported', () => {
    expect(
      state({ ...REPORTED, cellular_apn: null }, {}, {}, { ...DESIRED, cellular_apn: '' }).fields.cellular_apn
        .state,
    ).toBe('in_sync');
  });
  it('a secret the box does not echo is taken with the document’s version', () => {
    expect(state({ ...REPORTED, maintenance_password: null }).fields.maintenance_password.state).toBe(
      'in_sync',
    );
    expect(
      state({ ...REPORTED, maintenance_password: null, configuration_version: 2 }).fields.maintenance_password
        .state,
    ).toBe('pending');
    expect(state({ ...REPORTED, maintenance_password: '654321' }).fields.maintenance_password.state).toBe(
      'pending',
    );
  });
  it('before any report', () => {
    expect(state(null)).toMatchObject({ state: 'never_reported', since: 0 });
    expect(state(null).fields.log_time.state).toBe('pending');
  });
});

describe('documents', () => {
  const value = (key: (typeof CONFIGURATION_KEYS)[number]): fc.Arbitrary<unknown> => {
    const { kind } = BOX_CONFIGURATION[key];
    const values: fc.Arbitrary<unknown> =
      kind === 'integer' ? fc.nat(1000) : kind === 'boolean' ? fc.boolean() : fc.string({ maxLength: 8 });
    return fc.option(values);
  };
  const document = fc.record(Object.fromEntries(CONFIGURATION_KEYS.map((key) => [key, value(key)])), {
    requiredKeys: [],
  });
  it('the names of MQTT and back', () => {
    fc.assert(
      fc.property(document, (config) => {
        expect(fromWire(toWire(config as Partial<BoxConfiguration>))).toEqual({
          config,
          unknown: [],
          unreadable: [],
        });
      }),
    );
    expect(toWire({ sensor_startup_delay: 500, stroke1_min: 1, maintenance_enable: true })).toEqual({
      sensorStartupDelay: 500,
      stroke1_min: 1,
      maintenanceEnable: true,
    });
  });
  it('takes what a box means and names what it cannot place', () => {
    expect(
      fromWire({
        logTime: '600',
        alert: 1,
        maintenancePassword: 12345,
        cellularPin: 1234,
        uptime: 5,
        uploadTime: 'soon',
        acquisitionTime: 1.5,
      }),
    ).toEqual({
      config: { log_time: 600, alert: true, maintenance_password: '012345', cellular_pin: '1234' },
      unknown: ['uptime'],
      unreadable: ['uploadTime', 'acquisitionTime'],
    });
  });
  it('differences, absent and null alike', () => {
    expect(diffConfigurations(DESIRED, { ...DESIRED, log_time: 600, cellular_apn: null })).toEqual([
      { key: 'log_time', from: 900, to: 600 },
      { key: 'cellular_apn', from: 'rail', to: null },
    ]);
    expect(diffConfigurations({}, { log_time: null })).toEqual([]);
  });
  it.each([
    [3, 2, true],
    [3, 3, false],
    [3, 4, false],
    [null, 0, false],
    [3, null, false],
  ])('stored version %s, arrived %s: stale %s', (stored, arrived, stale) => {
    expect(isStaleReport({ configuration_version: stored }, { configuration_version: arrived })).toBe(stale);
  });
  it('nothing stored is never stale against', () =>
    expect(isStaleReport(null, { configuration_version: 0 })).toBe(false));
});

describe('secrets', () => {
  it('are masked where set', () => {
    expect(maskSecrets({ ...DESIRED, cellular_pin: '' })).toMatchObject({
      maintenance_password: SECRET_MASK,
      cellular_pin: '',
      cellular_password: null,
      cellular_apn: 'rail',
    });
  });
  it('sent back masked stay as they are; any other value replaces them', () => {
    expect(mergeConfiguration(DESIRED, maskSecrets(DESIRED))).toEqual(DESIRED);
    expect(mergeConfiguration(DESIRED, { maintenance_password: '654321', log_time: 60 })).toEqual({
      ...DESIRED,
      maintenance_password: '654321',
      log_time: 60,
    });
    expect(mergeConfiguration(DESIRED, { maintenance_password: null }).maintenance_password).toBeNull();
  });
  it('the version is the server’s', () =>
    expect(mergeConfiguration(DESIRED, { configuration_version: 99 }).configuration_version).toBe(3));
  it('a text that is no secret may read like the mask', () =>
    expect(mergeConfiguration(DESIRED, { cellular_apn: SECRET_MASK }).cellular_apn).toBe(SECRET_MASK));
});

describe('battery', () => {
  it('uploading more often costs more, by the upload', () => {
    const hourly = dailyConsumption({ upload_time: 60 });
    expect(dailyConsumption({ upload_time: 30 }) - hourly).toBeCloseTo(24 * 1.11, 6);
    expect(dailyConsumption({ upload_time: 60, upload_time_alert: 5 }, true)).toBeGreaterThan(300);
  });
  it('December brings less in the north', () => {
    expect(decemberYield(50.6)).toBeLessThan(decemberYield(43.3));
    expect(decemberYield(70)).toBe(0);
    expect(decemberYield(-47)).toBeCloseTo(decemberYield(47), -1);
  });
  it('a new box lives on; uploads each minute empty it, with the numbers', () => {
    expect(batteryEstimate(DEFAULT_CONFIGURATION, 50.6)).toMatchObject({
      warnings: [],
      daysLeft: null,
      daysLeftInAlert: null,
    });
    const busy = batteryEstimate({ ...DEFAULT_CONFIGURATION, upload_time: 1, upload_time_alert: 1 }, 50.6);
    expect(busy.warnings).toEqual(['upload_time', 'upload_time_alert']);
    expect(busy.daysLeft).toBeCloseTo(6800 / (busy.consumption - busy.december), 6);
  });
  it('without a place, the middle of France', () =>
    expect(batteryEstimate({}, null)).toEqual(batteryEstimate({}, 47)));
});
