import { describe, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { makePeerClocks } from '../../platform/peers.ts';
import type { ProcessReport } from './process-report.ts';
import { type Facts, warningsOf } from './warnings.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const GB = 1e9;
const fine: ProcessReport = {
  host: 'one',
  roles: ['web'],
  version: '1',
  started_at: NOW,
  disks: [{ name: 'data', free: 50 * GB, size: 100 * GB, floor: GB }],
  full: false,
  database_ahead: 0.1,
  boxes_ahead: -600,
  boxes_heard: 900,
  certificate_expires_at: NOW + 60 * 86_400_000,
};
const facts = (report: Partial<ProcessReport>, more: Partial<Facts> = {}): Facts => ({
  now: NOW,
  reports: [{ ...fine, ...report }],
  lastReceived: NOW - 1000,
  lastBackup: NOW - 3_600_000,
  startedAt: NOW - 30 * 86_400_000,
  archiveFailingSince: null,
  oldestMessage: null,
  ...more,
});
const codes = (factsNow: Facts) => warningsOf(factsNow).map(({ code, value }) => [code, value]);
const disk = (free: number) => [{ name: 'data', free, size: 100 * GB, floor: GB }];

describe('warnings', () => {
  test('none where all is well, nor of a backup that is made elsewhere or on the first day', () => {
    expect(codes(facts({}))).toEqual([]);
    expect(codes(facts({}, { lastBackup: null, startedAt: null, lastReceived: null }))).toEqual([]);
    expect(codes(facts({}, { lastBackup: null, startedAt: NOW - 80_000_000 }))).toEqual([]);
    expect(codes(facts({}, { archiveFailingSince: NOW - 300_000 }))).toEqual([]);
  });
  test.each([
    ['disk low', facts({ disks: disk(4 * GB) }), ['disk_low', 4000]],
    ['disk full', facts({ disks: disk(0.5 * GB), full: true }), ['disk_full', 500]],
    ['three days slow', facts({ boxes_ahead: 259_200 }), ['clock_boxes', 259_200]],
    ['database elsewhere in time', facts({ database_ahead: -42.4 }), ['clock_database', -42]],
    ['clock set back', facts({}, { lastReceived: NOW + 3_600_000 }), ['clock_back', 3600]],
    ['late backup', facts({}, { lastBackup: NOW - 30 * 3_600_000 }), ['backup_late', 30]],
    ['refused connections', facts({ connections_refused: 40 }), ['connections_refused', 40]],
    ['no backup ever', facts({}, { lastBackup: null }), ['backup_never', 720]],
    ['log not kept', facts({}, { archiveFailingSince: NOW - 3 * 3_600_000 }), ['archive_fails', 3]],
    ['certificate', facts({ certificate_expires_at: NOW + 3.5 * 86_400_000 }), ['certificate', 3]],
    ['outbox', facts({}, { oldestMessage: NOW - 2.5 * 3_600_000 }), ['outbox_waits', 2]],
  ])('%s', (_name, factsNow, warning) => {
    expect(codes(factsNow)).toEqual([warning]);
  });
  test('two boxes with a bad clock do not speak for the server', () => {
    expect(codes(facts({ boxes_ahead: 259_200, boxes_heard: 2 }))).toEqual([]);
  });
  test('what two processes of a machine see is said once', () => {
    const low = { ...fine, disks: disk(4 * GB) };
    expect(warningsOf({ ...facts({}), reports: [low, low] })).toHaveLength(1);
  });
});

test('the middle of the clocks of boxes: a backlog pulls nobody, an hour of silence is forgotten', () => {
  const clock = manualClock(NOW);
  const clocks = makePeerClocks(clock);
  expect(clocks.middle()).toBeUndefined();
  for (const [box, seconds] of [
    ['a', 259_190],
    ['b', 259_000],
    ['c', -3_000_000],
    ['d', 259_300],
    ['e', 259_100],
  ] as const)
    clocks.hear(box, NOW + seconds * 1000);
  expect(clocks.middle()).toEqual({ seconds: 259_100, peers: 5 });
  clock.advance(3_700_000);
  expect(clocks.middle()).toBeUndefined();
});
