import type { errors as en } from '../en/errors.ts';

export const errors = {
  unauthorized: 'Connectez-vous pour effectuer cette action.',
  bad_token: 'La session est terminée. Connectez-vous à nouveau.',
  key_expired: 'La clé d’API a expiré. Créez-en une autre sous Paramètres, Clés d’API.',
  key_scope: 'La clé d’API n’a pas le droit {{0}}.',
  confirm_again: 'Saisissez de nouveau votre mot de passe ou un second facteur pour effectuer cette action.',
  token_renewed: 'Cette session a un nouveau jeton\u202f: utilisez celui reçu dans X-Session-Token.',
  second_factor_required: 'Configurez d’abord un second facteur.',
  password_change_required: 'Changez d’abord votre mot de passe.',
  passkeys_need_domain:
    'Les clés d’accès exigent que la console soit ouverte sous un nom de domaine, en https.',
  mcp_key: 'Un assistant a besoin d’une clé d’API avec la portée read\u202f: Authorization: Bearer aw_…',
  scim_token:
    'Un annuaire a besoin du jeton qu’un administrateur a créé dans les réglages\u202f: Authorization: Bearer aw_scim_…',
  scim_not_here: 'Ce serveur n’a pas cette partie de SCIM.',
  bad_key: 'La clé d’API n’est pas valide.',
  forbidden: "Vous n'avez pas les droits nécessaires pour effectuer cette action.",
  rights_changed: 'Vos droits ont changé pendant cette requête. Réessayez.',
  not_found: 'Introuvable.',
  no_such_address: 'Cette adresse n’existe pas dans l’API\u202f; /api/docs/ donne celles qui existent.',
  method_not_allowed: 'Cette méthode n’est pas autorisée ici.',
  silence_over: 'Cette mise en silence est terminée. Créez-en une autre.',
  replace_undo_late: 'L’annulation n’est possible que pendant un jour, et une seule fois.',
  replace_undo_taken: 'Son ancien numéro de série sert à un autre boîtier.',
  work_not_asked: 'Ce n’est pas demandé, ou plus\u202f: quelqu’un a répondu, ou le constat a disparu.',
  conflict: 'Ceci est en contradiction avec les données enregistrées.',
  precondition_failed: 'L’élément a été modifié entre-temps par quelqu’un d’autre. Rechargez-le.',
  payload_too_large: 'Le contenu est trop volumineux\u202f: {{0}} octets au maximum sont acceptés.',
  unsupported_media_type: 'Envoyez du JSON, ou multipart/form-data pour les fichiers.',
  too_many_requests: 'Trop de requêtes. Réessayez plus tard.',
  too_many_calls: 'Vous faites plus de {{0}} appels par seconde. Patientez un instant.',
  too_many_changes: 'Vous faites plus de {{0}} modifications par seconde. Patientez un instant.',
  too_many_streams:
    'Trop de connexions en direct sont ouvertes pour ce compte ou depuis cette adresse. Fermez des fenêtres.',
  too_many_rehearsals: 'D’autres essais sont encore en cours\u202f; réessayez dans une demi-minute.',
  too_many_large:
    'D’autres réponses longues sont encore en préparation\u202f; réessayez dans une demi-minute.',
  too_many_exports: 'Vos exports sont en cours d’écriture\u202f; attendez-les.',
  disk_full:
    'Le serveur n’a plus de place sur son disque\u202f: les fichiers ne peuvent être acceptés. Son administrateur en est averti sur chaque écran.',
  scanner_unreachable:
    'L’analyse antivirus du fichier n’a pas pu se faire, il n’a donc pas été accepté. Réessayez dans une minute\u202f; si cela se reproduit, avertissez votre administrateur.',
  scanner_too_large:
    'Le fichier dépasse la taille que l’antivirus de cette console accepte\u202f: il n’a pas été accepté. Avertissez votre administrateur.',
  unavailable: 'Le service est momentanément indisponible. Réessayez dans quelques secondes.',
  internal: 'Une erreur est survenue. Veuillez indiquer le numéro de la requête.',
  bad_request: 'La requête est illisible.',
  timeout: 'La requête a pris trop de temps.',
  idempotency_key_reused: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
  idempotency_in_progress: 'La première requête avec cette clé d’idempotence n’est pas terminée.',
  rehearsal_too_large:
    'Trop de mesures pour un essai à blanc\u202f: choisissez moins d’AERO ou une durée plus courte.',
  measures_too_large:
    'Les données ne peuvent pas être affichées. La taille des mesures sur la période choisie dépasse la taille maximale prise en charge par le serveur.',
  export_too_large:
    'Les données ne peuvent pas être exportées. La taille des mesures sur la période choisie dépasse la taille maximale prise en charge par le serveur.',
  alerts_too_many: 'Trop d’alertes pour un seul fichier\u202f: affinez les filtres.',
  firmware_withdrawn: 'Ce micrologiciel est déjà retiré.',
  firmware_in_use: 'Une mise à jour de micrologiciel non terminée l’utilise.',
  box_in_rollout: '{{0}} fait partie d’une autre mise à jour de micrologiciel qui n’est pas terminée.',
  rollout_state: 'La mise à jour ne le permet pas dans son état actuel.',
  approval_own: 'Une autre personne doit approuver ce que vous avez demandé.',
  approval_one_hand:
    'Depuis {{0}} jours au plus, votre compte et celui du demandeur viennent d’une même main\u202f: l’un a créé l’autre, a fixé son mot de passe, son e-mail ou ses droits, ou un tiers l’a fait pour les deux. Une autre personne doit approuver\u202f: avec un compte plus ancien, un compte créé par l’authentification unique ou par l’exploitant.',
  last_wave: 'La dernière vague a déjà commencé.',
  notify_off: '{{0}}\u202f: non configuré sur ce serveur.',
  notify_opted_out: 'L’utilisateur ne veut plus d’alertes par ce canal.',
  notify_user_gone: 'L’utilisateur n’est plus actif.',
  notify_nothing_left: 'L’objet de ce message n’existe plus.',
  notify_gave_up: 'Non remis en {{0}} heures\u202f: {{1}}',
  notify_not_failed: 'Seul un message en échec ou non envoyé peut être réessayé.',
  notify_link_gone: 'Le lien a été effacé après l’envoi.',
  work_state: 'Une intervention «\u202f{{0}}\u202f» ne peut pas passer à cet état.',
  work_photos: '{{0}} photos au plus par intervention.',
  job_failed: 'La tâche n’a pas pu être effectuée. Réessayez plus tard.',
} satisfies Record<keyof typeof en, string>;
