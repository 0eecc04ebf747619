import type { duty as en } from '../en/duty.ts';
import type { Translation } from '../index.ts';

export const duty = {
  title: 'Tableau d’astreinte',
  text: 'Qui est d’astreinte, qui suit et qui remplace. Les superviseurs peuvent prévenir la personne d’astreinte.',
  choose_client: 'Choisissez un client.',
  none: 'Il n’y a pas encore de tableau',
  now: 'D’astreinte',
  nobody: 'Personne',
  goes_on: 'Au suivant après {{minutes}} min',
  days: 'Jours',
  person: 'Personne',
  instead_of: 'à la place de {{name}}',
  turns: 'Tours',
  people: 'Personnes, à tour de rôle',
  people_help: 'Dans l’ordre où elles sont choisies',
  starts_on: 'Premier jour de la première personne',
  weeks: 'Semaines d’un tour',
  hour: 'Heure de la relève (0 à 23)',
  time_zone: 'Fuseau horaire',
  exceptions: 'Jours fériés et absences',
  add_exception: 'Ajouter des jours',
  remove_exception: 'Retirer ces jours',
  from: 'Du',
  to: 'Au',
  absent: 'Personne absente',
  everybody: 'La personne d’astreinte',
  substitute: 'Remplaçant',
  reason: 'Motif',
  escalation: 'Ce que personne n’accepte',
  escalate_after: 'Passe au suivant après',
  escalate_help:
    'De 15 min à une semaine\u202f; vide\u202f: rien ne passe. Un superviseur peut avoir son propre délai.',
  delete_explain:
    'Les superviseurs qui préviennent la personne d’astreinte préviennent alors tout le monde, s’ils ne nomment personne d’autre.',
  escalate_from: 'À partir de cette gravité',
} as const satisfies Translation<typeof en>;
