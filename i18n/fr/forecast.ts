import type { forecast as en } from '../en/forecast.ts';
import type { Translation } from '../index.ts';

export const forecast = {
  title: 'La semaine à venir',
  column: {
    day: 'Jour',
    air: 'Air',
    lowest: 'Course minimale',
    highest: 'Course maximale',
    hot: 'Marge à chaud',
    cold: 'Marge à froid',
  },
  basis: {
    weather:
      'D’après la prévision météo, établie le {{at}} ; neuf courses sur dix doivent se trouver dans leur plage.',
    climate: 'D’après son propre climat, faute de prévision météo ici ; établie le {{at}}.',
  },
  proven: 'Jusqu’ici, {{share}} sur {{n}} s’y sont trouvées.',
  unproven: 'Aucun jour n’a encore été comparé à ce qui s’est passé.',
  unavailable: {
    seized: 'Pas de prévision : le vérin est grippé.',
    held_one_side: 'Pas de prévision : le vérin est retenu d’un côté.',
    icing: 'Pas de prévision : le givre retient le vérin.',
    broken_wire: 'Pas de prévision : le conducteur a lâché.',
    burst: 'Pas de prévision : le gaz s’est échappé.',
    stroke_sensor_stuck: 'Pas de prévision : le capteur de course est figé.',
    temperature_sensor_stuck: 'Pas de prévision : le capteur de température est figé.',
    swapped_aeros: 'Pas de prévision : les deux AERO du boîtier sont intervertis.',
    silent: 'Pas de prévision : aucune mesure depuis trois jours.',
    no_data: 'Pas de prévision : il n’y a pas encore de mesures.',
    too_few_days: 'Pas de prévision : trop peu de jours de mesures.',
    temperature_span_too_small: 'Pas de prévision : la température a à peine varié.',
    does_not_follow: 'Pas de prévision : la course ne suit pas la température.',
  },
} satisfies Translation<typeof en>;
