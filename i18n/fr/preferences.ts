import type { preferences as en } from '../en/preferences.ts';
import type { Translation } from '../index.ts';

export const preferences = {
  title: 'Préférences',
  description: 'Affichage de la console et notifications. Enregistrées au fur et à mesure.',
  saved: 'Préférence enregistrée.',
  language: 'Langue',
  unit_system: 'Système d’unités',
  unit_system_help: 'Pour l’affichage et la saisie\u202f: mm ou in, bar ou psi, °C ou °F',
  theme: 'Thème',
  time_zone: 'Fuseau horaire',
  time_zone_help: 'Date et heure locales\u202f: {{now}}',
  notifications: 'Alertes',
  notify_over: 'M’avertir quand une alerte est terminée',
  notify_over_help: 'Par les mêmes canaux que son début.',
  repeat_after: 'Me rappeler les alertes graves que personne n’a vues',
  repeat_after_help: 'Gravité élevée seulement\u202f; dix fois au plus.',
  repeat_never: 'Jamais',
  repeat_minutes: 'Après {{minutes}} minutes',
  repeat_hours: 'Après {{hours}} heures',
  quiet: 'Heures calmes',
  quiet_help:
    'Les e-mails et SMS de gravité faible et moyenne attendent leur fin. La gravité élevée n’attend jamais.',
  push: {
    allow: 'Autoriser dans ce navigateur',
    here: 'ce navigateur',
    since: 'depuis le {{when}}',
    remove: 'Retirer {{name}}',
    removed: 'Ce navigateur n’est plus notifié.',
    added: 'Ce navigateur est désormais notifié.',
    denied:
      'Les notifications de ce site sont bloquées\u202f: autorisez-les dans les réglages du navigateur.',
    unsupported:
      'Ce navigateur ne peut pas être notifié. Sur iPhone ou iPad, ajoutez d’abord la console à l’écran d’accueil.',
    failed: 'Le navigateur n’a pas pu être enregistré.',
    browsers: 'Navigateurs notifiés',
  },
  quiet_from: 'De',
  quiet_to: 'À',
  quiet_both: 'Les deux heures, ou aucune',
  week_ahead: 'La semaine à venir par e-mail',
  week_ahead_help:
    'Quels AERO peuvent approcher de leurs butées dans les sept jours, avec quelle probabilité, et que faire. Le matin, à partir de 6 h.',
  morning: {
    never: 'Jamais',
    daily: 'Chaque matin',
    monday: 'Le lundi matin',
    tuesday: 'Le mardi matin',
    wednesday: 'Le mercredi matin',
    thursday: 'Le jeudi matin',
    friday: 'Le vendredi matin',
    saturday: 'Le samedi matin',
    sunday: 'Le dimanche matin',
  },
  add_phone: 'Ajouter un numéro',
  address_format: 'Format',
  address_choose: 'À choisir',
  test: 'M’envoyer un essai',
  test_sent: 'Un essai est en route vers {{address}}.',
  not_ready:
    '{{channel}}\u202f: pas encore configuré sur cette console, les messages restent dans la boîte d’envoi sans partir.',
} as const satisfies Translation<typeof en>;
