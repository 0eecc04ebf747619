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
      'Votre compte\u202f: prénom et nom, adresse e-mail, numéro de téléphone, photo et adresse d’une messagerie d’équipe si vous les avez donnés, langue, unités, fuseau horaire, rôle et client.',
    use: 'Votre utilisation\u202f: la date de votre dernière connexion, vos sessions ouvertes et les modifications que vous avez faites, avec leur date et l’adresse réseau d’origine.',
    messages:
      'Les messages qui vous sont envoyés\u202f: alertes par les canaux que vous avez choisis, leur date d’envoi et leur prise en charge par le prestataire.',
    browser:
      'Dans votre navigateur\u202f: votre session, votre profil et vos préférences d’affichage. Un cookie marque le navigateur comme connu jusqu’à la déconnexion, au-delà si vous le demandez\u202f; un autre retient les raccourcis désactivés. Rien n’est mesuré à des fins publicitaires. Pour une utilisation sans réseau, les dernières réponses du serveur restent sur cet appareil jusqu’à votre déconnexion.',
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
    account: 'Votre compte\u202f: jusqu’à sa suppression.',
    audit:
      'Le journal des modifications\u202f: aussi longtemps que l’équipement concerné. À la suppression de votre compte, votre nom y est remplacé par un pseudonyme, qu’un administrateur peut lever pour un motif consigné, tant que le journal est gardé.',
    messages: 'Les messages\u202f: avec les alertes qu’ils annoncent.',
    sessions:
      'Les sessions\u202f: six heures\u202f; les liens de réinitialisation du mot de passe\u202f: une heure.',
  },
  sharing: {
    title: 'Qui y a accès',
    inside:
      'Les utilisateurs de votre client voient votre nom et votre adresse e-mail\u202f; ses gestionnaires et les administrateurs gèrent votre compte.',
    outside:
      'Les messages passent par les prestataires choisis par l’exploitant de cette console, et par la messagerie d’équipe dont vous avez donné l’adresse. Rien n’est vendu ni transmis à d’autres.',
  },
  rights: {
    title: 'Vos droits',
    access: 'Savoir ce qui est conservé\u202f: Profil, «\u202fTélécharger mes données\u202f».',
    correct: 'Le corriger\u202f: votre profil, à tout moment.',
    erase:
      'Le faire effacer ou en limiter l’usage\u202f: adressez-vous à votre administrateur, qui peut supprimer votre compte.',
    complain:
      'Introduire une réclamation auprès de l’autorité de protection des données de votre pays (en France, la CNIL) si la réponse ne vous satisfait pas.',
  },
} as const satisfies Translation<typeof en>;
