import type { WorkOrder } from '@aerowatch/contracts/api/work-orders';
import { DAY } from '@aerowatch/domain/durations';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { REPAIR_DAYS } from '@aerowatch/domain/faults/repair';
import type { LevelCode } from '@aerowatch/domain/faults/vocabulary';
import { metricOf } from '@aerowatch/domain/work/causes-of-matters';
import { CHECKS, type Check, sameCause } from '@aerowatch/domain/work/checklists';
import { kindOfAlert } from '@aerowatch/domain/work/kind-of-condition';
import { GENERAL_KIND, isFault, isWorkKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import {
  type DismissalReason,
  isOpenWork,
  type MatterState,
  type Proof,
  stageOf,
  type WorkSource,
} from '@aerowatch/domain/work/orders';
import { LEAST_PROOF_DAYS } from '@aerowatch/domain/work/proof';
import { SERVED } from '@aerowatch/i18n/languages';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { matterName, titleOf } from '@aerowatch/i18n/work-words';
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
export function alertsOfOrder({ id, kind, alert_id, open_alerts }: WorkOrderRow): number[] {
  return open_alerts
    .filter(
      (alert) =>
        alert.id === alert_id || alert.matter === id || sameCause(kind as WorkKind, kindOfAlert(alert)),
    )
    .map(({ id }) => id);
}

function verificationOf({ kind, repair }: WorkOrderRow): WorkOrder['verification'] {
  if (!repair) return null;
  const { at, state, moved, called } = repair;
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    at: iso(at),
    state,
    moved,
    called,
    would_prove: isFault(kind) ? FAULT_ROWS[kind].wouldChange : null,
    earliest: iso(at + LEAST_PROOF_DAYS * DAY),
    latest: iso(at + REPAIR_DAYS * DAY),
  };
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

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null;
/** The stage of a row of the table. */
export const stageOfRow = ({ state, proof }: { readonly state: string; readonly proof: string | null }) =>
  stageOf(state as MatterState, proof as Proof | null);

/** Whether the agreed day is after the deadline of the urgency. */
export const isAfterDeadline = ({ due_on, due_by }: Pick<WorkOrderRow, 'due_on' | 'due_by'>): boolean =>
  due_by !== null && due_on !== null && due_on > due_by;

/** The curve that shows a matter; null if there is none. */
export function curveOf({
  kind,
  aero_id,
  first_aero,
  curve_level,
}: Pick<WorkOrderRow, 'kind' | 'aero_id' | 'first_aero' | 'curve_level'>): WorkOrder['curve'] {
  const metric = isWorkKind(kind) ? metricOf(kind) : null;
  if (metric === null) return null;
  const level = curve_level?.metric === metric ? curve_level : null;
  return {
    aero: aero_id ?? first_aero,
    metric,
    level: level && { value: level.value, code: level.code as LevelCode },
  };
}

/** The fields of a matter that an order does not have. */
function presentMatter(row: WorkOrderRow, kind: WorkKind, language: Language) {
  const { due_by, rule, confidence, dismissed_at, dismissed_reason } = row;
  return {
    stage: stageOfRow(row),
    due_by,
    after_deadline: isAfterDeadline(row),
    rule: rule === '' ? null : supervisorName(rule, language),
    since: isoOrNull(row.since),
    confidence,
    urgency: row.urgency as WorkOrder['urgency'],
    next_act: (row.act ?? (isFault(kind) ? FAULT_ROWS[kind].act : null)) as WorkOrder['next_act'],
    curve: curveOf(row),
    accepted_at: isoOrNull(row.accepted_at),
    accepted_by: row.accepted_by,
    accepted_by_name: row.accepted_by_name,
    dismissed:
      row.state === 'dismissed' && dismissed_at && dismissed_reason
        ? {
            at: dismissed_at.toISOString(),
            by: row.dismissed_by,
            by_name: row.dismissed_by_name,
            reason: dismissed_reason as DismissalReason,
            until: row.dismissed_until,
          }
        : null,
    returned_at: isoOrNull(row.returned_at),
    others: row.others.map((other) => ({
      id: other.id,
      aero: other.aero,
      kind: isWorkKind(other.kind) ? other.kind : GENERAL_KIND,
      name: matterName(other, language),
      stage: stageOfRow(other),
    })),
  };
}

/** An order in a reader's language: title and checklist are translated, unless a user wrote them. */
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
        ? titleOf(kind, row, language, isOpenWork(row.state as MatterState) ? row.precision : null)
        : row.title,
    description: row.description,
    source: { type: row.source as WorkSource, id: sourceId(row), kind },
    severity: row.severity as WorkOrder['severity'],
    state: row.state as MatterState,
    due_on: row.due_on,
    ...presentMatter(row, kind, language),
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
