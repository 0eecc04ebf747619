import type { Alert } from '@aerowatch/contracts/api/alerts';
import { CONDITION_METRICS } from '@aerowatch/domain/alerting/condition';
import { groupOf } from '@aerowatch/domain/alerting/groups';
import type { Language } from '@aerowatch/domain/languages';
import { sameCause } from '@aerowatch/domain/work/checklists';
import { kindOfAlert } from '@aerowatch/domain/work/kind-of-condition';
import { isWorkKind } from '@aerowatch/domain/work/kinds';
import { type MatterState, type Proof, stageOf } from '@aerowatch/domain/work/orders';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { matterName } from '@aerowatch/i18n/work-words';
import { presentStoredFinding } from '../../diagnostics/present.ts';
import { presentCondition } from '../present-condition.ts';
import type { AlertRow } from './store.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

/** The order that handles an alert: created from it, or open for the same cause. */
export function orderOf({ orders, condition, finding }: AlertRow): number | null {
  const kind = kindOfAlert({ condition, finding });
  const order =
    orders.find(({ mine }) => mine) ??
    orders.find((one) => isWorkKind(one.kind) && sameCause(one.kind, kind));
  return order?.id ?? null;
}

function matterOf({ matter }: AlertRow, language: Language): Alert['matter'] {
  if (matter === null) return null;
  const { id, state, proof, assignee, assignee_name } = matter;
  const stage = stageOf(state as MatterState, proof as Proof | null);
  return { id, name: matterName(matter, language), stage, assignee, assignee_name };
}

export function presentAlert(row: AlertRow, language: Language): Alert {
  const { subject } = CONDITION_METRICS[row.condition.metric];
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    supervisor: row.supervisor_id,
    supervisor_name: supervisorName(row.supervisor_name, language),
    condition: presentCondition(row.condition),
    aero: row.aero_id,
    box: row.box_id,
    client: row.client_id,
    opened_at: row.opened_at.toISOString(),
    value: row.value,
    last_value: row.last_value,
    last_at: row.last_at.toISOString(),
    occurrences: row.occurrences,
    cleared_at: iso(row.cleared_at),
    late: row.late,
    severity: row.severity,
    subject,
    group: groupOf({ aero: row.aero_id, subject, cause: row.cause }),
    assignee: row.assignee_id,
    assignee_name: row.assignee_name,
    mechanism: row.mechanism,
    cause: row.cause,
    flapping: row.flapping,
    silenced: row.silenced,
    silenced_until: row.silenced ? iso(row.silenced_until) : null,
    silence: row.silenced ? row.silence_id : null,
    silence_reason: row.silenced ? row.silence_reason : null,
    also: row.also.map(({ compared, ...other }) => ({ ...presentCondition(other), compared })),
    finding: row.finding && presentStoredFinding(row.finding),
    comments: row.comments,
    seen: row.seen_at !== null,
    seen_at: iso(row.seen_at),
    seen_by: row.seen_by,
    seen_by_name: row.seen_by_name,
    comment: row.comment,
    work_order: orderOf(row),
    matter: matterOf(row, language),
  };
}
