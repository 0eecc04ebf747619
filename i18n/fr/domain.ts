import type { Translation } from '../index.ts';
import type { domain as en } from '../en/domain.ts';

export const domain = {
  sami: {
    satisfactory: 'Satisfaisant',
    meets_expectations: 'Conforme aux attentes',
    improvement_needed: 'À améliorer',
    unsatisfactory: 'Insatisfaisant',
  },
  status: { new: 'Nouveau', online: 'En ligne', late: 'En retard', silent: 'Muet' },
  status_help: {
    new: 'Déclaré, encore sans client',
    online: 'Envoie comme prévu',
    late: 'Aucune donnée depuis plus de trois périodes d’envoi',
    silent: 'Aucune donnée depuis plus d’une semaine',
  },
  twin: {
    in_sync: 'Synchronisée', pending: 'En attente', overdue: 'En retard', refused: 'Refusée', never_reported: 'Jamais rapportée',
  },
  refresh: { asked: 'Demandée', waiting: 'En attente du boîtier', done: 'Terminée', failed: 'Échouée' },
  metric: {
    temperature: 'Température', pressure: 'Pression', stroke: 'Course', battery_voltage: 'Tension batterie',
    solar_voltage: 'Tension panneau solaire', charge_current: 'Courant de charge',
  },
  level: { visitor: 'Visiteur', member: 'Membre', privileged: 'Privilégié', admin: 'Administrateur' },
  group: { manager: 'Gestionnaire', operator: 'Opérateur' },
  conductor: { wire: 'Fil de contact', messenger: 'Câble porteur', wire_and_messenger: 'Fil de contact et porteur' },
  model: { not_connected: 'Non connecté', aero_480: 'Aero 480', aero_1000: 'Aero 1000', undefined: 'Non défini ({{type}})' },
  aero: 'AERO {{position}}',
  language: { en: 'English', fr: 'Français' },
  unit_system: { metric: 'Métrique', imperial: 'Impérial' },
  theme: { light: 'Clair', dark: 'Sombre' },
  rollout: { running: 'En cours', paused: 'En pause', stopped: 'Arrêté', done: 'Terminé', cancelled: 'Annulé' },
  rollout_box: {
    queued: 'En file', offered: 'Proposé', downloading: 'Téléchargement', verifying: 'Vérification',
    installing: 'Installation', installed: 'Installé', failed: 'Échoué', cancelled: 'Annulé',
  },
  field: {
    serial_number: 'Numéro de série', name: 'Nom', latitude: 'Latitude', longitude: 'Longitude', client: 'Client',
    firmware: 'Micrologiciel', tags: 'Étiquettes', installation_date: 'Date d’installation', comment: 'Commentaire', line: 'Ligne',
    kilometer_point: 'Point kilométrique', pole: 'Poteau', iccid: 'ICCID de la carte SIM', last_send: 'Dernier envoi', sami: 'SAMI',
    status: 'État', model_type: 'Modèle', track_number: 'Numéro de voie', conductor_type: 'Type de conducteur',
    mechanical_tension: 'Tension mécanique', regularized_length: 'Longueur régularisée',
    expansion_coefficient: 'Coefficient de dilatation', stroke_min: 'Course minimale', stroke_max: 'Course maximale',
    pressure_min: 'Pression minimale', pressure_max: 'Pression maximale', temperature_min: 'Température minimale',
    temperature_max: 'Température maximale', battery_min: 'Batterie minimale',
    stroke_min_offset: 'Décalage de course minimal', stroke_max_offset: 'Décalage de course maximal',
    created_at: 'Création', updated_at: 'Modification',
  },
} as const satisfies Translation<typeof en>;
