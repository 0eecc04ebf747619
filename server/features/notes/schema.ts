import type { Generated } from 'kysely';
import type { GeneratedTime, Time } from '../../platform/database/column.ts';

export interface NotesTable {
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  box_id: number;
  aero_id: number | null;
  at: Time;
  text: string;
  kind: Generated<string>;
  metrics: string[] | null;
  user_id: number | null;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface NotesTables {
  notes: NotesTable;
}
