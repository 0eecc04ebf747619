import {
  type Tag,
  tagsCreate,
  tagsDelete,
  tagsGet,
  tagsList,
  tagsPatch,
} from '@aerowatch/contracts/api/tags';
import type { Parts } from '../../parts.ts';
import { recordEdit } from '../../platform/audit/record-edit.ts';
import type { Db } from '../../platform/database/db.ts';
import { recordChange, recordChanges } from '../../platform/events/events.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { changeRoute, type Route, route } from '../../platform/http/route.ts';
import { chosenClient } from '../clients/choose.ts';
import {
  checkBoxes,
  deleteTag,
  insertTag,
  listTags,
  setBoxes,
  supervisorsOfTag,
  type TagRow,
  tagById,
  updateTag,
} from './store.ts';

export const presentTag = (row: TagRow): Tag => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  name: row.name,
  color: row.color,
  client: row.client_id,
  boxes: row.boxes,
});

const aboutTag = ({ id, name, client }: Tag) => ({ entity: 'tags', id, name, clientId: client }) as const;

export function tagRoutes({ db, clock }: Parts): Route[] {
  return [
    listRoute(db, tagsList, listTags, presentTag),
    route(tagsGet, async ({ viewer, params }) => presentTag(await tagById(db, viewer, params.id))),
    changeRoute(db, tagsCreate, async (trx, { viewer, body }) => {
      const clientId = await chosenClient(trx, viewer, body.client);
      await checkBoxes(trx, viewer, clientId, body.boxes);
      const id = await insertTag(trx, { name: body.name, color: body.color, client_id: clientId });
      await tellBoxes(trx, clientId, await setBoxes(trx, id, body.boxes));
      const tag = presentTag(await tagById(trx, viewer, id));
      await recordEdit(trx, viewer, { action: 'create', ...aboutTag(tag), after: { ...tag } });
      return tag;
    }),
    changeRoute(db, tagsPatch, async (trx, { viewer, params, body, request }) => {
      const before = await tagById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      const clientId = before.client_id;
      if (body.boxes) {
        await checkBoxes(trx, viewer, clientId, body.boxes);
        await tellBoxes(trx, clientId, await setBoxes(trx, before.id, body.boxes));
      }
      await updateTag(trx, before.id, { name: body.name, color: body.color, updated_at: clock.date() });
      const tag = presentTag(await tagById(trx, viewer, before.id));
      await recordEdit(trx, viewer, {
        action: 'update',
        ...aboutTag(tag),
        before: { ...presentTag(before) },
        after: { ...tag },
      });
      return tag;
    }),
    changeRoute(db, tagsDelete, async (trx, { viewer, params, request }) => {
      const before = await tagById(trx, viewer, params.id, true);
      checkIfMatch(request, before);
      const followers = await supervisorsOfTag(trx, before.id);
      await deleteTag(trx, before.id);
      await tellBoxes(trx, before.client_id, before.boxes);
      for (const id of followers)
        await recordChange(trx, { entity: 'supervisors', type: 'updated', id, clientId: before.client_id });
      await recordEdit(trx, viewer, {
        action: 'delete',
        ...aboutTag(presentTag(before)),
        before: { ...presentTag(before) },
      });
    }),
  ];
}

/** A box shows its tags, so its viewers are notified of added and removed ones. */
function tellBoxes(trx: Db, clientId: number, boxes: readonly number[]): Promise<void> {
  return recordChanges(
    trx,
    boxes.map((id) => ({ entity: 'boxes' as const, type: 'updated' as const, id, clientId })),
  );
}
