import type { users as en } from '../en/users.ts';
import type { Translation } from '../index.ts';

export const users = {
  title: 'Utilisateurs',
  description: 'Qui peut se connecter, et avec quels droits.',
  create: 'Nouvel utilisateur',
  edit: 'Modifier l’utilisateur',
  first_name: 'Prénom',
  last_name: 'Nom de famille',
  email: 'E-mail',
  phone: 'Téléphone',
  phone_help: 'Au format international\u202f; nécessaire pour les alertes par SMS',
  picture_failed: 'Utilisateur créé, mais la photo n’a pas été enregistrée.',
  importing: {
    title: 'Importer des utilisateurs',
    open: 'Importer',
    text: 'Une personne par ligne, avec une ligne d’en-tête\u202f: e-mail, prénom et nom\u202f; aussi rôle, client, langue, téléphone et fuseau horaire. Rien n’est écrit avant votre confirmation\u202f; ensuite chacun est invité.',
    template_name: 'utilisateurs.csv',
    drop_reject: 'Ce n’est ni un fichier CSV ni un classeur Excel, ou il dépasse 1 Mio',
    client: 'Client des personnes',
    client_help: 'Pour les lignes sans client propre',
    roles:
      'Les rôles sont Observateur, Opérateur, Gestionnaire et Administrateur\u202f; sans rôle, Opérateur.',
    unread_one: 'Cette colonne n’est pas reconnue et n’a pas été lue\u202f: {{names}}',
    unread_other: 'Ces colonnes ne sont pas reconnues et n’ont pas été lues\u202f: {{names}}',
    without_client_one:
      '{{count}} personne n’aurait aucun client et ne verrait rien. Choisissez le client ci-dessus.',
    without_client_other:
      '{{count}} personnes n’auraient aucun client et ne verraient rien. Choisissez le client ci-dessus.',
    no_rows: 'Ce fichier n’a aucune ligne avec une personne.',
    go_one: 'Créer et inviter {{count}} personne',
    go_other: 'Créer et inviter {{count}} personnes',
    done_one: '{{count}} personne a été créée.',
    done_other: '{{count}} personnes ont été créées.',
    invited: 'Chacune a reçu un e-mail avec un lien pour choisir un mot de passe, valable sept jours.',
    by_hand:
      'L’e-mail n’est pas configuré sur ce serveur. Téléchargez les liens maintenant et remettez chacun à sa personne\u202f: ils ne seront plus affichés, et qui en a un a accès au compte.',
    links: 'Télécharger les liens',
    until: 'Valable jusqu’au',
    links_name: 'liens.csv',
    to_users: 'Aller aux utilisateurs',
  },
  invite: {
    create: 'Créer et inviter',
    byMail:
      'Un e-mail avec un lien part à cette adresse\u202f: la personne choisit son mot de passe. Le lien sert une fois, pendant sept jours.',
    byHand:
      'L’envoi d’e-mails n’est pas configuré sur ce serveur\u202f: après l’enregistrement, un lien s’affiche, à remettre à la personne pour qu’elle choisisse son mot de passe. Il sert une fois, pendant sept jours.',
    title: 'Lien à remettre',
    handOver:
      'Avec ce lien, {{email}} choisit son mot de passe, une seule fois, jusqu’au {{until}}. Il ne sera plus affiché\u202f: qui le détient a accès au compte.',
    link: 'Lien',
    done: 'Terminer',
    sent: 'Un lien a été envoyé à {{email}}.',
    never: 'Cette personne ne s’est jamais connectée.',
    lost: 'Un mot de passe oublié ne se saisit pas pour autrui\u202f: un lien permet d’en choisir un autre. L’actuel reste valable d’ici là.',
    again: 'Inviter de nouveau',
    send: 'Envoyer un lien',
  },
  role: 'Rôle',
  role_help:
    'Les gestionnaires gèrent superviseurs, utilisateurs, étiquettes et clés\u202f; les observateurs ne font que lire',
  language: 'Langue',
  language_help: 'Des écrans et des messages',
  level: 'Niveau',
  state: 'État',
  last_login: 'Dernière connexion',
  administration: 'Administration',
  client_help: 'Sans client, seuls les administrateurs voient quelque chose',
  is_staff: 'Administrateur (équipe)',
  is_superuser: 'Administrateur (superutilisateur)',
  is_staff_help: 'Voit et gère tous les clients',
  is_active: 'Peut se connecter',
  is_active_help: 'Si l’accès est désactivé, toutes les sessions de cette personne se terminent',
  factors: {
    remove: 'Réinitialiser la double authentification',
    submit: 'Réinitialiser',
    explain:
      'Pour une personne qui a perdu téléphone et codes de secours\u202f: {{name}} se connecte alors avec le seul mot de passe, jusqu’à la configuration d’un nouveau facteur. Assurez-vous que la demande vient bien de cette personne. Vous en êtes tous deux avertis par e-mail, et le journal d’audit en garde la trace.',
    removed: 'La double authentification de {{name}} est réinitialisée.',
  },
  empty: 'Aucun utilisateur ici',
  empty_advice: 'Créez les personnes qui surveillent les boîtiers.',
  delete_explain:
    'La personne ne pourra plus se connecter. Ce qu’elle a fait reste dans le journal d’audit sous un pseudonyme.',
} as const satisfies Translation<typeof en>;
