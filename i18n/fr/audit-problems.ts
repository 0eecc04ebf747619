import type { auditProblems as en } from '../en/audit-problems.ts';

export const auditProblems = {
  missing: 'Les entrées {{entry}} à {{until}} de la chaîne manquent',
  removed: 'L’entrée {{entry}} a été retirée',
  changed: 'L’entrée {{entry}} ({{at}}, {{action}}) a été modifiée',
  actor_removed: 'Entrée {{entry}}\u202f: l’auteur a été retiré',
  actor_changed: 'Entrée {{entry}}\u202f: l’auteur a été modifié',
  subject_removed: 'Entrée {{entry}}\u202f: la personne concernée a été retirée',
  subject_changed: 'Entrée {{entry}}\u202f: la personne concernée a été modifiée',
  never_chained: 'Entrées jamais remises à la chaîne\u202f: {{count}}',
  late: 'Entrées qui attendent la chaîne depuis plus d’une minute\u202f: {{count}}',
  cut: 'Les entrées {{entry}} à {{until}} manquent à la fin\u202f: la tête gardée hors de la base les connaît ({{at}}). Attendu après la restauration d’une sauvegarde',
  rewritten:
    'L’entrée {{entry}} n’est pas celle que la tête gardée hors de la base a signée ({{at}})\u202f: la chaîne a été refaite',
  head_forged: 'Une tête gardée hors de la base n’est pas signée par cette console',
  unreadable: 'La ligne {{entry}} est illisible',
  unsigned: 'La dernière ligne n’est pas signée par la clé qu’elle nomme',
  other_end: 'La fin n’est pas celle qui est signée',
  other_key: 'La signature n’est pas de {{key}}',
} as const satisfies Record<keyof typeof en, string>;
