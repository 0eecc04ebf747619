import { expect, test } from 'vitest';
import { amountOf } from './operation-amount.ts';

test.each([
  ['clock_boxes', 259_200, '3 days', '3 jours'],
  ['clock_database', -7, '7 seconds', '7 secondes'],
  ['clock_back', 900, '15 minutes', '15 minutes'],
  ['disk_full', 640, '640 megabytes', '640 mégaoctets'],
  ['disk_low', 12_340, '12.3 gigabytes', '12,3 gigaoctets'],
  ['archive_fails', 3, '3 hours', '3 heures'],
  ['backup_never', 720, '30 days', '30 jours'],
  ['backup_late', 30, '30 hours', '30 heures'],
  ['backup_late', 80, '3 days', '3 jours'],
  ['judging_late', 1200, '20 minutes', '20 minutes'],
  ['work_fails', 8, '8', '8'],
  ['connections_refused', 1200, '1,200', '1 200'],
  ['certificate', -4, '0 days', '0 jour'],
] as const)('%s %d', (code, value, en, fr) => {
  // The space before a unit depends on the language's tables.
  const said = (language: 'en' | 'fr') => amountOf(code, value, language).replace(/\s/g, ' ');
  expect([said('en'), said('fr')]).toEqual([en, fr]);
});
