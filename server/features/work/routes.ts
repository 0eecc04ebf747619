import {
  workOrderPhotosDelete,
  workOrderPhotosGet,
  workOrdersPhoto,
} from '@aerowatch/contracts/api/work-order-photos';
import {
  workOrdersBulk,
  workOrdersComment,
  workOrdersCreate,
  workOrdersEntry,
  workOrdersGet,
  workOrdersList,
  workOrdersPatch,
  workOrdersPatchByReference,
} from '@aerowatch/contracts/api/work-orders';
import type { AnyEndpoint } from '@aerowatch/contracts/endpoint';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { type Trx, transaction } from '../../platform/database/db.ts';
import { BadRequest, Conflict, type FieldErrors, Forbidden } from '../../platform/errors.ts';
import { recordChange } from '../../platform/events/events.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { listRoute } from '../../platform/http/list-route.ts';
import { type Call, changeRoute, type Route, route, stream } from '../../platform/http/route.ts';
import { may, userIdOf } from '../../platform/viewer.ts';
import type { Act, OrderChange } from './act.ts';
import { auditedOf, changeOrder } from './change.ts';
import { createOrders } from './create.ts';
import { addPhoto, type FromDevice } from './photos.ts';
import { presentOrder } from './present.ts';
import { publishOrders } from './publish.ts';
import { idByReference, listOrders, orderById, orderForUpdate, type WorkOrderRow } from './store.ts';
import { deletePhoto, photoOwner, photoPicture } from './store-photos.ts';
import { insertComment } from './store-write.ts';
import { addEntry } from './visits/add-entry.ts';

type SomeCall = Pick<Call<AnyEndpoint>, 'viewer' | 'address' | 'language' | 'request'>;

export function workOrderRoutes(parts: Parts): Route[] {
  const { db } = parts;
  const actOf = ({ language }: SomeCall): Act => ({ at: parts.clock.date(), language });
  const patch = (call: SomeCall, id: number, body: OrderChange) =>
    transaction(db, async (trx) => {
      const before = await orderForUpdate(trx, call.viewer, id);
      checkIfMatch(call.request, before);
      const after = await changeOrder(trx, parts, call.viewer, before, body, actOf(call));
      return presentOrder(after, call.language);
    });
  return [
    listRoute(db, workOrdersList, listOrders, (row, { language }) => presentOrder(row, language)),
    route(workOrdersGet, async ({ viewer, params, language }) =>
      presentOrder(await orderById(db, viewer, params.id), language),
    ),
    route(workOrdersCreate, async (call) => {
      const { viewer, body, language } = call;
      return transaction(db, async (trx) => {
        const [made] = await createOrders(trx, viewer, { orders: [body] }, actOf(call)).catch(ofTheOnly);
        if (made === undefined || !made.created) throw new Conflict(`work_exists|${made?.id}`);
        return presentOrder(await orderById(trx, viewer, made.id), language);
      });
    }),
    route(workOrdersBulk, (call) =>
      transaction(db, async (trx) => {
        const made = await createOrders(trx, call.viewer, call.body, actOf(call));
        const ids = (created: boolean) => [
          ...new Set(made.filter((one) => one.created === created).map(({ id }) => id)),
        ];
        return { created: ids(true), existing: ids(false) };
      }),
    ),
    route(workOrdersPatch, (call) => patch(call, call.params.id, call.body)),
    route(workOrdersPatchByReference, async (call) =>
      patch(call, await idByReference(db, call.viewer, call.params.external_reference), call.body),
    ),
    route(workOrdersComment, (call) =>
      transaction(db, async (trx) => {
        const { viewer, params, body } = call;
        await orderForUpdate(trx, viewer, params.id);
        const id = await insertComment(trx, params.id, userIdOf(viewer), body.text);
        const after = await orderById(trx, viewer, params.id);
        await published(trx, call, after, 'comment', { comment: body.text }, actOf(call));
        return after.comments.find((comment) => comment.id === id)!;
      }),
    ),
    changeRoute(db, workOrdersEntry, async (trx, call) => {
      const { viewer, params, body, language } = call;
      const publish = (_: Trx, order: WorkOrderRow, comment: string) =>
        published(trx, call, order, 'comment', { comment }, actOf(call));
      return presentOrder(
        await addEntry({ trx, tools: parts, viewer, publish }, language, params.id, body),
        language,
      );
    }),
    ...photoRoutes(parts, actOf),
  ];
}

function photoRoutes(parts: Parts, actOf: (call: SomeCall) => Act): Route[] {
  const { db } = parts;
  return [
    route(workOrdersPhoto, async (call) => {
      const { viewer, params, body, file } = call;
      const options = {
        caption: body.caption,
        keepPosition: body.keep_position,
        user: userIdOf(viewer),
        device: deviceOf(body),
        now: parts.clock.date(),
      };
      return addPhoto(db, viewer, params.id, file?.path ?? '', options, (trx, order) =>
        published(
          trx,
          call,
          order,
          'photo',
          { photo: body.caption, keeps_position: body.keep_position },
          actOf(call),
        ),
      );
    }),
    route(workOrderPhotosGet, async ({ viewer, params }) =>
      stream(await photoPicture(db, viewer, params.id), { type: 'image/webp' }),
    ),
    route(workOrderPhotosDelete, (call) =>
      transaction(db, async (trx) => {
        const { viewer, params } = call;
        const { order, user, caption } = await photoOwner(trx, viewer, params.id);
        if (user !== userIdOf(viewer) && !may(viewer, 'privileged')) throw new Forbidden();
        await orderForUpdate(trx, viewer, order);
        await deletePhoto(trx, params.id, order);
        const act = actOf(call);
        await published(
          trx,
          call,
          await orderById(trx, viewer, order),
          'delete_photo',
          { photo: caption },
          act,
        );
      }),
    ),
  ];
}

/** Id and times given by a device that may have been offline. */
function deviceOf({
  entry_id,
  written_at,
  sent_at,
}: Call<typeof workOrdersPhoto>['body']): FromDevice | null {
  if (entry_id === undefined || written_at === undefined || sent_at === undefined) return null;
  return { entry_id, written_at, sent_at };
}

/** Publishes an addition to an order to everybody. */
async function published(
  trx: Trx,
  { viewer }: SomeCall,
  order: WorkOrderRow,
  action: string,
  after: Record<string, unknown>,
  act: Act,
): Promise<void> {
  await recordAudit(trx, viewer, {
    action,
    entity: 'work_orders',
    id: order.id,
    name: auditedOf(order, act).title,
    clientId: order.client_id,
    after,
  });
  await recordChange(trx, {
    entity: 'work_orders',
    type: 'updated',
    id: order.id,
    clientId: order.client_id,
  });
  await publishOrders(trx, 'work_order.changed', [order]);
}

/** Errors of a list with one item are reported at the fields themselves. */
function ofTheOnly(error: unknown): never {
  if (error instanceof BadRequest && error.fields.orders !== undefined)
    throw new BadRequest((error.fields.orders as FieldErrors)['0'] as FieldErrors);
  throw error;
}
