import type { report as en } from '../en/report.ts';
import type { Translation } from '../index.ts';

export const report = {
  title: 'Rapport mensuel',
  help: 'Un PDF au format A4\u202f: une page de synthèse pour le responsable, une page par AERO à traiter, le tableau de tous.',
  month: 'Mois',
  language: 'Langue',
  client_needed: 'Choisissez un client.',
  fetch: 'Télécharger le rapport',
  fetching: 'Le rapport est en préparation…',
  failed: 'Le rapport n’a pas pu être établi',
  mail: 'M’envoyer le rapport de chaque mois par e-mail, le premier jour ouvré du mois suivant',
  mail_help: 'Dans votre langue, vos unités et votre fuseau horaire.',
  mail_failed: 'Ce choix n’a pas pu être enregistré',
  mail_on: 'Le rapport vous sera envoyé chaque mois.',
  mail_off: 'Le rapport ne vous est plus envoyé.',
} as const satisfies Translation<typeof en>;
