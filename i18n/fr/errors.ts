import type { errors as en } from '../en/errors.ts';

export const errors = {
  unauthorized: 'Connectez-vous pour effectuer cette action.',
  bad_token: 'La session est terminée. Connectez-vous à nouveau.',
  bad_key: 'La clé d’API n’est pas valide.',
  forbidden: "Vous n'avez pas les droits nécessaires pour effectuer cette action.",
  not_found: 'Introuvable.',
  method_not_allowed: 'Cette méthode n’est pas autorisée ici.',
  conflict: 'Ceci est en contradiction avec les données enregistrées.',
  precondition_failed: 'L’élément a été modifié entre-temps par quelqu’un d’autre. Rechargez-le.',
  payload_too_large: 'Le contenu est trop volumineux\u202f: {{0}} octets au maximum sont acceptés.',
  unsupported_media_type: 'Envoyez du JSON, ou multipart/form-data pour les fichiers.',
  too_many_requests: 'Trop de requêtes. Réessayez plus tard.',
  too_many_streams:
    'Trop de connexions en direct sont ouvertes pour ce compte ou depuis cette adresse. Fermez des fenêtres.',
  too_many_exports: 'Vos exports sont en cours d’écriture\u202f; attendez-les.',
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
  alerts_too_many: 'Trop d’alertes pour un seul fichier\u202f: restreignez le choix.',
  firmware_in_use: 'Une mise à jour de micrologiciel non terminée l’utilise.',
  box_in_rollout: '{{0}} est dans une autre mise à jour de micrologiciel qui n’est pas terminée.',
  rollout_state: 'La mise à jour ne permet pas cela dans son état actuel.',
  last_wave: 'La dernière vague a déjà commencé.',
  notify_off: '{{0}}\u202f: non configuré sur ce serveur ({{1}}).',
  notify_opted_out: 'L’utilisateur ne veut plus d’alertes par ce canal.',
  notify_user_gone: 'L’utilisateur n’est plus actif.',
  notify_nothing_left: 'Ce dont il s’agissait n’existe plus.',
  notify_gave_up: 'Non remis en {{0}} heures\u202f: {{1}}',
  notify_not_failed: 'Seul un message échoué ou non envoyé peut être réessayé.',
  notify_link_gone: 'Le lien a été effacé après l’envoi.',
  job_failed: 'Le travail n’a pas pu être effectué. Réessayez plus tard.',
} satisfies Record<keyof typeof en, string>;
