import type { Db, Trx } from '../../platform/database/db.ts';
import { visibleTo } from '../../platform/database/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { updateOrder } from './store-write.ts';

export async function insertPhoto(
  trx: Trx,
  order: number,
  photo: {
    data: Buffer;
    width: number;
    height: number;
    caption: string;
    keepPosition: boolean;
    user: number | null;
    at?: Date | undefined;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('work_order_photos')
    .values({
      work_order_id: order,
      user_id: photo.user,
      caption: photo.caption,
      width: photo.width,
      height: photo.height,
      size: photo.data.length,
      keeps_position: photo.keepPosition,
      picture: photo.data,
      ...(photo.at && { created_at: photo.at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await updateOrder(trx, order, {});
  return id;
}

const seen = (db: Db, viewer: Viewer, id: number) =>
  db
    .selectFrom('work_order_photos')
    .innerJoin('work_orders', 'work_orders.id', 'work_order_photos.work_order_id')
    .where('work_order_photos.id', '=', id)
    .where(visibleTo(viewer, 'work_orders.client_id'));

export async function photoPicture(db: Db, viewer: Viewer, id: number): Promise<Buffer> {
  const row = await seen(db, viewer, id)
    .select('picture')
    .executeTakeFirstOrThrow(() => new NotFound());
  return row.picture;
}

export async function photoOwner(
  db: Db,
  viewer: Viewer,
  id: number,
): Promise<{ order: number; user: number | null; caption: string }> {
  return seen(db, viewer, id)
    .select(['work_order_id as order', 'work_order_photos.user_id as user', 'caption'])
    .executeTakeFirstOrThrow(() => new NotFound());
}

export async function deletePhoto(trx: Trx, id: number, order: number): Promise<void> {
  await trx.deleteFrom('work_order_photos').where('id', '=', id).execute();
  await updateOrder(trx, order, {});
}
