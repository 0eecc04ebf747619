import type { Answer } from '../../../lib/api/contract.ts';
import type { TextOf } from '../../../lib/text.ts';

type Entry = Pick<Answer<'auditList'>['results'][number], 'user_name'>;

/** The actor as text: a user by name, else the kind of caller. */
export function actorText({ user_name: name }: Entry, t: TextOf<'settings'>): string {
  if (name === 'visitor' || name === 'system') return t(`audit.actors.${name}`);
  const key = /^API key (\d+)$/.exec(name)?.[1];
  return key === undefined ? name : t('audit.actors.key', { id: key });
}
