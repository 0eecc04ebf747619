import type { MatterAnswer } from '@aerowatch/contracts/api/inbox';
import { FAULT_ROWS } from '@aerowatch/domain/faults/list';
import { GENERAL_KIND, isFault, isWorkKind } from '@aerowatch/domain/work/kinds';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { matterName } from '@aerowatch/i18n/work-words';
import type { Language } from '../../../platform/viewer.ts';
import { curveOf, isAfterDeadline, stageOfRow } from '../present.ts';
import type { MatterRow } from './store-inbox.ts';

/** Only a proposal waits for somebody to accept it. */
const waitsFor = (row: MatterRow): MatterAnswer['waits_for'] =>
  row.state !== 'proposed' || row.escalated_to === null
    ? null
    : {
        user: row.escalated_to,
        name: row.escalated_name ?? '',
        since: row.escalated_at?.toISOString() ?? null,
        escalated: (row.escalation ?? 0) > 1,
      };

/** A matter as a row of the inbox; `today` is the reader's day. */
export function presentMatter(row: MatterRow, language: Language, today: string): MatterAnswer {
  const kind = isWorkKind(row.kind) ? row.kind : GENERAL_KIND;
  const stage = stageOfRow(row);
  // Finished work waits for a confirmation, not for its day.
  const isDue = stage === 'proposed' || stage === 'open' || stage === 'planned';
  return {
    id: row.id,
    updated_at: row.updated_at.toISOString(),
    client: row.client_id,
    box: row.box_id,
    aero: row.aero_id,
    kind,
    name: matterName(row, language),
    rule: row.rule === '' ? null : supervisorName(row.rule, language),
    source: row.source as MatterAnswer['source'],
    stage,
    severity: row.severity as MatterAnswer['severity'],
    urgency: row.urgency as MatterAnswer['urgency'],
    due_on: row.due_on,
    due_by: row.due_by,
    after_deadline: isAfterDeadline(row),
    overdue: isDue && row.due_on !== null && row.due_on < today,
    due_today: isDue && row.due_on === today,
    since: row.since?.toISOString() ?? null,
    confidence: row.confidence,
    next_act: (row.act ?? (isFault(kind) ? FAULT_ROWS[kind].act : null)) as MatterAnswer['next_act'],
    assignee: row.assignee_id,
    assignee_name: row.assignee_name,
    waits_for: waitsFor(row),
    curve: curveOf(row),
    alerts: row.alerts,
    returned: row.returned as MatterAnswer['returned'],
    repair: row.repair,
    place: {
      serial_number: row.serial_number,
      position: row.position,
      line: row.line,
      track_number: row.track_number,
      kilometer_point: row.kilometer_point,
      pole: row.pole,
    },
  };
}
