import type { rollouts as en } from '../en/rollouts.ts';
import type { Translation } from '../index.ts';

export const rollouts = {
  title: 'Mises à jour du micrologiciel',
  description:
    'Les mises à jour se font par vagues\u202f: un boîtier, un dixième, le reste. Elles s’arrêtent d’elles-mêmes quand les échecs sont trop nombreux.',
  one: 'Mise à jour vers {{version}}',
  empty: 'Pas encore de mise à jour',
  emptyText: 'Choisissez des boîtiers dans leur liste et mettez à jour leur micrologiciel.',
  firmwares: 'Micrologiciels',
  column: {
    started: 'Commencée',
    version: 'Version',
    state: 'État',
    wave: 'Vague',
    progress: 'Avancement',
    failed: 'Échecs',
    boxes: 'Boîtiers',
    box: 'Boîtier',
    detail: 'Détail',
    changed: 'Modifié',
  },
  wave: '{{wave}} sur {{waves}}',
  done_one: '{{installed}} installé sur {{total}}',
  done_other: '{{installed}} installés sur {{total}}',
  busy: '{{count}} en cours',
  failed: '{{count}} en échec',
  expected:
    'Terminée d’ici le {{when}} si tout va bien\u202f: à chaque vague, un boîtier installe la version à sa prochaine connexion.',
  action: {
    approve: 'Approuver',
    pause: 'Suspendre',
    resume: 'Reprendre',
    cancel: 'Annuler la mise à jour',
    retry: 'Relancer les boîtiers en échec',
    advance: 'Lancer la vague suivante',
  },
  ask: { cancel: 'Annuler cette mise à jour\u202f? Les boîtiers qui l’ont installée la gardent.' },
  acted: {
    approve: 'La mise à jour est approuvée et commence.',
    pause: 'La mise à jour est suspendue.',
    resume: 'La mise à jour continue.',
    cancel: 'La mise à jour est annulée.',
    retry: 'Les boîtiers en échec sont remis en attente.',
    advance: 'La vague suivante a commencé.',
  },
  waiting: 'Cette mise à jour attend une seconde personne',
  waiting_own:
    'Vous l’avez demandée\u202f: un autre gestionnaire ou administrateur doit l’approuver avant que le premier boîtier la reçoive.',
  waiting_other_one:
    'Une autre personne l’a demandée. Elle commence sur {{count}} boîtier dès votre approbation.',
  waiting_other_other:
    'Une autre personne l’a demandée. Elle commence sur {{count}} boîtiers dès votre approbation.',
  downgrade: 'Des boîtiers reviennent à une version plus ancienne',
  stopped: 'Cette mise à jour s’est arrêtée',
  atOnce: 'Au plus {{count}} à la fois',
  manual: 'Les vagues se lancent à la main',
} as const satisfies Translation<typeof en>;
