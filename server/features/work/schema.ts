import type { CurveLevel } from '@aerowatch/domain/work/causes-of-matters';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedJson, GeneratedTime } from '../../platform/database/column.ts';

export interface WorkOrdersTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  client_id: number;
  box_id: number;
  aero_id: number | null;
  title: Generated<string>;
  description: Generated<string>;
  kind: string;
  source: string;
  alert_id: number | null;
  severity: Generated<string>;
  state: Generated<string>;
  due_on: string | null;
  assignee_id: number | null;
  checklist: GeneratedJson<readonly StoredCheck[]>;
  acts: Generated<string[]>;
  verdict: string | null;
  mechanism: string | null;
  cause: string | null;
  closing_note: Generated<string>;
  external_reference: string | null;
  external_url: string | null;
  created_by: number | null;
  closed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  closed_by: number | null;
  /** Null: a proposal that is not accepted yet. */
  accepted_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  accepted_by: Generated<number | null>;
  since: MaybeTime;
  confidence: Generated<number | null>;
  grade: Generated<number | null>;
  act: Generated<string | null>;
  urgency: Generated<string | null>;
  due_by: Generated<string | null>;
  rule: Generated<string>;
  curve_level: ColumnType<CurveLevel | null, string | null | undefined, string | null>;
  dismissed_at: MaybeTime;
  dismissed_by: Generated<number | null>;
  dismissed_reason: Generated<string | null>;
  dismissed_until: Generated<string | null>;
  dismissed_level: Generated<number | null>;
  returned_at: MaybeTime;
  returned: Generated<string | null>;
  gone_at: MaybeTime;
  /** The matter it was joined into by users. */
  joined_into: Generated<number | null>;
  proof: Generated<string | null>;
  repaired_at: MaybeTime;
  /** To how many persons on duty it was given, whom it waits for, and since when. */
  escalation: Generated<number | null>;
  escalated_to: Generated<number | null>;
  escalated_at: MaybeTime;
}
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A line of a checklist: from the standard table by its code, or a user's own by its text. */
export interface StoredCheck {
  readonly code: string | null;
  readonly text: string;
  readonly done: boolean;
  readonly note: string;
}
export interface WorkOrderCommentsTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  text: string;
}
export interface WorkOrderPhotosTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  work_order_id: number;
  user_id: number | null;
  caption: Generated<string>;
  width: number;
  height: number;
  size: number;
  keeps_position: Generated<boolean>;
  picture: Buffer;
}

/** Events of a matter, each with its user; the console itself where there is none. */
export interface WorkOrderEventsTable {
  id: Generated<number>;
  work_order_id: number;
  at: GeneratedTime;
  type: string;
  user_id: number | null;
  detail: ColumnType<
    Readonly<Record<string, string | number | boolean | null>> | null,
    string | null | undefined,
    never
  >;
}
/** A notice about a matter for a user of the console. */
export interface NoticesTable {
  id: Generated<number>;
  user_id: number;
  at: GeneratedTime;
  type: string;
  work_order_id: number;
  by_id: number | null;
  comment: Generated<string>;
  read_at: MaybeTime;
}
/** Boxes whose matters must be compared with their causes; triggers write them when a cause changes. */
export interface MattersDueTable {
  id: Generated<number>;
  box_id: number;
  at: GeneratedTime;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface WorkTables {
  work_orders: WorkOrdersTable;
  work_order_comments: WorkOrderCommentsTable;
  work_order_photos: WorkOrderPhotosTable;
  work_order_events: WorkOrderEventsTable;
  matters_due: MattersDueTable;
  notices: NoticesTable;
}
