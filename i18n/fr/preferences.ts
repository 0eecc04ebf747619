import type { preferences as en } from '../en/preferences.ts';
import type { Translation } from '../index.ts';

export const preferences = {
  title: 'Préférences',
  description: 'Comment la console vous montre les choses et vous avertit. Enregistrées au fur et à mesure.',
  saved: 'Préférence enregistrée.',
  language: 'Langue',
  unit_system: 'Système d’unités',
  unit_system_help: 'Pour l’affichage et la saisie\u202f: mm ou in, bar ou psi, °C ou °F',
  theme: 'Thème',
  time_zone: 'Fuseau horaire',
  time_zone_help: 'Il y est {{now}}',
  notifications: 'Alertes',
  notify_email: 'Notification par e-mail',
  notify_sms: 'Notification par SMS',
  no_phone: 'Votre profil n’a pas de numéro de téléphone',
  add_phone: 'Ajouter un numéro',
  test: 'M’envoyer un essai',
  test_sent: 'Un essai est en route vers {{address}}.',
  not_ready_email:
    'Cette console n’est pas encore configurée pour envoyer des e-mails\u202f: les messages attendent dans la boîte d’envoi.',
  not_ready_sms:
    'Cette console n’est pas encore configurée pour envoyer des SMS\u202f: les messages attendent dans la boîte d’envoi.',
} as const satisfies Translation<typeof en>;
