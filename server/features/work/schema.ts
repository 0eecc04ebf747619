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
}
/** A line of a checklist: of the table by its code, or of one's own by its text. */
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

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface WorkTables {
  work_orders: WorkOrdersTable;
  work_order_comments: WorkOrderCommentsTable;
  work_order_photos: WorkOrderPhotosTable;
}
