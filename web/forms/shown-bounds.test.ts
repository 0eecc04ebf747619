import { translateMessage } from '@aerowatch/i18n/translate-message';
import { expect, it } from 'vitest';
import { formatsOf } from '../lib/format.ts';
import { shownBounds, shownRefusal } from './shown-bounds.ts';

const imperial = formatsOf('en', 'imperial', 'UTC');
const metric = formatsOf('en', 'metric', 'UTC');

it('bounds are in the units the reader types', () => {
  const said = shownBounds('between|0|400', { quantity: 'pressure' }, imperial);
  expect(translateMessage(said, 'en')).toBe('Value must be between 0\u00a0psi and 5,802\u00a0psi');
  expect(shownBounds('below_minimum|20', { quantity: 'temperature' }, imperial)).toBe(
    'below_minimum|68.0\u00a0°F',
  );
});
it('a field whose stored steps are smaller than its unit says its unit in metric too', () => {
  expect(shownBounds('between|0|1000', { quantity: 'slope_temperature', step: 0.1 }, metric)).toBe(
    'between|0\u00a0mm/°C|100\u00a0mm/°C',
  );
});
it('names the unit in metric too, of lengths of time and of plain units', () => {
  expect(shownBounds('between|0|400', { quantity: 'pressure' }, metric)).toBe(
    'between|0\u00a0bar|400\u00a0bar',
  );
  expect(shownBounds('between|1|10080', { duration: 'min' }, metric)).toBe('between|1\u00a0min|168\u00a0h');
  expect(shownBounds('between|0|0.0001', { unit: 'µm/(m·K)', step: 1e6 }, metric)).toBe(
    'between|0\u00a0µm/(m·K)|100\u00a0µm/(m·K)',
  );
});
it('a length of time of another field is said in the parts it is typed in', () => {
  const said = shownBounds('log_time_min|3725 s', { duration: 's' }, metric);
  expect(translateMessage(said, 'en')).toBe(
    'Must be at least the acquisition time (1\u00a0h 2\u00a0min 5\u00a0s)',
  );
  expect(shownBounds('upload_time_alert_max|60 min', { duration: 'min' }, metric)).toBe(
    'upload_time_alert_max|1\u00a0h',
  );
});
it('nothing else changes', () => {
  expect(shownBounds('between|0|400', null, imperial)).toBe('between|0|400');
  expect(shownBounds('max_length|20', { quantity: 'pressure' }, imperial)).toBe('max_length|20');
});

it('a refusal of the server tells its bounds in the reader’s units too', () => {
  const french = formatsOf('fr', 'imperial', 'UTC');
  const pressure = { quantity: 'pressure' } as const;
  const refusal = (message: string, language: 'en' | 'fr') => translateMessage(message, language);
  expect(shownRefusal(refusal('between|0|400', 'en'), pressure, imperial)).toBe(
    'Value must be between 0\u00a0psi and 5,802\u00a0psi',
  );
  expect(shownRefusal(refusal('below_minimum|0.5', 'fr'), { quantity: 'length' }, french)).toBe(
    'Doit être au moins égal au minimum (1,6\u00a0ft)',
  );
  expect(shownRefusal(refusal('at_least|stroke_min|100', 'en'), { quantity: 'length_small' }, imperial)).toBe(
    'Must be at least 3.94\u00a0in',
  );
  expect(shownRefusal(refusal('between|0|400', 'en'), pressure, metric)).toBe(
    'Value must be between 0\u00a0bar and 400\u00a0bar',
  );
  expect(shownRefusal('Field is required', pressure, imperial)).toBe('Field is required');
  // Numbers with an unknown meaning would be converted to psi.
  expect(shownRefusal('Far from 400', pressure, imperial)).toBe(refusal('invalid', 'en'));
});
