import type { privacy as en } from '../en/privacy.ts';
import type { Translation } from '../index.ts';

export const privacy = {
  heading: 'Confidentialité',
  title: 'Politique de confidentialité',
  intro:
    'La console surveille des appareils tendeurs, pas des personnes. Elle conserve le peu de données personnelles nécessaires pour ouvrir l’accès aux bonnes personnes, les avertir et savoir qui a modifié quoi.',
  controller: {
    title: 'Qui est responsable',
    who: 'L’organisme qui exploite cette console et vous a ouvert un compte. Adressez-vous à votre administrateur.',
  },
  data: {
    title: 'Ce qui est conservé',
    account:
      'Votre compte\u00a0: prénom et nom, adresse e-mail, numéro de téléphone et photo si vous les avez donnés, langue, unités, fuseau horaire, rôle et client.',
    use: 'Votre utilisation\u00a0: la date de votre dernière connexion, vos sessions ouvertes et les modifications que vous avez faites, avec leur date et l’adresse réseau d’origine.',
    messages:
      'Les messages qui vous sont envoyés\u00a0: alertes par e-mail ou SMS, leur date d’envoi et leur prise en charge par le prestataire.',
    browser:
      'Dans votre navigateur\u00a0: votre session, votre profil et vos préférences d’affichage. Aucun cookie n’est déposé et rien n’est mesuré à des fins publicitaires. Pour une utilisation sans réseau, les dernières réponses du serveur restent sur cet appareil jusqu’à votre déconnexion.',
  },
  purpose: {
    title: 'Dans quel but',
    operate: 'Vous identifier et ne vous montrer que les données de votre client.',
    notify: 'Vous avertir des alertes par les canaux que vous avez choisis.',
    trace:
      'Garder la trace des modifications d’équipements qui touchent à la sécurité. C’est l’intérêt légitime de l’exploitant ferroviaire.',
  },
  retention: {
    title: 'Pendant combien de temps',
    account: 'Votre compte\u00a0: jusqu’à sa suppression.',
    audit:
      'Le journal des modifications\u00a0: aussi longtemps que l’équipement concerné. À la suppression de votre compte, votre nom y est remplacé par un pseudonyme.',
    messages: 'Les messages\u00a0: avec les alertes qu’ils annoncent.',
    sessions:
      'Les sessions\u00a0: six heures\u00a0; les liens de réinitialisation du mot de passe\u00a0: une heure.',
  },
  sharing: {
    title: 'Qui y a accès',
    inside:
      'Les utilisateurs de votre client voient votre nom et votre adresse e-mail\u00a0; ses gestionnaires et les administrateurs gèrent votre compte.',
    outside:
      'Les e-mails et SMS passent par les prestataires choisis par l’exploitant de cette console. Rien n’est vendu ni transmis à d’autres.',
  },
  rights: {
    title: 'Vos droits',
    access: 'Savoir ce qui est conservé\u00a0: Profil, «\u00a0Télécharger mes données\u00a0».',
    correct: 'Le corriger\u00a0: votre profil, à tout moment.',
    erase:
      'Le faire effacer ou en limiter l’usage\u00a0: adressez-vous à votre administrateur, qui peut supprimer votre compte.',
    complain:
      'Introduire une réclamation auprès de l’autorité de protection des données de votre pays (en France, la CNIL) si la réponse ne vous satisfait pas.',
  },
} as const satisfies Translation<typeof en>;
