import {
  boxesBulkConfiguration,
  boxesBulkRefresh,
  boxesConfigurationRestore,
  boxesConfigurations,
  boxesRefresh,
  configurationChangesGet,
  configurationChangesList,
} from '@aerowatch/contracts/api/box-actions';
import type { Box } from '@aerowatch/contracts/api/boxes';
import { type BoxConfiguration, CONFIGURATION_KEYS } from '@aerowatch/domain/box/box-configuration';
import { maskSecrets } from '@aerowatch/domain/box/twin';
import type { Selectable } from 'kysely';
import type { Parts } from '../../../parts.ts';
import type { Db, Trx } from '../../../platform/database/db.ts';
import type { Database } from '../../../platform/database/schema.ts';
import { atField, BadRequest, found } from '../../../platform/errors.ts';
import { checkIfMatch } from '../../../platform/http/etag.ts';
import { listRoute } from '../../../platform/http/list-route.ts';
import { pageOf } from '../../../platform/http/pages.ts';
import { changeRoute, type Route, route } from '../../../platform/http/route.ts';
import type { Language, Viewer } from '../../../platform/viewer.ts';
import { changeDesired, type DesiredChange, guardLinks, planDesired } from '../desired.ts';
import { askRefresh } from '../refresh.ts';
import { openSecrets } from '../secrets.ts';
import { type BulkBox, copiedFields, planBulk } from './bulk.ts';
import { inWaves } from './link-waves.ts';
import {
  type ChangeBoxRow,
  type ChangeRow,
  changeById,
  listChanges,
  recordConfigurationChange,
} from './store-changes.ts';
import { configurationAt, configurationHistory } from './store-history.ts';
import { holdLinks } from './store-link-waves.ts';

/**
 * Access to boxes for the twin, provided by their module: rows that the viewer may see, and a box as the API
 * returns it.
 */
export interface BoxAccess {
  /** Locked in order of id; those the viewer may not see are left out. */
  lock(trx: Trx, viewer: Viewer, ids: readonly number[]): Promise<readonly BoxRow[]>;
  /** Throws 404 when the viewer may not see it; secrets are masked. */
  present(db: Db, viewer: Viewer, id: number, how: { language: Language }): Promise<Box>;
  /** When the box should connect next. */
  expectedContact(
    row: Pick<BoxRow, 'last_contact' | 'last_send'>,
    uploadMs: number,
    now: Date,
  ): string | null;
}
type BoxRow = Selectable<Database['boxes']>;

interface BulkBody {
  readonly copy_from?: number | undefined;
  readonly fields?: string[] | undefined;
  readonly changes?: unknown;
}

/** History, restoring, bulk edits and refresh of the configuration of boxes. */
export const configurationRoutes = (parts: Parts, access: BoxAccess): Route[] => [
  ...refreshRoutes(parts, access),
  ...historyRoutes(parts, access),
  ...bulkRoutes(parts, access),
];

const lockOne = async (access: BoxAccess, trx: Trx, viewer: Viewer, id: number) =>
  found(await access.lock(trx, viewer, [id]));

/** All of these boxes; a missing or foreign one refuses the whole request. */
async function lockAll(access: BoxAccess, trx: Trx, viewer: Viewer, ids: readonly number[]) {
  const unique = [...new Set(ids)];
  const rows = await access.lock(trx, viewer, unique);
  if (rows.length < unique.length) throw new BadRequest({ boxes: ['unknown'] });
  return rows;
}

function refreshRoutes(parts: Parts, access: BoxAccess): Route[] {
  const { db } = parts;
  return [
    changeRoute(db, boxesRefresh, async (trx, { viewer, params, language }) => {
      await askRefresh(trx, parts, viewer, [await lockOne(access, trx, viewer, params.id)]);
      return (await access.present(trx, viewer, params.id, { language })).refresh!;
    }),
    changeRoute(db, boxesBulkRefresh, async (trx, { viewer, body }) => {
      const rows = await lockAll(access, trx, viewer, body.boxes);
      return { asked: await askRefresh(trx, parts, viewer, rows) };
    }),
  ];
}

/** Earlier configurations of a box, and going back to one. */
function historyRoutes(parts: Parts, access: BoxAccess): Route[] {
  const { db, vault } = parts;
  return [
    route(boxesConfigurations, async ({ viewer, params, query, request, language }) => {
      await access.present(db, viewer, params.id, { language });
      const { rows, count } = await configurationHistory(db, params.id, query);
      const entries = rows.map((row) => ({
        configuration_version: row.version,
        at: row.at.toISOString(),
        user: row.user_id,
        user_name: row.user_name,
        desired: maskSecrets({
          ...(Object.fromEntries(
            CONFIGURATION_KEYS.map((key) => [key, row.desired[key] ?? null]),
          ) as BoxConfiguration),
          configuration_version: row.version,
        }),
      }));
      return pageOf(request, query, count, entries);
    }),
    changeRoute(db, boxesConfigurationRestore, async (trx, { viewer, params, body, request, language }) => {
      const row = await lockOne(access, trx, viewer, params.id);
      checkIfMatch(request, row);
      const earlier = await configurationAt(trx, row.id, body.configuration_version);
      if (earlier === undefined) throw new BadRequest({ configuration_version: ['unknown'] });
      // Only rollouts change the firmware, so restoring an earlier configuration keeps it.
      const { firmware_version: _, ...fields } = openSecrets(vault, row.id, 'desired', earlier);
      const plan = planDesired(vault, row, fields);
      if (Object.keys(plan.errors).length > 0) throw new BadRequest({ desired: plan.errors });
      await changeDesired(trx, parts, viewer, [{ row, next: plan.next }]);
      return access.present(trx, viewer, row.id, { language });
    }),
  ];
}

