import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import { recordChanges } from '../../platform/events/events.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { aboutBox } from '../twin/about-box.ts';
import { boxesForUpdate } from './store.ts';
import { addTags, clientOfTags, removeTags, touchBoxes } from './store-write.ts';

/** Adds or removes tags of many boxes; returns how many boxes changed. A tag stays within its client. */
export async function tagBoxes(
  trx: Trx,
  viewer: Viewer,
  { boxes: ids, add, remove }: { boxes: number[]; add: number[]; remove: number[] },
): Promise<number> {
  const unique = [...new Set(ids)];
  const rows = await boxesForUpdate(trx, viewer, unique);
  if (rows.length < unique.length) throw new BadRequest({ boxes: ['unknown'] });
  const clients = await clientOfTags(trx, viewer, [...add, ...remove]);
  for (const [field, tags] of [
    ['add', add],
    ['remove', remove],
  ] as const)
    if (tags.some((tag) => !clients.has(tag))) throw new BadRequest({ [field]: ['unknown'] });
  if (add.some((tag) => rows.some((row) => row.client_id !== clients.get(tag))))
    throw new BadRequest({ add: ['unknown'] });
  const changed = new Map<number, { added: number[]; removed: number[] }>();
  const of = (id: number) => changed.get(id) ?? changed.set(id, { added: [], removed: [] }).get(id)!;
  for (const { box_id, tag_id } of await addTags(trx, unique, add)) of(box_id).added.push(tag_id);
  for (const { box_id, tag_id } of await removeTags(trx, unique, remove)) of(box_id).removed.push(tag_id);
  const touched = rows.filter((row) => changed.has(row.id));
  await touchBoxes(
    trx,
    touched.map(({ id }) => id),
  );
  await recordAudit(
    trx,
    viewer,
    touched.map((row) => ({
      action: 'update',
      ...aboutBox(row),
      before: { tags_removed: of(row.id).removed, tags_added: [] },
      after: { tags_removed: [], tags_added: of(row.id).added },
    })),
  );
  await recordChanges(trx, [
    ...touched.map((row) => ({
      entity: 'boxes' as const,
      type: 'updated' as const,
      id: row.id,
      clientId: row.client_id,
    })),
    ...[...new Set([...add, ...remove])].map((id) => ({
      entity: 'tags' as const,
      type: 'updated' as const,
      id,
      clientId: clients.get(id) ?? null,
    })),
  ]);
  return touched.length;
}
