import type { forecast as en } from '../en/forecast.ts';
import type { Translation } from '../index.ts';

export const forecast = {
  title: 'La semaine à venir',
  description: 'Les AERO qui approchent d’une butée sous sept jours.',
  how_good: 'Fiabilité',
  source: 'Données météo\u202f: {{name}}.',
  chance: 'Probabilité à 7 jours',
  chance_help: 'La plus grande probabilité, sur les sept prochains jours, d’entrer dans la marge de sécurité',
  chance_failed: 'La prévision n’a pas pu être chargée. Réessayer',
  no_forecast: 'pas de prévision',
  not_proven: 'non prouvé ici',
  threshold: {
    title: 'Proposition à partir d’une probabilité de',
    is: 'Proposition à partir d’une probabilité de {{share}}.',
  },
  left_out_one: 'Les {{shown}} AERO aux plus grandes probabilités sont repris\u202f; {{count}} ne l’est pas.',
  left_out_other:
    'Les {{shown}} AERO aux plus grandes probabilités sont repris\u202f; {{count}} ne le sont pas.',
  list: {
    empty: 'Pas encore de prévision',
    empty_text: 'Elle commence quelques jours après les premières mesures.',
    hot: 'Butée à chaud',
    cold: 'Butée à froid',
    order: 'Intervention',
    first: 'Premier jour à risque',
    days: 'Jours à risque',
    only_risk: 'Seulement à partir de {{share}}',
  },
  weather: {
    title: 'Météo',
    none: 'Aucune prévision météo n’est arrivée\u202f: chaque AERO suit son propre climat. Un administrateur peut en configurer une (voir docs/forecast.md).',
    state: 'Prévision établie le {{at}} pour {{places}}, jusqu’au {{until}}.',
    old: 'La météo la plus récente est du {{at}}\u202f: ce qui suit repose sur une météo ancienne.',
    old_short: 'La météo la plus récente est du {{at}}.',
    wrong_one:
      'La météo de {{count}} lieu ne correspond pas à ce que les boîtiers y mesurent la nuit\u202f: {{how}} depuis la nuit du {{since}}.',
    wrong_other:
      'La météo de {{count}} lieux ne correspond pas à ce que les boîtiers y mesurent la nuit, dans le premier depuis la nuit du {{since}}. Au pire\u202f: {{how}}.',
    warmer: 'trop chaude de {{by}}',
    colder: 'trop froide de {{by}}',
    apart: 'tantôt trop chaude, tantôt trop froide',
    left_out:
      'Les prévisions pour {{places}} l’écartent\u202f: elles reposent sur un autre lieu proche, ou sur le climat de chaque AERO.',
    not_left_out: 'Les prévisions l’écarteront après une troisième nuit semblable.',
    episodes: 'Météo qui ne correspond pas',
    place: 'Lieu',
    since: 'Depuis la nuit du',
    until: 'Juste depuis la nuit du',
    deviation: 'Écart',
    forecasts: 'Dans les prévisions',
    used: 'utilisée',
    unused: 'écartée',
    receipts: 'Dernières réceptions',
    places_one: '{{count}} lieu',
    places_other: '{{count}} lieux',
    taken_one: '{{count}} heure pour {{places}}',
    taken_other: '{{count}} heures pour {{places}}',
    at: 'Reçu',
    name: 'Nom',
    result: 'Acceptée, ou motif de refus',
  },
  skill: {
    title: 'Fiabilité des prévisions',
    sentence: {
      weather:
        'Sur {{n}} extrêmes prévus d’après la météo et maintenant passés, {{share}} étaient dans leur intervalle à 90\u202f%.',
      climate:
        'Sur {{n}} extrêmes prévus d’après le climat seul et maintenant passés, {{share}} étaient dans leur intervalle à 90\u202f%.',
      better:
        'Les probabilités annoncées étaient meilleures de {{skill}} que celles du climat propre à chaque AERO.',
      no_better:
        'Les probabilités annoncées n’étaient pas meilleures que celles du climat propre à chaque AERO.',
      few: 'Trop peu d’AERO ont atteint leur marge pour juger de la fiabilité de ces probabilités.',
    },
    basis: { weather: 'Par la météo', climate: 'Par le climat seul' },
    lead: 'Jours à l’avance',
    n: 'Nombre',
    inside: 'Dans les 90\u202f%',
    width: 'Largeur moyenne',
    brier: 'Score de Brier',
    skill: 'Gain',
    help: 'Gain\u202f: ce que les probabilités apportent de plus que le climat de saison de chaque AERO\u202f; 1 est parfait, 0 aucun gain.',
    diagram: 'Probabilités annoncées et fréquence réelle',
    diagram_help:
      'Sur la ligne pointillée, les probabilités se réalisent aussi souvent qu’annoncé\u202f; un point plus gros représente plus de cas.',
    stated: 'Annoncée',
    happened: 'Réalisée',
  },
  column: {
    day: 'Jour',
    air: 'Air',
    lowest: 'Course minimale',
    highest: 'Course maximale',
    hot: 'Marge à chaud',
    cold: 'Marge à froid',
  },
  fan: {
    label:
      'Prévision de la course\u202f: avec une probabilité de 90\u202f%, entre {{low}} ({{low_day}}) et {{high}} ({{high_day}}). Le tableau ci-dessous donne chaque jour.',
    legend: 'Légende',
    measured: 'mesuré',
    forecast: 'prévision',
    middle: 'plus basse et plus haute du jour, au milieu',
    half: 'la moitié des cas',
    wide: 'neuf cas sur dix',
    margin: 'marge de sécurité',
    stop: 'butée',
  },
  basis: {
    weather:
      'Prévision du {{at}}, d’après la météo ; neuf courses sur dix doivent se trouver dans leur plage.',
    climate: 'D’après son propre climat, faute de prévision météo ici ; établie le {{at}}.',
  },
  change: {
    slipped_wire:
      'Le fil a glissé le {{day}} : la prévision repart de là, et reste large jusqu’à ce que quelques jours soient connus.',
    leak: 'Il perd du gaz depuis le {{day}} : la prévision suit la dérive de la tige, et en est plus large.',
    creep: 'Il flue depuis le {{day}} : la prévision suit la dérive de la tige, et en est plus large.',
  },
  proven: 'Jusqu’ici, {{share}} sur {{n}} s’y sont trouvées.',
  unproven: 'Aucun jour n’a encore été comparé à ce qui s’est passé.',
  unavailable: {
    seized: 'Pas de prévision\u202f: la tige est grippée.',
    held_one_side: 'Pas de prévision\u202f: la tige est bloquée dans un sens.',
    icing: 'Pas de prévision\u202f: la tige est prise par le givre.',
    broken_wire: 'Pas de prévision\u202f: le fil est rompu.',
    burst: 'Pas de prévision : le gaz s’est échappé.',
    stroke_sensor_stuck: 'Pas de prévision : le capteur de course est figé.',
    stroke_sensor_step:
      'Pas de prévision : le capteur de course s’est décalé et ne lit plus la position de la tige.',
    temperature_sensor_stuck: 'Pas de prévision : le capteur de température est figé.',
    swapped_aeros: 'Pas de prévision\u202f: les câbles des deux AERO sont intervertis.',
    silent: 'Pas de prévision : aucune mesure depuis trois jours.',
    no_data: 'Pas de prévision : il n’y a pas encore de mesures.',
    too_few_days: 'Pas de prévision : trop peu de jours de mesures.',
    temperature_span_too_small: 'Pas de prévision : la température a à peine varié.',
    does_not_follow: 'Pas de prévision : la course ne suit pas la température.',
  },
} satisfies Translation<typeof en>;
