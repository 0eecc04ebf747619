import { firmwaresWithdraw } from '@aerowatch/contracts/api/firmwares';
import {
  ROLLOUT_BOX_STATES,
  type Rollout,
  rolloutsAdvance,
  rolloutsApprove,
  rolloutsCancel,
  rolloutsCreate,
  rolloutsGet,
  rolloutsList,
  rolloutsPause,
  rolloutsPreview,
  rolloutsResume,
  rolloutsRetry,
} from '@aerowatch/contracts/api/rollouts';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import type { Parts } from '../../../parts.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { BadRequest } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/http/pages.ts';
import { changeRoute, type Route, route } from '../../../platform/http/route.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { allBoxIds } from '../../boxes/store.ts';
import { sayDetail } from '../../twin/detail.ts';
import { presentFirmware } from '../files/routes.ts';
import { requireOwner } from '../files/service.ts';
import { firmwareForUpdate, loadFirmware, loadFirmwares } from '../files/store.ts';
import { type ACTS, actOn } from './control.ts';
import { createRollout } from './create.ts';
import { previewRollout } from './preview.ts';
import {
  boxesOfRollout,
  boxesOfRollouts,
  type CountedRollout,
  listRollouts,
  loadRollout,
  type RolloutBox,
  rolloutForUpdate,
} from './store-rollouts.ts';
import { withdraw } from './withdraw.ts';

/** An update as the API returns it; lists and live events omit the boxes. */
export function presentRollout(
  row: CountedRollout,
  language: Language,
  boxes: readonly RolloutBox[] = [],
): Rollout {
  const of = (state: string) => row.counts[state] ?? 0;
  const counts = Object.fromEntries(ROLLOUT_BOX_STATES.map((state) => [state, of(state)]));
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    firmware: row.firmware_id,
    version: row.version,
    state: row.state as Rollout['state'],
    detail: sayDetail(row.detail, language),
    started_by: row.started_by,
    approved_by: row.approved_by,
    approved_at: row.approved_at?.toISOString() ?? null,
    allow_downgrade: row.allow_downgrade,
    reason: row.reason,
    wave: row.wave,
    waves: row.waves,
    manual: row.manual,
    at_once: row.at_once,
    counts: {
      ...counts,
      total: Object.values(row.counts).reduce((sum, n) => sum + n, 0),
    } as Rollout['counts'],
    boxes: boxes.map((box) => ({
      ...box,
      detail: sayDetail(box.detail, language),
      updated_at: box.updated_at.toISOString(),
    })),
  };
}

export function rolloutRoutes(parts: Parts): Route[] {
  const { db, clock } = parts;
  const whole = async (from: Db, viewer: Viewer, language: Language, id: number) =>
    presentRollout(await loadRollout(from, viewer, id), language, await boxesOfRollout(from, id));
  const targetsOf = async (from: Db, viewer: Viewer, body: BodyOf<typeof rolloutsPreview>) => {
    const [firmware] = await loadFirmwares(from, viewer, [body.firmware]);
    if (firmware === undefined) throw new BadRequest({ firmware: ['unknown'] });
    const boxes = body.boxes ?? (await allBoxIds(from, viewer, body.filter ?? {}, clock.date()));
    return { firmware, boxes };
  };
  const act = (endpoint: typeof rolloutsCancel, name: keyof typeof ACTS) =>
    route(endpoint, ({ viewer, params, language }) =>
      transaction(db, async (trx) => {
        await actOn(trx, parts, viewer, await rolloutForUpdate(trx, viewer, params.id), name);
        return whole(trx, viewer, language, params.id);
      }),
    );
  return [
    changeRoute(db, rolloutsCreate, async (trx, { viewer, body, language }) => {
      const { firmware, boxes } = await targetsOf(trx, viewer, body);
      const id = await createRollout(trx, parts, viewer, firmware, { ...body, boxes });
      return whole(trx, viewer, language, id);
    }),
    route(rolloutsPreview, async ({ viewer, body, language }) =>
      previewRollout(db, parts, { viewer, language }, await targetsOf(db, viewer, body)),
    ),
    route(rolloutsList, async ({ viewer, query, request, language }) => {
      const { rows, count, cursor } = await listRollouts(db, viewer, query);
      // With a filter by boxes, the list contains those boxes; otherwise only counts.
      const ids = rows.map((row) => row.id);
      const boxes = query.box === undefined ? undefined : await boxesOfRollouts(db, ids, query.box);
      return pageOf(
        request,
        query,
        count,
        rows.map((row) => presentRollout(row, language, boxes?.get(row.id))),
        cursor,
      );
    }),
    route(rolloutsGet, ({ viewer, params, language }) => whole(db, viewer, language, params.id)),
    changeRoute(db, firmwaresWithdraw, async (trx, { viewer, params, body }) => {
      const firmware = await firmwareForUpdate(trx, viewer, params.id);
      requireOwner(viewer, firmware);
      await withdraw(trx, parts, viewer, firmware, body);
      return presentFirmware(parts, await loadFirmware(trx, viewer, firmware.id));
    }),
    act(rolloutsApprove, 'approve'),
    act(rolloutsCancel, 'cancel'),
    act(rolloutsPause, 'pause'),
    act(rolloutsResume, 'resume'),
    act(rolloutsRetry, 'retry'),
    act(rolloutsAdvance, 'advance'),
  ];
}
