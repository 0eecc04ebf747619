import type { Answer } from '../../../lib/api/contract.ts';
import type { TextOf } from '../../../lib/text.ts';

type Entry = Pick<Answer<'auditList'>['results'][number], 'user_name'>;

/** Who acted, in the reader's words: a person or key by name, else what kind of caller it was. */
export function actorText(
  { user_name: name }: Entry,
  t: TextOf<'settings'>,
  keyName: (id: number) => string | undefined = () => undefined,
): string {
  if (name === 'visitor' || name === 'system') return t(`audit.actors.${name}`);
  const key = /^API key (\d+)$/.exec(name)?.[1];
  return key === undefined ? name : t('audit.actors.key', { id: keyName(Number(key)) ?? key });
}
