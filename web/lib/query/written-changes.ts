import type { Box } from '@aerowatch/contracts/api/boxes';
import type { ChangeEvent } from '@aerowatch/contracts/events';
import { maskSecrets } from '@aerowatch/domain/box/configuration-documents';
import { factsOf } from '../api/client.ts';
import type { EndpointKey } from '../api/contract.ts';
import { type Collection, isCollection } from '../state/collections.ts';
import type { Written } from './write.ts';

/** Writes that change other items than their path names. */
const OTHERS: Partial<Record<EndpointKey, (written: Written) => ChangeEvent[]>> = {
  alertsArchive: ({ options }) =>
    (options.body as { ids: number[] }).ids.map((id) => ({
      entity: 'alerts',
      type: 'deleted',
      id,
      data: null,
    })),
  boxesConfigurationRestore: ({ answer }) => updated('boxes', answer),
  meAvatar: ({ answer }) => updated('users', answer),
  mePatch: ({ answer }) => updated('users', answer),
  supervisorsDuplicate: ({ answer }) => updated('supervisors', answer),
  usersAvatarSet: ({ answer }) => updated('users', answer),
};

/**
 * The changes of collections made by a write, in the form of its live event: derived from its method and path
 * (`PATCH /tags/{id}/` returns the tag, `DELETE /tags/{id}/` removes it).
 */
export function changesOf(written: Written): ChangeEvent[] {
  const { key, options, answer } = written;
  const others = OTHERS[key];
  if (others !== undefined) return others(written);
  const { method, path } = factsOf(key);
  const name = /^\/([a-z]+)\/(?:\{id\}\/)?$/.exec(path)?.[1] ?? '';
  if (!isCollection(name)) return [];
  if (method !== 'DELETE') return updated(name, answer);
  return [{ entity: name, type: 'deleted', id: (options.params as { id: number }).id, data: null }];
}

function updated(entity: ChangeEvent['entity'], answer: unknown): ChangeEvent[] {
  const item = answer as { id?: unknown } | undefined;
  if (typeof item?.id !== 'number') return [];
  return [{ entity, type: 'updated', id: item.id, data: asListed(entity, item) }];
}

/** As in lists: an answer may contain secrets in clear, which collections, like every list, must not. */
function asListed(entity: ChangeEvent['entity'], item: object): object {
  if (entity === 'keys') {
    const { value: _shownOnce, ...key } = item as { value?: string };
    return key;
  }
  if (entity !== 'boxes') return item;
  const { desired, reported, ...box } = item as Box;
  return { ...box, desired: maskSecrets(desired), reported: reported && maskSecrets(reported) };
}

/** Collections to read again after writes that change more than they return. */
export function readAfter({ key, answer }: Written): readonly Collection[] {
  // Sentences of rules and alerts are in the user's language.
  if (key === 'usersPut') return ['supervisors', 'alerts'];
  if (key === 'meAvatarDelete' || key === 'usersAvatarDelete') return ['users'];
  // Events bring the same change later; the list need not wait for them.
  if (key === 'boxesBulkTags') return ['tags', 'boxes'];
  if (key === 'usersImport') return (answer as { created: number }).created > 0 ? ['users'] : [];
  if (key === 'boxesImport') {
    const { created, updated, dry_run } = answer as { created: number; updated: number; dry_run: boolean };
    return created + updated > 0 && !dry_run ? ['boxes', 'aeros', 'tags'] : [];
  }
  return [];
}
