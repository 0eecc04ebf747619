import type { TextKey, Texts } from '@aerowatch/i18n/index';
import type { Answer } from '../../../lib/api/contract.ts';
import type { TextOf } from '../../../lib/text.ts';
import { isKnown, wordOf } from '../words.ts';

type Entry = Pick<Answer<'auditList'>['results'][number], 'entity' | 'entity_id' | 'entity_name'>;

/** What people do with a thing by these methods. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What an entry is about, in the reader's words: the kind of thing and its name. */
export function thingText(entry: Entry, t: TextOf<'settings'>, boxName: (id: number) => string): string {
  const { entity, entity_id: id, entity_name: name } = entry;
  if (entity === 'requests') return requestText(name, t);
  const word = entityWord(entity, t);
  // A setting has a key for a name, which says nothing to who reads.
  if (entity === 'settings') return word;
  if (id !== null && name === String(id)) return `${word} ${entity === 'boxes' ? boxName(id) : `#${id}`}`;
  return `${word} ${name}`.trim();
}

/** `PATCH /boxes/{id}/`, as the log keeps it: what was to be done with which kind of thing. */
function requestText(name: string, t: TextOf<'settings'>): string {
  const [method = '', path = ''] = name.split(' ');
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api');
  const thing = parts[0] === undefined ? '' : entityWord(parts[0].replace(/[-.]/g, '_'), t);
  if (!isKnown(METHODS, method)) return t('audit.request.other');
  return t(`audit.request.${method}`, { thing });
}

/** The word of a kind of thing; of one of another version, or an address that is none: that it is something else. */
export function entityWord(entity: string, t: TextOf<'settings'>): string {
  const word = wordOf(t, 'audit.entities', entity);
  return word === entity ? t('audit.thing_unknown') : word;
}

/** The word of an act; of one of another version: that something was done. */
export function actionWord(action: string, t: TextOf<'settings'>): string {
  const word = wordOf(t, 'audit.actions', action);
  return word === action ? t('audit.action_unknown') : word;
}

/** Why a request was refused, by the status of its answer. */
export function statusText(status: unknown, t: TextOf<'settings'>): string {
  const key = `audit.status.${status}`;
  const word = t(key as TextKey<Texts['settings']>);
  return word === key ? t('audit.status.other') : word;
}
