import type { notes as en } from '../en/notes.ts';
import type { Translation } from '../index.ts';

export const notes = {
  add: 'Ajouter une note',
  pick: 'Cliquez sur le moment voulu de la courbe, ou déplacez le curseur avec les flèches et appuyez sur Entrée.',
  pick_end: 'Annuler',
  title_new: 'Note sur la courbe',
  title_edit: 'Modifier la note',
  title_read: 'Note',
  text: 'Ce qui a été vu ou fait',
  at: 'Moment ({{zone}})',
  kind: 'Nature',
  kinds: {
    note: 'Note',
    visit: 'Visite',
    repair: 'Réparation',
    baseline_reset: 'Nouvelle référence',
  },
  baseline_help: 'Après un complément de gaz ou un nouvel ancrage\u202f: les diagnostics repartent d’ici.',
  anew: 'Repart de zéro',
  anew_all: 'Tout',
  anew_supply: 'Batterie, panneau',
  sensor_help:
    'Après un remplacement\u202f: seul ce qu’il mesure repart d’ici, le reste garde son historique.',
  aero: 'Concerne',
  whole: '{{name}}\u202f: tout le boîtier',
  saved: 'Note enregistrée.',
  deleted: 'Note supprimée.',
  delete: 'Supprimer',
  delete_sure: 'Supprimer cette note\u202f?',
  edit_name: 'Modifier la note du {{when}}',
  delete_name: 'Supprimer la note du {{when}}',
  show_name: 'Lire la note du {{when}}',
  by: 'par {{name}}',
  list_one: '{{count}} note dans cette période',
  list_other: '{{count}} notes dans cette période',
} as const satisfies Translation<typeof en>;
