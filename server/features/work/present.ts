import type { WorkOrder } from '@aerowatch/contracts/api/work-orders';
import { CHECKS, type Check, sameCause } from '@aerowatch/domain/work/checklists';
import { kindOfAlert } from '@aerowatch/domain/work/kind-of-condition';
import { GENERAL_KIND, isWorkKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import { isOpenWork, type WorkSource, type WorkState } from '@aerowatch/domain/work/orders';
import { SERVED } from '@aerowatch/i18n/languages';
import { titleOf } from '@aerowatch/i18n/work-words';
import type { Language } from '../../platform/viewer.ts';
import type { StoredCheck } from './schema.ts';
import type { WorkOrderRow } from './store.ts';

export const isCheck = (code: string | null): code is Check =>
  (CHECKS as readonly (string | null)[]).includes(code);

function presentCheck(
  { code, text, done, note }: StoredCheck,
  language: Language,
): WorkOrder['checklist'][number] {
  return isCheck(code)
    ? { code, text: SERVED[language].work.check[code], done, note }
    : { code: null, text, done, note };
}

/** Open alerts about the same work. */
export function alertsOfOrder({ kind, alert_id, open_alerts }: WorkOrderRow): number[] {
  return open_alerts
    .filter((alert) => alert.id === alert_id || sameCause(kind as WorkKind, kindOfAlert(alert)))
    .map(({ id }) => id);
}

function verificationOf({ repair }: WorkOrderRow): WorkOrder['verification'] {
  if (!repair) return null;
  const { at, state, moved, called } = repair;
  return { at: new Date(at).toISOString(), state, moved, called };
}

/** The id of its source. */
function sourceId({ source, alert_id, aero_id, box_id }: WorkOrderRow): number | null {
  const ids: Readonly<Record<WorkSource, number | null>> = {
    alert: alert_id,
    finding: aero_id,
    forecast: aero_id,
    box: box_id,
    manual: null,
  };
  return ids[source as WorkSource];
}

/** An order in a reader's language: title and checklist are translated, unless a person wrote them. */
export function presentOrder(row: WorkOrderRow, language: Language): WorkOrder {
  const kind: WorkKind = isWorkKind(row.kind) ? row.kind : GENERAL_KIND;
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    client: row.client_id,
    box: row.box_id,
    aero: row.aero_id,
    title:
      row.title === ''
        ? titleOf(kind, row, language, isOpenWork(row.state as WorkState) ? row.precision : null)
        : row.title,
    description: row.description,
    source: { type: row.source as WorkSource, id: sourceId(row), kind },
    severity: row.severity as WorkOrder['severity'],
    state: row.state as WorkOrder['state'],
    due_on: row.due_on,
    assignee: row.assignee_id,
    assignee_name: row.assignee_name,
    checklist: row.checklist.map((check) => presentCheck(check, language)),
    comments: row.comments,
    photos: row.photos,
    acts: row.acts as WorkOrder['acts'],
    verdict: row.verdict as WorkOrder['verdict'],
    mechanism: row.mechanism as WorkOrder['mechanism'],
    cause: row.cause as WorkOrder['cause'],
    closing_note: row.closing_note,
    external_reference: row.external_reference,
    external_url: row.external_url,
    created_by: row.created_by,
    created_by_name: row.created_by_name,
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by: row.closed_by,
    closed_by_name: row.closed_by_name,
    verification: verificationOf(row),
    alerts: alertsOfOrder(row),
    place: {
      serial_number: row.serial_number,
      position: row.position,
      line: row.line,
      track_number: row.track_number,
      kilometer_point: row.kilometer_point,
      pole: row.pole,
      latitude: row.latitude,
      longitude: row.longitude,
    },
  };
}
