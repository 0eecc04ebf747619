import type { gauge as en } from '../en/gauge.ts';
import type { Translation } from '../index.ts';

export const gauge = {
  title: 'Position de la tige',
  now: 'Actuelle',
  expected: 'Attendue',
  range: '30 derniers jours',
  from_to: '{{from}} à {{to}}',
  extremes: 'Aux températures extrêmes',
  at: 'À {{temperature}}',
  margins: 'Marges de sécurité',
  margin_both: '{{low}} et {{high}}',
  no_model:
    'Son modèle n’est pas renseigné\u202f: butées et marges sont inconnues. Choisissez-le sur la page de modification.',
  no_measure: 'pas encore de mesure',
  measure_loading: 'chargement',
  measure_failed: 'non chargée',
  margin: { low: 'dans la marge de sécurité, tige rentrée', high: 'dans la marge de sécurité, tige sortie' },
  stop: { low: 'en butée, tige rentrée', high: 'en butée, tige sortie' },
  unavailable: {
    seized: 'inconnue\u202f: tige grippée',
    held_one_side: 'inconnue\u202f: tige bloquée dans un sens',
    icing: 'inconnue\u202f: tige prise par le givre',
    broken_wire: 'inconnue\u202f: fil rompu',
    burst: 'inconnue\u202f: éclatement',
    stroke_sensor_stuck: 'inconnue\u202f: capteur de course figé',
    stroke_sensor_step: 'inconnue\u202f: capteur de course décalé',
    temperature_sensor_stuck: 'inconnue\u202f: capteur de température figé',
    swapped_aeros: 'inconnue\u202f: câbles des deux AERO intervertis',
    silent: 'inconnue\u202f: aucune mesure depuis trois jours',
    no_data: 'inconnue\u202f: pas encore de mesure',
    too_few_days: 'inconnue\u202f: trop peu de jours de mesures',
    temperature_span_too_small: 'inconnue\u202f: la température n’a pas encore assez varié',
    does_not_follow: 'inconnue\u202f: ne suit pas la température',
  },
} as const satisfies Translation<typeof en>;
