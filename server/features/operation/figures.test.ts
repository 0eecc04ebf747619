import { OPERATION_FIGURES } from '@aerowatch/contracts/api/operation';
import { describe, expect, test } from 'vitest';
import { daysLeft, type Figure, figuresOf, MAX_DAYS_LEFT, type PageFacts } from './figures.ts';
import type { ProcessReport } from './process-report.ts';
import type { Figures } from './store-figures.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
const GB = 1e9;
const report: ProcessReport = {
  host: 'one',
  roles: ['web', 'ingest', 'worker'],
  version: '1',
  started_at: NOW - DAY,
  disks: [{ name: 'data', free: 50 * GB, size: 100 * GB, floor: GB }],
  full: false,
  database_ahead: 0.1,
  boxes_ahead: null,
  boxes_heard: 0,
  certificate_expires_at: null,
  memory: { used: 3e8, free: 4 * GB, size: 8 * GB },
  pool_waiting: 0,
  connections_refused: 0,
  loops_failing: [],
};
const figures: Figures = {
  outboxQueued: 0,
  outboxFailed: 9,
  outboxOldest: 0,
  judgingLag: 0,
  rollupsWaiting: 0,
  diagnosisAge: null,
  databaseBytes: 5 * GB,
  walBytes: null,
  archive: null,
};
const successes: PageFacts['successes'] = {
  channels: [{ channel: 'email', lastAt: NOW - 1000, failedAt: null }],
  webhooks: { enabled: 0, failing: 0, lastAt: null },
  weatherAt: null,
  forecastAt: NOW - DAY,
  messagesFailed: 0,
  jobsFailed: 0,
  setAside: 0,
};
const page = (more: Partial<PageFacts> = {}, ofReport: Partial<ProcessReport> = {}): PageFacts => ({
  now: NOW,
  reports: [{ ...report, ...ofReport }],
  lastReceived: NOW - 1000,
  backup: { last: NOW - 3_600_000, due: NOW + DAY },
  rehearsal: { outcome: 'equal', at: new Date(NOW - DAY).toISOString(), name: 'a.backup', took_s: 61 },
  startedAt: NOW - 30 * DAY,
  archiveFailingSince: null,
  oldestDue: null,
  audit: { at: new Date(NOW - DAY).toISOString(), problems: 0 },
  keysLeft: 0,
  retired: [],
  weatherWrong: 0,
  oldestMessage: null,
  figures,
  successes,
  daysLeft: new Map([['one: data', 200]]),
  ...more,
});
const find = (code: Figure['code'], facts: PageFacts) =>
  figuresOf(facts).find((figure) => figure.code === code);
const stateOf = (code: Figure['code'], facts: PageFacts) => find(code, facts)?.state;

