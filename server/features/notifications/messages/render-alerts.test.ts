import { makeFinding } from '@aerowatch/domain/faults/finding';
import { describe, expect, it } from 'vitest';
import { condition } from '../../alerting/testing.ts';
import { digestLine } from './alert-words.ts';
import { renderAlertSms } from './render-short.ts';
import { smsCount } from './sms-text.ts';
import type { NotifiedAlert } from './store-content.ts';
import { alertSentence, type Reader } from './wording.ts';

const CONSOLE = { title: 'AeroWatch', publicUrl: 'https://console.example' } as Parameters<
  typeof renderAlertSms
>[0];
const english: Reader = { language: 'en', unitSystem: 'metric', timeZone: 'UTC' };
const french: Reader = { ...english, language: 'fr' };
const alert = (id: number, over: Partial<NotifiedAlert> = {}): NotifiedAlert => ({
  id,
  aero: id,
  model: 1,
  condition: condition() as NotifiedAlert['condition'],
  supervisor: 'Hot',
  openedAt: new Date('2026-03-01T10:00:00Z'),
  value: 31,
  lastAt: new Date('2026-03-02T12:30:00Z'),
  lastValue: 34.5,
  occurrences: 1,
  occurrence: 1,
  clearedAt: null,
  late: false,
  sami: 'satisfactory',
  position: 1,
  track: '',
  line: '',
  box: `BOX-${id}`,
  boxName: '',
  pole: '12/7',
  kilometerPoint: null,
  kinds: ['alert'],
  also: [],
  finding: null,
  precision: null,
  ...over,
});

const say = (...args: [typeof CONSOLE, Reader, NotifiedAlert[]]) => renderAlertSms(...args, 2);

it('a line of many alerts names what a diagnosis found', () => {
  const finding = makeFinding('leak', 0.8, 'bar', 'bad', { per_month: 0.8 });
  const told = alert(1, {
    condition: condition({ metric: 'finding' }) as NotifiedAlert['condition'],
    finding,
  });
  expect(digestLine(told, english)).toMatch(/^AERO 1, .* – .*(gas|pressure|leak)/i);
  expect(digestLine(told, french)).toMatch(/^AERO 1, .* – .*(gaz|pression|fuite)/i);
  expect(digestLine(told, english)).not.toMatch(/any fault|\{\{|undefined|NaN/);
});

describe('an SMS', () => {
  it('of some alerts tells each: where, what, against which limit', () => {
    const text = say(CONSOLE, english, [alert(1), alert(2, { value: 29.9, position: 2 })]);
    expect(text).toBe(
      'AeroWatch: 2 alerts: AERO 1, BOX-1, pole 12/7: Temperature 31.0 C (limit 30 C); AERO 2, BOX-2, pole 12/7: Temperature 29.9 C (limit 30 C). https://console.example/alerts',
    );
    const five = say(
      CONSOLE,
      french,
      [1, 2, 3, 4, 5].map((id) => alert(id)),
    );
    expect(smsCount(five)).toBeLessThanOrEqual(2);
    expect(five).toMatch(/BOX-1, .*BOX-3, .*https:\/\/console.example\/alerts$/);
  });

  it('of many names their boxes', () => {
    const six = [1, 2, 3, 4, 5, 6].map((id) => alert(id));
    expect(say(CONSOLE, english, six)).toMatch(/6 alerts: BOX-1, BOX-2, .*BOX-6\. https/);
  });

  it('of an action that comes again tells the datapoint it is about', () => {
    const again = alert(7, { late: true, occurrence: 2, occurrences: 2 });
    expect(say(CONSOLE, english, [again])).toBe(
      'AERO 1, BOX-7, pole 12/7: The temperature is 34.5 C: above the limit of 30 C. 02/03/2026 12:30 https://console.example/alerts/7',
    );
    expect(say(CONSOLE, english, [alert(7, { late: true })])).toMatch(
      /^LATE AERO 1.*31\.0 C.*01\/03\/2026 10:00/,
    );
  });
});

it('of a share of the datapoints the last is not said to be beyond the limit', () => {
  const shared = condition({ percent: 50, period: { value: 30, unit: 'minutes' } });
  expect(alertSentence(shared as NotifiedAlert['condition'], 29, english)).toBe(
    'The temperature was above the limit of 30\u00a0°C in at least 50% of the datapoints over 30 minutes; its last value is 29.0\u00a0°C.',
  );
  expect(alertSentence(shared as NotifiedAlert['condition'], 29, french)).toBe(
    'La température a été au-dessus du seuil de 30\u00a0°C pour au moins 50\u202f% des points de mesure sur 30 minutes\u202f; sa dernière valeur est de 29,0\u00a0°C.',
  );
});
