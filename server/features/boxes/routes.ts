import { boxesBulkTags, boxesCredentials, boxesLedger } from '@aerowatch/contracts/api/box-actions';
import { boxesColumns } from '@aerowatch/contracts/api/box-columns';
import { boxesRefused } from '@aerowatch/contracts/api/box-refused';
import {
  boxesCreate,
  boxesDelete,
  boxesExport,
  boxesGet,
  boxesImport,
  boxesList,
  boxesMap,
  boxesPatch,
} from '@aerowatch/contracts/api/boxes';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Parts } from '../../parts.ts';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../platform/crypto/secrets.ts';
import type { Trx } from '../../platform/database/db.ts';
import { Forbidden } from '../../platform/errors.ts';
import { isConfirmed, mustBeConfirmed } from '../../platform/http/callers/confirm.ts';
import { checkIfMatch } from '../../platform/http/etag.ts';
import { pageOf } from '../../platform/http/pages.ts';
import { type Call, changeRoute, goneOf, type Route, route, stream } from '../../platform/http/route.ts';
import { replaceSecret } from '../../platform/mqtt/store-credentials.ts';
import { may, nameOf, type Viewer } from '../../platform/viewer.ts';
import { aboutBox } from '../twin/about-box.ts';
import { claimRoutes } from './claims/routes.ts';
import { createBox, refuseTaken } from './create.ts';
import { exportBoxes } from './csv/export.ts';
import { importBoxes } from './csv/import.ts';
import { deleteRecorded } from './delete.ts';
import { hardwareRoutes } from './hardware/routes.ts';
import { makeColumnsCache, makeMapCache } from './map/map-cache.ts';
import { patchBox } from './patch.ts';
import { holdsSecret, presentBox } from './present.ts';
import { boxForUpdate, listBoxIds, loadBox, loadBoxes } from './store.ts';
import { readLedger } from './store-ledger.ts';
import { refusedBoxes } from './store-refused.ts';
import { tagBoxes } from './tags.ts';

/** An answer that is kept compressed too. */
async function maybeZipped(
  request: { readonly headers: { readonly 'accept-encoding'?: string | string[] | undefined } },
  read: (zipped: boolean) => Promise<Buffer>,
) {
  const zipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return stream(await read(zipped), {
    type: 'application/json; charset=utf-8',
    headers: { Vary: 'Accept-Encoding', ...(zipped ? { 'Content-Encoding': 'gzip' } : {}) },
  });
}

type Asking = Pick<Call<never>, 'viewer' | 'language' | 'request'>;

/**
 * The only answer with secrets in clear: for people who may change everything about the box and confirmed
 * recently. `request.revealed` records that there was one.
 */
function singleBox({ db, clock, vault }: Parts) {
  return async (call: Asking, id: number, from = db, secrets?: 'clear' | 'masked') => {
    const { viewer, language, request } = call;
    const now = clock.date();
    const row = await loadBox(from, viewer, id, now);
    if (secrets === 'clear') {
      if (!may(viewer, 'privileged')) throw new Forbidden();
      mustBeConfirmed(viewer, clock);
    }
    const clear = secrets !== 'masked' && may(viewer, 'privileged') && isConfirmed(viewer, clock);
    const shown = presentBox(row, { vault, now, language, clear });
    request.revealed = clear && holdsSecret(shown);
    return shown;
  };
}

async function exportedBoxes(parts: Parts, { viewer, query, language, reply }: Call<typeof boxesExport>) {
  const { language: wanted, format: _, ...filter } = query;
  const name = `${SERVED[wanted ?? language].exportTexts.boxes_filename}.csv`;
  const end = await parts.exports.take(nameOf(viewer), goneOf(reply));
  const file = await exportBoxes(parts, viewer, filter, wanted ?? language).catch((error) => {
    end();
    throw error;
  });
  // It is a temporary file, read and written while it is sent.
  file.once('close', end);
  return stream(file, {
    type: 'text/csv; charset=utf-8',
    filename: name,
  });
}

