import type { conditions as en } from '../en/conditions.ts';
import type { Translation } from '../index.ts';

export const conditions = {
  metric: {
    temperature: 'la température',
    pressure: 'la pression',
    stroke: 'la course',
    battery_voltage: 'la tension batterie',
    displacement_temperature: 'le déplacement en fonction de la température',
    displacement_time: 'le déplacement en fonction du temps',
  },
  Metric: {
    temperature: 'Température',
    pressure: 'Pression',
    stroke: 'Course',
    battery_voltage: 'Tension batterie',
    displacement_temperature: 'Déplacement en fonction de la température',
    displacement_time: 'Déplacement en fonction du temps',
  },
  comparator: {
    gt: 'supérieur',
    gte: 'supérieur ou égal',
    eq: 'égal',
    lte: 'inférieur ou égal',
    lt: 'inférieur',
    varies: 'varie de plus de',
  },
  compare: {
    gt: 'au-dessus de {{value}}',
    gte: 'à {{value}} ou au-dessus',
    eq: 'à {{value}}',
    lte: 'à {{value}} ou au-dessous',
    lt: 'au-dessous de {{value}}',
  },
  unit: { seconds: 'secondes', minutes: 'minutes', hours: 'heures' },
  period: {
    seconds_one: '{{count}} seconde',
    seconds_other: '{{count}} secondes',
    minutes_one: '{{count}} minute',
    minutes_other: '{{count}} minutes',
    hours_one: '{{count}} heure',
    hours_other: '{{count}} heures',
  },
  when: {
    now: 'quand {{metric}} est {{compare}}',
    all: 'quand {{metric}} reste {{compare}} pendant {{period}}',
    percent: 'quand {{metric}} est {{compare}} pour au moins {{percent}} des points sur {{period}}',
    average: 'quand {{metric}} est en moyenne {{compare}} sur {{period}}',
    varies: 'quand {{metric}} varie de plus de {{value}} en {{period}}',
    slope: 'quand {{metric}} est {{compare}} sur {{period}}',
  },
  action: { email: 'envoyer un e-mail', sms: 'envoyer un SMS', sami: 'mettre l’état SAMI à « {{level}} »' },
  sentence: '{{when}} : {{actions}}',
  capital: '{{sentence}}.',
} as const satisfies Translation<typeof en>;
