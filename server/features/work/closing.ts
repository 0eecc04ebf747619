import { SAMI_LEVELS } from '@aerowatch/domain/sami';
import { isFault, type WorkKind } from '@aerowatch/domain/work/kinds';
import { asksForReset, type WorkAct, type WorkVerdict } from '@aerowatch/domain/work/orders';
import { metricsToReset } from '@aerowatch/domain/work/reset';
import { SERVED } from '@aerowatch/i18n/languages';
import type { Parts } from '../../parts.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { aeroForUpdate, patchAero } from '../aeros/patch.ts';
import { archiveAlerts } from '../alerting/alerts/service.ts';
import { askDiagnoses, beginVerification } from '../diagnostics/store-requests.ts';
import { addNote } from '../notes/routes.ts';
import type { Act, OrderChange } from './act.ts';
import { alertsOfOrder, presentOrder } from './present.ts';
import type { WorkOrderRow } from './store.ts';

/** The consequences of finished work: note in the log, baseline, SAMI, alerts. In the closing transaction. */
export async function followClosing(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  order: WorkOrderRow,
  change: OrderChange,
  act: Act,
): Promise<void> {
  await recordClosing(trx, parts, viewer, order, change, act);
  if (change.archive_alerts !== false) {
    const ids = alertsOfOrder(order);
    if (ids.length > 0) await archiveAlerts(trx, viewer, { ids, comment: logText(order, act) }, act.at);
  }
  const aero = order.aero_id ?? order.first_aero;
  if (aero !== null && isFault(order.kind))
    await beginVerification(trx, aero, { order: order.id, at: act.at.getTime(), kind: order.kind });
}

/** What every closing leaves, a second one too: its entry in the log, with the baseline if asked, and the level of the AERO. */
export async function recordClosing(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  order: WorkOrderRow,
  change: OrderChange,
  act: Act,
): Promise<void> {
  const text = logText(order, act);
  await raiseSami(trx, parts, viewer, order, change, text);
  await writeLog(trx, viewer, order, change, text, act);
  const aero = order.aero_id ?? order.first_aero;
  if (aero !== null) await askDiagnoses(trx, [aero]);
}

async function raiseSami(
  trx: Trx,
  parts: Pick<Parts, 'vault' | 'clock' | 'hooks'>,
  viewer: Viewer,
  order: WorkOrderRow,
  { sami }: OrderChange,
  reason: string,
): Promise<void> {
  if (sami === undefined) return;
  // A machine may report the work done; only a person may declare an AERO trustworthy again.
  if (viewer.kind !== 'user') throw new BadRequest({ sami: ['work_sami_person'] });
  if (order.aero_id === null) throw new BadRequest({ sami: ['work_sami_aero'] });
  const locked = await aeroForUpdate(trx, viewer, order.aero_id);
  if (rank(sami) > rank(locked.aero.sami)) throw new BadRequest({ sami: ['work_sami_raise'] });
  await patchAero(trx, parts, viewer, locked, { sami, reason: reason.slice(0, 1000) });
}
const rank = (level: string) => (SAMI_LEVELS as readonly string[]).indexOf(level);

async function writeLog(
  trx: Trx,
  viewer: Viewer,
  order: WorkOrderRow,
  change: OrderChange,
  text: string,
  { at }: Act,
): Promise<void> {
  const acts = order.acts as WorkAct[];
  const resets = change.reset_baseline ?? asksForReset(acts);
  const kind = resets ? 'baseline_reset' : acts.length > 0 ? 'repair' : 'visit';
  const { box_id, aero_id } = order;
  const metrics = resets ? metricsToReset(acts, order.kind as WorkKind) : null;
  await addNote(trx, viewer, { box_id, aero_id, at, text, kind, metrics });
}

/** `Work order 12: Gas leak – AW-1, AERO 1. Found. Gas topped up. Valve replaced.` */
export function logText(order: WorkOrderRow, { language }: Act): string {
  const { work } = SERVED[language];
  const { title, verdict, mechanism, cause, acts, closing_note } = presentOrder(order, language);
  const why = [mechanism && work.mechanism[mechanism], cause && work.cause[cause]].filter(Boolean).join(', ');
  const said = work.verdict[verdict as WorkVerdict];
  return [
    `${work.one.replace('{{id}}', String(order.id))} – ${title}`,
    why === '' ? said : `${said} (${why})`,
    acts.map((one) => work.act[one]).join(', '),
    closing_note,
  ]
    .filter((part) => part !== '')
    .join('. ')
    .slice(0, 2000);
}
