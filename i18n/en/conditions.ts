/** A condition as a sentence: in the wizard, on alerts, on the curve. */
export const conditions = {
  metric: {
    temperature: 'temperature', pressure: 'pressure', stroke: 'stroke', battery_voltage: 'battery voltage',
    displacement_temperature: 'displacement versus temperature', displacement_time: 'displacement versus time',
  },
  Metric: {
    temperature: 'Temperature', pressure: 'Pressure', stroke: 'Stroke', battery_voltage: 'Battery voltage',
    displacement_temperature: 'Displacement versus temperature', displacement_time: 'Displacement versus time',
  },
  comparator: { gt: 'greater', gte: 'greater or equal', eq: 'equal', lte: 'smaller or equal', lt: 'smaller', varies: 'varies by more than' },
  compare: { gt: 'above {{value}}', gte: 'at or above {{value}}', eq: 'equal to {{value}}', lte: 'at or below {{value}}', lt: 'below {{value}}' },
  unit: { seconds: 'seconds', minutes: 'minutes', hours: 'hours' },
  period: { seconds_one: '{{count}} second', seconds_other: '{{count}} seconds', minutes_one: '{{count}} minute', minutes_other: '{{count}} minutes', hours_one: '{{count}} hour', hours_other: '{{count}} hours' },
  when: {
    now: 'when the {{metric}} is {{compare}}',
    all: 'when the {{metric}} stays {{compare}} for {{period}}',
    percent: 'when the {{metric}} is {{compare}} in at least {{percent}} of the datapoints of {{period}}',
    average: 'when the average {{metric}} over {{period}} is {{compare}}',
    varies: 'when the {{metric}} varies by more than {{value}} within {{period}}',
    slope: 'when the {{metric}} over {{period}} is {{compare}}',
  },
  action: { email: 'send an e-mail', sms: 'send an SMS', sami: 'set SAMI to “{{level}}”' },
  sentence: '{{when}}: {{actions}}',
  capital: '{{sentence}}.',
} as const;
