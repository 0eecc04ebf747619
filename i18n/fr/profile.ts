import type { profile as en } from '../en/profile.ts';
import type { Translation } from '../index.ts';

export const profile = {
  title: 'Profil',
  identity: 'Identité',
  saved: 'Votre profil a été enregistré.',
  avatar_choose: 'Choisir une photo',
  avatar_remove: 'Retirer la photo',
  avatar_help: 'PNG, JPEG ou WebP jusqu’à {{size}}',
  avatar_type: 'Choisissez une image PNG, JPEG ou WebP',
  avatar_size: 'L’image ne doit pas dépasser {{size}}',
  avatar_broken: 'L’image est illisible.',
  avatar_crop: 'Recadrer la photo',
  avatar_move: 'Photo\u202f: déplacez-la avec les flèches du clavier',
  avatar_zoom: 'Agrandir',
  avatar_saved: 'Votre photo a été enregistrée.',
  password: 'Mot de passe',
  email_password: 'Votre mot de passe, pour la nouvelle adresse',
  email_password_help:
    'Qui détient votre adresse peut prendre votre compte : nous vérifions donc que c’est bien vous.',
  email_pending_title: 'Une nouvelle adresse attend sa confirmation',
  email_pending:
    'Nous avons envoyé un lien à {{email}}, valable 24 heures. Tant qu’il n’a pas été suivi, votre adresse reste {{present}}. Si rien n’arrive, regardez dans vos courriers indésirables ou demandez à un administrateur.',
  email_keep: 'Garder l’adresse actuelle',
  email_kept: 'Votre adresse reste la même ; le lien ne fonctionne plus.',
  old_password: 'Mot de passe actuel',
  password_submit: 'Changer le mot de passe',
  password_saved: 'Votre mot de passe a été changé. Vos autres sessions ont été fermées.',
  data: 'Télécharger mes données',
  data_help: 'Tout ce que la console conserve à votre sujet, dans un fichier.',
} as const satisfies Translation<typeof en>;
