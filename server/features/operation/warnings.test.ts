import { describe, expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import { backupTimes } from '../../platform/database/backup/store-backup-note.ts';
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
  backup: { last: NOW - 3_600_000, due: NOW + 22 * 3_600_000 },
  rehearsal: { outcome: 'equal', at: new Date(NOW - 86_400_000).toISOString(), name: 'a.backup', took_s: 61 },
  startedAt: NOW - 30 * 86_400_000,
  archiveFailingSince: null,
  oldestDue: null,
  audit: null,
  keysLeft: 0,
  retired: [],
  weatherWrong: 0,
  oldestMessage: null,
  ...more,
});
const codes = (factsNow: Facts) => warningsOf(factsNow).map(({ code, value }) => [code, value]);
const rehearsed = (outcome: 'equal' | 'failed' | 'differs' | 'no_room', hours: number) => ({
  outcome,
  at: new Date(NOW - hours * 3_600_000).toISOString(),
  name: 'a.backup',
  took_s: 61,
});
const beside = (version: string, ranMs: number): Facts => ({
  ...facts({}),
  reports: [
    { ...fine, started_at: NOW - 86_400_000 },
    { ...fine, version, started_at: NOW - ranMs },
  ],
});
const disk = (free: number) => [{ name: 'data', free, size: 100 * GB, floor: GB }];

describe('warnings', () => {
  test('none where all is well, nor of a backup that is made elsewhere or on the first day', () => {
    expect(codes(facts({}))).toEqual([]);
    expect(codes(facts({}, { backup: null, startedAt: null, lastReceived: null }))).toEqual([]);
    expect(codes(facts({}, { backup: null, startedAt: NOW - 80_000_000 }))).toEqual([]);
    expect(codes(facts({}, { rehearsal: rehearsed('no_room', 5) }))).toEqual([]);
    expect(codes(facts({}, { rehearsal: null, startedAt: NOW - 10 * 86_400_000 }))).toEqual([]);
    expect(
      codes(facts({ loops_failing: [{ name: 'judging', times: 2 }] }, { oldestDue: NOW - 300_000 })),
    ).toEqual([]);
    // An upgrade, one process after another.
    expect(codes(beside('2', 60_000))).toEqual([]);
    expect(codes(facts({}, { archiveFailingSince: NOW - 300_000 }))).toEqual([]);
  });
  test.each([
    ['disk low', facts({ disks: disk(4 * GB) }), ['disk_low', 4000]],
    ['disk full', facts({ disks: disk(0.5 * GB), full: true }), ['disk_full', 500]],
    ['three days slow', facts({ boxes_ahead: 259_200 }), ['clock_boxes', 259_200]],
    ['database elsewhere in time', facts({ database_ahead: -42.4 }), ['clock_database', -42]],
    ['clock set back', facts({}, { lastReceived: NOW + 3_600_000 }), ['clock_back', 3600]],
    ['late backup', facts({}, { backup: { last: NOW - 30 * 3_600_000, due: NOW - 1 } }), ['backup_late', 30]],
    ['refused connections', facts({ connections_refused: 40 }), ['connections_refused', 40]],
    ['no backup ever', facts({}, { backup: null }), ['backup_never', 720]],
    ['failed rehearsal', facts({}, { rehearsal: rehearsed('failed', 5) }), ['rehearsal_failed', 5]],
    ['rehearsal that differs', facts({}, { rehearsal: rehearsed('differs', 5) }), ['rehearsal_failed', 5]],
    ['late rehearsal', facts({}, { rehearsal: rehearsed('equal', 400) }), ['rehearsal_late', 400]],
    ['no rehearsal ever', facts({}, { rehearsal: null }), ['rehearsal_late', 720]],
    ['late judging', facts({}, { oldestDue: NOW - 1_200_000 }), ['judging_late', 1200]],
    ['failing loop', facts({ loops_failing: [{ name: 'judging', times: 8 }] }), ['work_fails', 8]],
    ['broken audit log', facts({}, { audit: { at: '', problems: 2 } }), ['audit_broken', 2]],
    ['pool', facts({ pool_waiting: 90 }), ['pool_exhausted', 90]],
    ['weather that does not fit', facts({}, { weatherWrong: 2 }), ['weather_wrong', 2]],
    ['replaced hardware', facts({}, { retired: ['A', 'B'] }), ['retired_connects', 2]],
    ['keys of who left', facts({}, { keysLeft: 3 }), ['keys_left', 3]],
    ['two versions', beside('2', 3_600_000), ['versions_differ', 2]],
    ['log not kept', facts({}, { archiveFailingSince: NOW - 3 * 3_600_000 }), ['archive_fails', 3]],
    ['certificate', facts({ certificate_expires_at: NOW + 3.5 * 86_400_000 }), ['certificate', 3]],
    ['outbox', facts({}, { oldestMessage: NOW - 2.5 * 3_600_000 }), ['outbox_waits', 2]],
  ])('%s', (_name, factsNow, warning) => {
    expect(codes(factsNow)).toEqual([warning]);
  });
  test('two boxes with a bad clock do not speak for the server', () => {
    expect(codes(facts({ boxes_ahead: 259_200, boxes_heard: 2 }))).toEqual([]);
  });
  test('reports a warning of two processes of a machine once', () => {
    const low = { ...fine, disks: disk(4 * GB) };
    expect(warningsOf({ ...facts({}), reports: [low, low] })).toHaveLength(1);
  });
});

test('a weekly copy warns after eight days while its log is kept, a nightly file after 26 hours', () => {
  const hours = (last: number, due: number) => ({ last: NOW - last * 3_600_000, due: NOW - due * 3_600_000 });
  const ago = (count: number) => new Date(NOW - count * 3_600_000);
  const times = (file: number | undefined, copy: number | undefined, isLogKept: boolean) =>
    backupTimes(
      { file: file === undefined ? undefined : ago(file), copy: copy === undefined ? undefined : ago(copy) },
      isLogKept,
    );
  expect(times(undefined, undefined, true)).toBeNull();
  expect(times(30, undefined, true)).toEqual(hours(30, 30 - 26));
  expect(times(undefined, 30, true)).toEqual(hours(30, 30 - 8 * 24));
  // Without its log a continuous copy counts as a file; of the two kinds of backup the longer interval
  // counts.
  expect(times(undefined, 30, false)).toEqual(hours(30, 30 - 26));
  expect(times(2, 30, true)).toEqual(hours(2, 30 - 8 * 24));
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
