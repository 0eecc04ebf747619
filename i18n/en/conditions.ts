import type { ComparatorTexts } from '../rows.ts';

/** A condition as a sentence: in the wizard, on alerts, on the curve. */
export const conditions = {
  /** Each: its name in a list, as part of a sentence (`compare`, or `when` for the whole), in alerts and in rules. */
  comparator: {
    gt: {
      name: 'greater',
      compare: 'above {{value}}',
      alert: '{{subject}} is {{value}}: above the limit of {{limit}}{{window}}.',
      share: '{{subject}} was above the limit of {{limit}}{{window}}; its last value is {{value}}.',
      rule: '{{metric}} above {{limit}}{{window}}',
    },
    gte: {
      name: 'greater or equal',
      compare: 'at or above {{value}}',
      alert: '{{subject}} is {{value}}: at or above the limit of {{limit}}{{window}}.',
      share: '{{subject}} was at or above the limit of {{limit}}{{window}}; its last value is {{value}}.',
      rule: '{{metric}} at or above {{limit}}{{window}}',
    },
    eq: {
      name: 'equal',
      compare: 'equal to {{value}}',
      alert: '{{subject}} is {{value}}: equal to the watched value of {{limit}}{{window}}.',
      share:
        '{{subject}} was equal to the watched value of {{limit}}{{window}}; its last value is {{value}}.',
      rule: '{{metric}} equal to {{limit}}{{window}}',
    },
    lte: {
      name: 'smaller or equal',
      compare: 'at or below {{value}}',
      alert: '{{subject}} is {{value}}: at or below the limit of {{limit}}{{window}}.',
      share: '{{subject}} was at or below the limit of {{limit}}{{window}}; its last value is {{value}}.',
      rule: '{{metric}} at or below {{limit}}{{window}}',
    },
    lt: {
      name: 'smaller',
      compare: 'below {{value}}',
      alert: '{{subject}} is {{value}}: below the limit of {{limit}}{{window}}.',
      share: '{{subject}} was below the limit of {{limit}}{{window}}; its last value is {{value}}.',
      rule: '{{metric}} below {{limit}}{{window}}',
    },
    varies: {
      name: 'varies by more than',
      when: 'when the {{metric}} varies by more than {{value}} within {{period}}',
      alert: '{{subject}} varied by {{value}}: more than the limit of {{limit}}{{window}}.',
      rule: '{{metric}} varies by more than {{limit}}{{window}}',
    },
  } satisfies ComparatorTexts,
  /** What is not said as a number above or below a limit. */
  silence: {
    when: 'when the box or an AERO of it has sent no measure for more than {{times}} times its upload time',
    alert: 'No measure was received for more than {{times}} times the upload time.',
    rule: 'No measure for more than {{times}} times the upload time',
  },
  finding: {
    when: 'when a diagnosis finds {{finding}} ({{grade}})',
    alert: 'The diagnosis finds {{finding}} ({{grade}}).',
    rule: 'Diagnosis: {{finding}} ({{grade}})',
    any: 'any fault',
    any_when: 'on any diagnosed fault',
    named: '“{{name}}”',
    grade_1: 'to watch or bad',
    grade_2: 'bad',
    value_0: 'Good',
    value_1: 'To watch',
    value_2: 'Bad',
  },
  recovery: ', until it is back beyond {{value}}',
  hold_clear: ', ending only after {{period}} back to normal',
  joined: '{{conditions}}, all at once: {{actions}}',
  severity: { low: 'Low', medium: 'Medium', high: 'High' },
  unit: { seconds: 'seconds', minutes: 'minutes', hours: 'hours' },
  period: {
    seconds_one: '{{count}} second',
    seconds_other: '{{count}} seconds',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} hour',
    hours_other: '{{count}} hours',
  },
  when: {
    now: 'when the {{metric}} is {{compare}}',
    all: 'when the {{metric}} stays {{compare}} for {{period}}',
    percent: 'when the {{metric}} is {{compare}} in at least {{percent}} of the datapoints of {{period}}',
    average: 'when the average {{metric}} over {{period}} is {{compare}}',
    slope: 'when the {{metric}} over {{period}} is {{compare}}',
  },
  action: { sami: 'set SAMI to “{{level}}”' },
  sentence: '{{when}}: {{actions}}',
  capital: '{{sentence}}.',
} as const;
