import type { TextsOfChannels } from '../channel-messages.ts';
import type { channels as en } from '../en/channels.ts';
import type { Translation } from '../index.ts';

export const channels = {
  email: {
    name: 'E-mail',
    alerts: 'Alertes par e-mail',
    preference: 'Notification par e-mail',
    action: 'Envoyer un e-mail',
    sentence: 'envoyer un e-mail',
    missing: 'Aucune adresse e-mail dans le profil.',
  },
  sms: {
    name: 'SMS',
    alerts: 'Alertes par SMS',
    preference: 'Notification par SMS',
    action: 'Envoyer un SMS',
    sentence: 'envoyer un SMS',
    missing: 'Aucun numéro de téléphone dans le profil.',
  },
  chat: {
    name: 'Messagerie d’équipe',
    alerts: 'Alertes par messagerie d’équipe',
    preference: 'Notification par messagerie d’équipe (Teams, Slack, Mattermost)',
    action: 'Envoyer à la messagerie d’équipe',
    sentence: 'envoyer un message à la messagerie d’équipe',
    missing: 'Aucun webhook de messagerie d’équipe dans les préférences.',
    address: {
      label: 'Adresse du webhook',
      help: 'Fournie par votre messagerie\u202f: dans Teams, le workflow «\u202fPublier dans un canal lorsqu’une requête webhook est reçue\u202f»\u202f; dans Slack et Mattermost, un webhook entrant. Elle est gardée secrète\u202f; un champ vide la retire.',
      wrong: 'Doit être l’adresse https d’un webhook',
      masked: 'Saisissez l’adresse entière\u202f: celle qui est enregistrée n’est pas affichée',
    },
  },
  web_push: {
    name: 'Navigateur',
    alerts: 'Alertes dans le navigateur',
    preference: 'Notification dans le navigateur, même quand la console est fermée',
    action: 'Notifier le navigateur',
    sentence: 'notifier le navigateur',
    missing: 'Aucun navigateur autorisé dans les préférences.',
  },
} as const satisfies Translation<typeof en> & TextsOfChannels;
