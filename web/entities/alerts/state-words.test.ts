import { globSync, readFileSync } from 'node:fs';
import { ALERT_STATES, alertStateOf } from '@aerowatch/domain/alerting/alert-state';
import { alerts as en } from '@aerowatch/i18n/en/alerts';
import { alerts as fr } from '@aerowatch/i18n/fr/alerts';
import { describe, expect, it } from 'vitest';

const AT = '2026-11-23T07:00:00.000Z';
/** All combinations of end times of an alert, with the displayed state. */
const CASES = [
  [{ cleared_at: null, seen_at: null }, 'firing'],
  [{ cleared_at: AT, seen_at: null }, 'cleared'],
  [{ cleared_at: null, seen_at: AT }, 'seen'],
  [{ cleared_at: AT, seen_at: AT }, 'cleared'],
] as const;

describe('the state of an alert', () => {
  it.each(CASES)('%j is %s', (alert, state) => {
    expect(alertStateOf(alert)).toBe(state);
  });

  it('is said by one function wherever its word stands', () => {
    const files = globSync('web/{screens,entities,app}/**/*.tsx');
    expect(files.length).toBeGreaterThan(200);
    const says = files.filter((file) => /state\.(firing|cleared|seen)'/.test(readFileSync(file, 'utf8')));
    // A filter offers states, but shows none.
    const silent = says.filter((file) => !readFileSync(file, 'utf8').includes('alertStateOf'));
    expect(silent.map((file) => file.replace(/.*\//, ''))).toEqual(['use-filters.tsx']);
    // No file derives the end of an alert from `cleared_at` alone, except the text of a rehearsal, which
    // nobody has seen.
    const alone = files.filter((file) =>
      /cleared_at === null (\?|&&) *(t\('|\(?<Badge)/.test(readFileSync(file, 'utf8')),
    );
    expect(alone.map((file) => file.replace(/.*\//, ''))).toEqual(['rehearsal.tsx']);
  });

  it.each([
    ['en', en],
    ['fr', fr],
  ] as const)('has a word of its own for each state, and none of them names a list (%s)', (_, alerts) => {
    const words = ALERT_STATES.map((state) => alerts.state[state].toLowerCase());
    expect(new Set(words).size).toBe(words.length);
    for (const name of [alerts.opened.title, alerts.archived.title, alerts.tabs.opened, alerts.tabs.archived])
      for (const word of words) expect(name.toLowerCase()).not.toContain(word);
  });
});
