import type { start as en } from '../en/start.ts';
import type { Translation } from '../index.ts';

export const start = {
  late: 'La console n’a pas pu être chargée\u202f: la connexion est trop lente ou une nouvelle version a été installée.',
  reload: 'Recharger',
  no_script: 'AeroWatch a besoin de JavaScript.',
} as const satisfies Translation<typeof en>;
