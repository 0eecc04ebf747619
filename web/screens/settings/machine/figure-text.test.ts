import { expect, test } from 'vitest';
import { formatsOf } from '../../../lib/format.ts';
import { figureText } from './figure-text.ts';

const EN = formatsOf('en', 'metric', 'UTC');
const FR = formatsOf('fr', 'metric', 'UTC');

test.each([
  ['disk_free', 50 * 1024 ** 3, '50 GB', '50 Go'],
  ['disk_days_left', 25, '25 days', '25 jours'],
  ['disk_days_left', 3650, 'decade', 'decade'],
  ['judging_lag', 0, '0 seconds', '0 seconde'],
  ['clock_database', -0.04, '0 seconds', '0 seconde'],
  ['clock_boxes', -600, '-10 minutes', '-10 minutes'],
  ['diagnosis_age', 90_000, '25 hours', '25 heures'],
  ['messages_waiting', 1200, '1,200', '1 200'],
  ['wal_size', null, null, null],
  ['backup_last', null, null, null],
] as const)('%s %s', (code, value, en, fr) => {
  const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ') ?? null;
  const figure = { code, value, at: null };
  expect([plain(figureText(figure, EN, 'decade')), plain(figureText(figure, FR, 'decade'))]).toEqual([
    en,
    fr,
  ]);
});

test('a moment is in the zone of the reader', () => {
  const figure = { code: 'backup_last', value: null, at: '2026-11-22T23:30:00Z' } as const;
  const text = figureText(figure, formatsOf('en', 'metric', 'Europe/Paris'), '');
  expect(text).toContain('00:30');
});
