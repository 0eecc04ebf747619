import type { BoxHardware } from '@aerowatch/contracts/api/box-hardware';
import { DAY } from '@aerowatch/domain/durations';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Parts } from '../../../parts.ts';
import { recordAudit } from '../../../platform/audit/store-audit.ts';
import { newSecret, sha256 } from '../../../platform/crypto/secrets.ts';
import type { Db, Trx } from '../../../platform/database/db.ts';
import { BadRequest, Conflict } from '../../../platform/errors.ts';
import { recordChanges } from '../../../platform/events/events.ts';
import { clientScope, type Language, userIdOf, type Viewer } from '../../../platform/viewer.ts';
import { addNote } from '../../notes/routes.ts';
import { aboutBox } from '../../twin/about-box.ts';
import { nudgeAll } from '../../twin/store-desired.ts';
import { serialConflict } from '../create.ts';
import { deleteRecorded } from '../delete.ts';
import { type BoxRow, boxForUpdate, loadBox } from '../store.ts';
import { aerosOfBox, updateBox } from '../store-write.ts';
import {
  boxOfSerial,
  endHardware,
  type FormerHardware,
  formerHardware,
  hasMeasures,
  measuresSince,
} from './store-hardware.ts';

type ReplaceParts = Pick<Parts, 'clock'>;
interface Replacement {
  readonly id: number;
  readonly serial: string;
  readonly at: Date;
  readonly language: Language;
}

/** All hardware of a box, oldest first; the last one is the present one. */
export async function readHardware(db: Db, viewer: Viewer, id: number, now: Date): Promise<BoxHardware> {
  const box = await loadBox(db, viewer, id, now);
  const former = await formerHardware(db, id);
  const last = undoable(former, now);
  return {
    hardware: [
      ...former.map((one) => ({
        serial_number: one.serial_number,
        from: one.since?.toISOString() ?? null,
        until: one.until.toISOString(),
        undone: one.undone,
        user_name: one.user_name,
        refused_connections: one.refused_count,
        refused_at: one.refused_at?.toISOString() ?? null,
      })),
      {
        serial_number: box.serial_number,
        from: former.at(-1)?.until.toISOString() ?? null,
        until: null,
        undone: false,
        user_name: null,
        refused_connections: 0,
        refused_at: null,
      },
    ],
    undo_until: last === undefined ? null : new Date(last.ended_at.getTime() + DAY).toISOString(),
  };
}

/** The replacement that can still be undone: the last one, for a day. */
function undoable(former: readonly FormerHardware[], now: Date): FormerHardware | undefined {
  const last = former.at(-1);
  return last === undefined || last.undone || now.getTime() - last.ended_at.getTime() > DAY
    ? undefined
    : last;
}

/**
 * Gives a box new hardware. The box keeps its id and all that hangs on it; what the old hardware reported is
 * kept with its period, so that the desired configuration is sent to the new one at its first contact.
 */
export async function replaceHardware(
  trx: Trx,
  { clock }: ReplaceParts,
  viewer: Viewer,
  { id, serial, at, language }: Replacement,
): Promise<{ password: string | null; measures_since: number }> {
  const row = await boxForUpdate(trx, viewer, id);
  const now = clock.date();
  const former = await formerHardware(trx, id);
  const since = former.at(-1)?.until ?? null;
  if (at > now || (since !== null && at <= since)) throw new BadRequest({ at: ['replace_time'] });
  const known = await takeOver(trx, viewer, row, serial);
  const password = known === null ? newSecret() : null;
  await endHardware(trx, row, { since, until: at, at: now, user: userIdOf(viewer), undone: false });
  await updateBox(trx, id, {
    ...NEVER_REPORTED,
    serial_number: serial,
    hardware_since: at,
    secret_hash: known ?? sha256(password!),
  });
  const text = SERVED[language].work.hardware_replaced
    .replace('{{before}}', row.serial_number)
    .replace('{{after}}', serial);
  await say(trx, viewer, row, { action: 'replace', serial, at, text });
  return { password, measures_since: await measuresSince(trx, id, at) };
}

/** What a box has not yet said since its hardware is new. */
const NEVER_REPORTED = {
  previous_secret_hash: null,
  previous_secret_until: null,
  reported: null,
  reported_version: null,
  reported_at: null,
  refused: '{}',
  hardware_version: null,
  firmware_fell_back: null,
  firmware_fell_back_at: null,
  twin_pending_since: null,
  twin_refused: false,
};

/**
 * A box in stock with this serial number gives its hardware, with its password, and is deleted; null: there
 * is none. One that is in use, or whose measures would be lost, is refused.
 */
async function takeOver(trx: Trx, viewer: Viewer, row: BoxRow, serial: string): Promise<Buffer | null> {
  if (serial === row.serial_number) throw new BadRequest({ serial_number: ['replace_same'] });
  const other = await boxOfSerial(trx, serial);
  if (other === undefined) return null;
  const scope = clientScope(viewer);
  const refuse = (why: string) => new BadRequest({ serial_number: [why] });
  if (scope !== null && scope !== other.client_id) throw refuse(serialConflict(viewer, other.client_id));
  const aeros = await aerosOfBox(trx, other.id);
  if (other.client_id !== null && aeros.length > 0) throw refuse(serialConflict(viewer, other.client_id));
  if (await hasMeasures(trx, other.id)) throw refuse('replace_measures');
  await deleteRecorded(trx, viewer, other);
  return other.secret_hash;
}

/** Restores the former serial number and password; what the new hardware sent stays, under its period. */
export async function undoReplacement(
  trx: Trx,
  { clock }: ReplaceParts,
  viewer: Viewer,
  id: number,
  language: Language,
): Promise<void> {
  const row = await boxForUpdate(trx, viewer, id);
  const now = clock.date();
  const former = await formerHardware(trx, id);
  const last = undoable(former, now);
  if (last === undefined) throw new Conflict('replace_undo_late');
  if ((await boxOfSerial(trx, last.serial_number)) !== undefined) throw new Conflict('replace_undo_taken');
  await endHardware(trx, row, {
    since: last.until,
    until: now,
    at: now,
    user: userIdOf(viewer),
    undone: true,
  });
  await updateBox(trx, id, {
    ...NEVER_REPORTED,
    serial_number: last.serial_number,
    // It may have measured all the time: what it kept is taken.
    hardware_since: last.since,
    secret_hash: last.secret_hash,
    reported: last.reported === null ? null : JSON.stringify(last.reported),
    reported_version: last.reported_version,
    reported_at: last.reported_at,
    hardware_version: last.hardware_version,
  });
  const text = SERVED[language].work.hardware_restored
    .replace('{{before}}', row.serial_number)
    .replace('{{after}}', last.serial_number);
  await say(trx, viewer, row, { action: 'undo_replace', serial: last.serial_number, at: now, text });
}

/** The entry in the log of the box and on its curves, the audit entry, the event, and the configuration to send. */
async function say(
  trx: Trx,
  viewer: Viewer,
  row: BoxRow,
  { action, serial, at, text }: { action: string; serial: string; at: Date; text: string },
): Promise<void> {
  await addNote(trx, viewer, { box_id: row.id, aero_id: null, at, text, kind: 'repair' });
  await recordAudit(trx, viewer, {
    action,
    ...aboutBox({ ...row, serial_number: serial }),
    before: { serial_number: row.serial_number, at: null },
    after: { serial_number: serial, at },
  });
  await recordChanges(trx, [{ entity: 'boxes', type: 'updated', id: row.id, clientId: row.client_id }]);
  await nudgeAll(trx, [row.id], 'desired');
}