/** One change of many boxes: preview, execution, and progress. */
function bulkRoutes(parts: Parts, access: BoxAccess): Route[] {
  const { db, clock, vault } = parts;
  return [
    listRoute(db, configurationChangesList, listChanges, presentChange),
    route(configurationChangesGet, async ({ viewer, params }) => {
      const { change, boxes } = await changeById(db, viewer, params.id);
      const now = clock.date();
      return { ...presentChange(change), boxes: boxes.map((row) => presentChanged(row, access, now)) };
    }),
    changeRoute(db, boxesBulkConfiguration, async (trx, { viewer, body, language }) => {
      const rows = await lockAll(access, trx, viewer, body.boxes);
      const fields = await fieldsToChange(vault, access, trx, viewer, body);
      const { previews, changes } = planBulk(vault, rows, fields, language);
      const { now: atOnce, held } = inWaves(vault, changes as (DesiredChange & { row: BulkBox })[]);
      if (!body.dry_run) {
        refuseAllOrNone(previews);
        await atField('changes', () => {
          guardLinks(parts, viewer, held.length === 0 ? 0 : held.length + 1);
          return changeDesired(trx, parts, viewer, atOnce);
        });
      }
      const changed = body.dry_run ? [] : changes.map(({ row }) => row.id);
      const change = await recordChange(trx, viewer, fields, changed);
      if (change !== null) await holdLinks(trx, change, held);
      const now = clock.date();
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      const boxes = previews.map((preview) => {
        const row = rowOf.get(preview.box)!;
        return { ...preview, expected_at: access.expectedContact(row, row.upload_time * 60_000, now) };
      });
      return { dry_run: body.dry_run, change, boxes };
    }),
  ];
}

/** Fields copied from another box, overridden by the given ones. */
async function fieldsToChange(
  vault: Parts['vault'],
  access: BoxAccess,
  trx: Trx,
  viewer: Viewer,
  body: BulkBody,
): Promise<Partial<BoxConfiguration>> {
  const fields = {
    ...(body.copy_from === undefined
      ? {}
      : await fieldsOf(vault, access, trx, viewer, body.copy_from, body.fields)),
    ...(body.changes as Partial<BoxConfiguration> | undefined),
  };
  if (Object.keys(fields).length === 0) throw new BadRequest({ changes: ['required'] });
  return fields;
}

async function fieldsOf(
  vault: Parts['vault'],
  access: BoxAccess,
  trx: Trx,
  viewer: Viewer,
  box: number,
  fields: string[] | undefined,
) {
  const [source] = await access.lock(trx, viewer, [box]);
  if (source === undefined) throw new BadRequest({ copy_from: ['unknown'] });
  return copiedFields(vault, source, fields);
}

/** Nothing is done by half: with one refusal no box changes. */
function refuseAllOrNone(previews: ReturnType<typeof planBulk>['previews']): void {
  const refused = previews.flatMap((preview, index) =>
    Object.keys(preview.errors).length > 0 ? [[String(index), preview.errors] as const] : [],
  );
  if (refused.length > 0) throw new BadRequest({ boxes: Object.fromEntries(refused.slice(0, 100)) });
}

/** The id under which the change is followed; null where nothing changed. */
async function recordChange(
  trx: Trx,
  viewer: Viewer,
  fields: Partial<BoxConfiguration>,
  boxes: readonly number[],
): Promise<number | null> {
  if (boxes.length === 0) return null;
  const userId = viewer.kind === 'user' ? viewer.id : null;
  return recordConfigurationChange(trx, userId, maskSecrets(fields as BoxConfiguration), boxes);
}

function presentChange({ id, created_at, user_id, user_name, changes, ...counts }: ChangeRow) {
  const { total, pending, applied, refused, replaced, held, stopped } = counts;
  return {
    id,
    created_at: created_at.toISOString(),
    user: user_id,
    user_name,
    changes,
    counts: { total, pending, applied, refused, replaced, held },
    stopped,
  };
}

function presentChanged(row: ChangeBoxRow, access: BoxAccess, now: Date) {
  const { box, serial_number, state, refused } = row;
  return {
    box,
    serial_number,
    state,
    refused,
    expected_at: state === 'pending' ? access.expectedContact(row, row.upload_time * 60_000, now) : null,
    reported_at: row.reported_at?.toISOString() ?? null,
  };
}
