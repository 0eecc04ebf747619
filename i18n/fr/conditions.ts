import type { conditions as en } from '../en/conditions.ts';
import type { Translation } from '../index.ts';

export const conditions = {
  comparator: {
    gt: {
      name: 'supérieur',
      compare: 'au-dessus de {{value}}',
      alert: '{{subject}} est de {{value}}\u202f: au-dessus du seuil de {{limit}}{{window}}.',
      share:
        '{{subject}} a été au-dessus du seuil de {{limit}}{{window}}\u202f; sa dernière valeur est de {{value}}.',
      rule: '{{metric}} au-dessus de {{limit}}{{window}}',
    },
    gte: {
      name: 'supérieur ou égal',
      compare: 'à {{value}} ou au-dessus',
      alert: '{{subject}} est de {{value}}\u202f: au seuil de {{limit}} ou au-dessus{{window}}.',
      share:
        '{{subject}} a été au seuil de {{limit}} ou au-dessus{{window}}\u202f; sa dernière valeur est de {{value}}.',
      rule: '{{metric}} à {{limit}} ou au-dessus{{window}}',
    },
    eq: {
      name: 'égal',
      compare: 'à {{value}}',
      alert: '{{subject}} est de {{value}}\u202f: à la valeur surveillée de {{limit}}{{window}}.',
      share:
        '{{subject}} a été à la valeur surveillée de {{limit}}{{window}}\u202f; sa dernière valeur est de {{value}}.',
      rule: '{{metric}} à {{limit}}{{window}}',
    },
    lte: {
      name: 'inférieur ou égal',
      compare: 'à {{value}} ou au-dessous',
      alert: '{{subject}} est de {{value}}\u202f: au seuil de {{limit}} ou au-dessous{{window}}.',
      share:
        '{{subject}} a été au seuil de {{limit}} ou au-dessous{{window}}\u202f; sa dernière valeur est de {{value}}.',
      rule: '{{metric}} à {{limit}} ou au-dessous{{window}}',
    },
    lt: {
      name: 'inférieur',
      compare: 'au-dessous de {{value}}',
      alert: '{{subject}} est de {{value}}\u202f: au-dessous du seuil de {{limit}}{{window}}.',
      share:
        '{{subject}} a été au-dessous du seuil de {{limit}}{{window}}\u202f; sa dernière valeur est de {{value}}.',
      rule: '{{metric}} au-dessous de {{limit}}{{window}}',
    },
    varies: {
      name: 'varie de plus de',
      when: 'quand {{metric}} varie de plus de {{value}} en {{period}}',
      alert: '{{subject}} a varié de {{value}}\u202f: plus que le seuil de {{limit}}{{window}}.',
      rule: '{{metric}} varie de plus de {{limit}}{{window}}',
    },
  },
  silence: {
    when: 'quand le boîtier ou un de ses AERO n’a envoyé aucune mesure pendant plus de {{times}} fois sa période d’envoi',
    alert: 'Aucune mesure reçue pendant plus de {{times}} fois la période d’envoi.',
    rule: 'Aucune mesure depuis plus de {{times}} fois la période d’envoi',
  },
  finding: {
    when: 'quand un diagnostic trouve {{finding}} ({{grade}})',
    alert: 'Le diagnostic trouve {{finding}} ({{grade}}).',
    rule: 'Diagnostic\u202f: {{finding}} ({{grade}})',
    any: 'un défaut quelconque',
    any_when: 'à tout défaut diagnostiqué',
    named: '«\u202f{{name}}\u202f»',
    grade_1: 'à surveiller ou mauvais',
    grade_2: 'mauvais',
    value_0: 'Bon',
    value_1: 'À surveiller',
    value_2: 'Mauvais',
  },
  recovery: ', jusqu’au retour au-delà de {{value}}',
  hold_clear: ', terminée seulement après {{period}} de retour à la normale',
  joined: '{{conditions}}, le tout en même temps\u202f: {{actions}}',
  severity: { low: 'Faible', medium: 'Moyenne', high: 'Élevée' },
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
    slope: 'quand {{metric}} est {{compare}} sur {{period}}',
  },
  action: { sami: 'mettre l’état SAMI à «\u202f{{level}}\u202f»' },
  sentence: '{{when}}\u202f: {{actions}}',
  capital: '{{sentence}}.',
} as const satisfies Translation<typeof en>;