describe('figures of the machine page', () => {
  test('a sound machine: every figure is there once, in order, and none asks for anything', () => {
    const all = figuresOf(page());
    expect(all.map(({ code }) => code)).toEqual(Object.keys(OPERATION_FIGURES));
    expect(all.filter(({ state }) => state === 'watch' || state === 'bad')).toEqual([]);
  });
  test('how long a restore took is said, and unknown where none was made', () => {
    const took = (rehearsal: PageFacts['rehearsal']) => {
      const { value, state } = find('rehearsal_took', page({ rehearsal })) ?? {};
      return [value, state];
    };
    const at = new Date(NOW).toISOString();
    expect(took({ outcome: 'equal', at, name: 'a', took_s: 754 })).toEqual([754, 'good']);
    expect(took({ outcome: 'differs', at, name: 'a', took_s: 90 })).toEqual([90, 'good']);
    expect(took({ outcome: 'empty', at, name: 'a', took_s: 5 })).toEqual([5, 'good']);
    expect(took({ outcome: 'failed', at, name: 'a', took_s: 0 })).toEqual([null, 'unknown']);
    expect(took({ outcome: 'no_room', at, name: 'a', took_s: 0 })).toEqual([null, 'unknown']);
    expect(took(null)).toEqual([null, 'unknown']);
  });
  test('a restore that had nothing to compare with the running database is no proof of it', () => {
    const at = new Date(NOW).toISOString();
    const state = (outcome: 'equal' | 'empty') =>
      find('rehearsal_last', page({ rehearsal: { outcome, at, name: 'a', took_s: 5 } }))?.state;
    expect([state('equal'), state('empty')]).toEqual(['good', 'watch']);
  });
  test('a figure without a source is unknown or unused, and never 0', () => {
    const { memory: _, pool_waiting: __, ...older } = report;
    const facts = page({
      reports: [older],
      figures: null,
      backup: null,
      startedAt: null,
      rehearsal: null,
      audit: null,
      daysLeft: new Map(),
    });
    for (const code of [
      'disk_days_left',
      'memory_used',
      'memory_free',
      'pool_waiting',
      'clock_boxes',
      'database_size',
      'wal_size',
      'archive_last',
      'backup_last',
      'rehearsal_last',
      'rehearsal_took',
      'audit_verified',
      'judging_lag',
      'messages_waiting',
    ] as const)
      expect(find(code, facts), code).toMatchObject({ value: null, at: null, state: 'unknown' });
    for (const code of ['certificate', 'webhook_last', 'weather_last'] as const)
      expect(find(code, facts), code).toMatchObject({ value: null, at: null, state: 'unused' });
    expect(stateOf('archive_last', page())).toBe('unused');
    expect(stateOf('diagnosis_age', page())).toBe('unused');
  });
  test.each([
    ['disk_free', page({}, { disks: [{ name: 'data', free: 4 * GB, size: 100 * GB, floor: GB }] }), 'watch'],
    ['disk_days_left', page({ daysLeft: new Map([['one: data', 5]]) }), 'bad'],
    ['disk_days_left', page({ daysLeft: new Map([['one: data', 20]]) }), 'watch'],
    ['memory_free', page({}, { memory: { used: 1, free: 1e8, size: 8 * GB } }), 'bad'],
    ['pool_waiting', page({}, { pool_waiting: 90 }), 'bad'],
    ['loops_failing', page({}, { loops_failing: [{ name: 'judging', times: 1 }] }), 'watch'],
    ['certificate', page({}, { certificate_expires_at: NOW + 10 * DAY }), 'watch'],
    ['clock_database', page({}, { database_ahead: -9 }), 'bad'],
    [
      'archive_last',
      page({ figures: { ...figures, archive: { lastAt: null, failingSince: NOW - 1000, failures: 1 } } }),
      'watch',
    ],
    ['backup_last', page({ backup: { last: NOW - 3 * DAY, due: NOW - DAY } }), 'bad'],
    ['backup_last', page({ backup: null }), 'bad'],
    [
      'rehearsal_last',
      page({ rehearsal: { outcome: 'differs', at: new Date(NOW).toISOString(), name: 'a', took_s: 5 } }),
      'bad',
    ],
    [
      'rehearsal_last',
      page({ rehearsal: { outcome: 'no_room', at: new Date(NOW).toISOString(), name: 'a', took_s: 5 } }),
      'watch',
    ],
    ['audit_verified', page({ audit: { at: new Date(NOW - 4 * DAY).toISOString(), problems: 0 } }), 'watch'],
    ['audit_verified', page({ audit: { at: new Date(NOW).toISOString(), problems: 1 } }), 'bad'],
    ['judging_lag', page({ figures: { ...figures, judgingLag: 300 } }), 'watch'],
    ['messages_oldest', page({ figures: { ...figures, outboxOldest: 7200 } }), 'bad'],
    [
      'channel_last',
      page({ successes: { ...successes, channels: [{ channel: 'sms', lastAt: 1, failedAt: 2 }] } }),
      'watch',
    ],
    [
      'channel_last',
      page({ successes: { ...successes, channels: [{ channel: 'sms', lastAt: null, failedAt: null }] } }),
      'unused',
    ],
    [
      'webhooks_failing',
      page({ successes: { ...successes, webhooks: { enabled: 2, failing: 1, lastAt: 1 } } }),
      'watch',
    ],
    ['weather_last', page({ successes: { ...successes, weatherAt: NOW - 3 * DAY } }), 'watch'],
    ['keys_left', page({ keysLeft: 2 }), 'watch'],
  ] as const)('%s', (code, facts, state) => {
    expect(stateOf(code, facts)).toBe(state);
  });
  test('a backup of somebody else’s database is unknown, not late', () => {
    expect(stateOf('backup_last', page({ backup: null, startedAt: null }))).toBe('unknown');
  });
});

describe('days left of a disk', () => {
  const sample = (daysAgo: number, free: number) => ({ at: NOW - daysAgo * DAY, free: free * GB });
  test.each([
    ['before there is a pace', [], undefined],
    ['too soon', [sample(1, 60)], undefined],
    ['two gigabytes a day', [sample(1, 52), sample(5, 60)], 25],
    ['growing', [sample(5, 40)], MAX_DAYS_LEFT],
    ['next to nothing', [sample(5, 50.0001)], MAX_DAYS_LEFT],
  ] as const)('%s', (_, samples, days) => {
    expect(daysLeft(samples, 50 * GB, NOW)).toBe(days);
  });
});