/** Gives a box a new password; an existing one stays valid for some hours. */
async function newCredentials(
  trx: Trx,
  clock: Parts['clock'],
  viewer: Viewer,
  id: number,
  overlapHours: number,
) {
  const row = await boxForUpdate(trx, viewer, id);
  const password = newSecret();
  const hours = row.secret_hash === null ? 0 : overlapHours;
  const until = hours === 0 ? null : new Date(clock.now() + hours * 3_600_000);
  await replaceSecret(trx, row.id, sha256(password), until);
  // Ends the connection; with an overlap the box continues with the old password until the new one is set in it.
  await recordAudit(trx, viewer, {
    action: 'credentials',
    ...aboutBox(row),
    after: { previous_until: until },
  });
  const { serial_number } = row;
  const names = { serial_number, client_id: serial_number, username: serial_number };
  return {
    ...names,
    password,
    previous_until: until?.toISOString() ?? null,
  };
}

function importedBoxes(parts: Parts, { viewer, query, body, file, language }: Call<typeof boxesImport>) {
  return importBoxes(parts, viewer, file!.path, {
    dryRun: query.dry_run === true,
    partial: query.partial === true,
    client: query.client,
    columns: query.columns,
    update: query.update === true,
    mended: body.mended,
    language,
  });
}

export function boxRoutes(parts: Parts): Route[] {
  const { db, clock, vault } = parts;
  const map = makeMapCache(parts);
  const columns = makeColumnsCache(parts);
  const single = singleBox(parts);
  return [
    route(boxesList, async ({ viewer, query, request, language }) => {
      const now = clock.date();
      const { ids, count, cursor } = await listBoxIds(db, viewer, query, now);
      const boxes = await loadBoxes(db, viewer, ids, now);
      return pageOf(
        request,
        query,
        count,
        boxes.map((box) => presentBox(box, { vault, now, language })),
        cursor,
      );
    }),
    route(boxesMap, async ({ viewer, query, request }) =>
      maybeZipped(request, (zipped) => map(viewer, query, zipped)),
    ),
    route(boxesColumns, async ({ viewer, query, request }) =>
      maybeZipped(request, (zipped) => columns(viewer, query, zipped)),
    ),
    route(boxesExport, (call) => exportedBoxes(parts, call)),
    route(boxesImport, (call) => importedBoxes(parts, call)),
    changeRoute(db, boxesCreate, async (trx, call) =>
      single(call, await createBox(trx, parts, call.viewer, call.body), trx),
    ),
    route(boxesGet, (call) => single(call, call.params.id, db, call.query.secrets)),
    changeRoute(db, boxesPatch, async (trx, call) => {
      const { viewer, params, body, request } = call;
      const row = await boxForUpdate(trx, viewer, params.id);
      checkIfMatch(request, row);
      await refuseTaken(() => patchBox(trx, parts, viewer, row, body));
      return single(call, params.id, trx);
    }),
    changeRoute(db, boxesDelete, async (trx, { viewer, params, request }) => {
      const row = await boxForUpdate(trx, viewer, params.id);
      checkIfMatch(request, row);
      await deleteRecorded(trx, viewer, row);
      return undefined;
    }),
    changeRoute(db, boxesCredentials, async (trx, { viewer, params, body }) => ({
      ...(await newCredentials(trx, clock, viewer, params.id, body?.overlap_hours ?? 0)),
      external_broker: parts.config.mqttUrl !== null,
    })),
    route(boxesRefused, async ({ viewer }) => ({ results: await refusedBoxes(db, viewer) })),
    route(boxesLedger, ({ viewer, params }) => readLedger(db, viewer, params.id)),
    ...hardwareRoutes(parts),
    ...claimRoutes(parts),
    changeRoute(db, boxesBulkTags, async (trx, { viewer, body }) => ({
      changed: await tagBoxes(trx, viewer, body),
    })),
  ];
}
