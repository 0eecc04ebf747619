import type { server as en } from '../en/server.ts';

export const server = {
  login_failed: 'Une erreur est survenue. Vérifiez votre identifiant et votre mot de passe.',
  email_unknown: "Cet email n'existe pas.",
  reset_sent:
    'Un e-mail contenant un lien pour choisir un nouveau mot de passe a été envoyé. Le lien fonctionne une seule fois, pendant une heure.',
  reset_done: 'Le mot de passe a été modifié. Vous pouvez maintenant vous connecter.',
  reset_link_dead: 'Ce lien a déjà été utilisé ou date de plus d’une heure. Demandez-en un nouveau.',
  password_common: 'Ce mot de passe est trop courant',
  password_personal: 'Ce mot de passe ressemble trop à un nom ou à une adresse e-mail',
  password_wrong: 'Ce n’est pas votre mot de passe actuel',
  password_same: 'Choisissez un mot de passe différent de l’actuel',
  password_own: 'Modifiez votre propre mot de passe à l’aide de l’actuel, dans Profil',
  email_taken: 'Un utilisateur avec cet e-mail existe déjà',
  name_taken: 'Ce nom existe déjà',
  last_admin: 'C’est le dernier administrateur actif : nommez-en d’abord un autre.',
  client_in_use:
    'Ce client a encore {{0}} boîtier(s), {{1}} utilisateur(s), {{2}} superviseur(s) et {{3}} alerte(s). Déplacez-les ou supprimez-les d’abord.',
  client_needed: 'Choisissez un client',
  client_unknown: 'Ce client n’existe pas',
  box_unknown: 'Ce boîtier n’existe pas',
  boxes_unknown: 'Ces boîtiers n’existent pas : {{0}}',
  boxes_of_other_client: 'Ces boîtiers appartiennent à un autre client que l’étiquette : {{0}}',
  aero_unknown: 'Ce boîtier n’a pas un tel AERO',
  group_unknown: 'Ces groupes n’existent pas : {{0}}',
  image_unreadable: 'Ce n’est pas une image PNG, JPEG ou WebP',
  image_too_large: 'L’image a trop de pixels : {{0}} × {{0}} au maximum',
  test_no_phone: 'Votre profil ne contient pas de numéro de téléphone auquel envoyer un SMS.',
} satisfies Record<keyof typeof en, string>;
