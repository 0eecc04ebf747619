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
  payload_too_large: 'Le contenu est trop volumineux : {{0}} octets au maximum sont acceptés.',
  unsupported_media_type: 'Envoyez du JSON, ou multipart/form-data pour les fichiers.',
  too_many_requests: 'Trop de requêtes. Réessayez plus tard.',
  unavailable: 'Le service est momentanément indisponible. Réessayez dans quelques secondes.',
  internal: 'Une erreur est survenue. Veuillez indiquer le numéro de la requête.',
  bad_request: 'La requête est illisible.',
  timeout: 'La requête a pris trop de temps.',
  idempotency_key_reused: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
  idempotency_in_progress: 'La première requête avec cette clé d’idempotence n’est pas terminée.',
  rehearsal_too_large: 'Trop de mesures pour une répétition : choisissez moins d’AERO ou une durée plus courte.',
  measures_too_large:
    'Les données ne peuvent pas être affichées. La taille des mesures sur la période choisie dépasse la taille maximale prise en charge par le serveur.',
  export_too_large:
    'Les données ne peuvent pas être exportées. La taille des mesures sur la période choisie dépasse la taille maximale prise en charge par le serveur.',
  alerts_too_many: 'Trop d’alertes pour un seul fichier : restreignez le choix.',
} satisfies Record<keyof typeof en, string>;
