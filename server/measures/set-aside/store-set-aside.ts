import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/database/db.ts';
import { listed } from '../../platform/database/list.ts';
import { containing, seenBy } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';

/** So much of a payload is shown in the list, in bytes. */
const PREVIEW = 400;

interface ListQuery {
  readonly page: number;
  readonly page_size: number;
  readonly ordering?: string | undefined;
  readonly search?: string | undefined;
  readonly box?: readonly number[] | undefined;
  readonly reason?: string | undefined;
}

// A message belongs to whom its box belongs now; one of no box is for administrators.
const seen = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('set_aside')
    .leftJoin('boxes', 'boxes.id', 'set_aside.box_id')
    .where(seenBy(viewer, 'boxes.client_id'));

/** A page of what was set aside, newest first. */
export function listSetAside(db: Db, viewer: Viewer, query: ListQuery) {
  const boxes = query.box?.length === 0 ? [-1] : (query.box ?? []);
  return listed(
    seen(db, viewer)
      .$if(query.box !== undefined, (q) => q.where('set_aside.box_id', 'in', boxes))
      .$if(query.reason !== undefined, (q) => q.where('set_aside.reason', '=', query.reason ?? ''))
      .$if(query.search !== undefined && query.search !== '', (q) =>
        q.where('set_aside.serial_number', 'ilike', containing(query.search ?? '')),
      )
      .select([
        'set_aside.id',
        'set_aside.box_id',
        'set_aside.serial_number',
        'set_aside.topic',
        'set_aside.reason',
        'set_aside.detail',
        'set_aside.received_at',
        'set_aside.replayed_at',
        'set_aside.conflict',
        sql<number>`length(set_aside.payload)`.as('size'),
        sql<Buffer>`substring(set_aside.payload from 1 for ${sql.lit(PREVIEW)})`.as('beginning'),
      ]),
    query,
    '-id',
    { id: 'set_aside.id', received_at: 'set_aside.received_at' },
  );
}

/** One message, held for replay; a foreign one is as one that is not there. */
export async function setAsideForReplay(trx: Trx, viewer: Viewer, id: number) {
  const row = await seen(trx, viewer)
    .where('set_aside.id', '=', id)
    .select([
      'set_aside.id',
      'set_aside.topic',
      'set_aside.payload',
      'set_aside.single',
      'set_aside.reason',
      'set_aside.replayed_at',
      'boxes.serial_number',
    ])
    .forUpdate('set_aside')
    .executeTakeFirst();
  if (row === undefined) throw new NotFound();
  return row;
}

export async function markReplayed(trx: Trx, id: number): Promise<void> {
  await trx.updateTable('set_aside').set({ replayed_at: sql`now()` }).where('id', '=', id).execute();
}

/** It could still not be used: the newest reason is the one to show. */
export async function noteReason(trx: Trx, id: number, reason: string, detail: string): Promise<void> {
  await trx.updateTable('set_aside').set({ reason, detail }).where('id', '=', id).execute();
}
