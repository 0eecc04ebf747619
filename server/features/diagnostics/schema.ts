import type { Verification } from '@aerowatch/domain/faults/repair';
import type { ColumnType, Generated } from 'kysely';
import type { GeneratedTime, Json } from '../../platform/database/column.ts';

export interface DiagnosticsTable {
  aero_id: number;
  day: string;
  verdict: string;
  findings: Json;
  computed_at: GeneratedTime;
  primary_finding: string | null;
  faults: Generated<string[]>;
  fault: string | null;
  since: Date | null;
  confidence: number | null;
  act: string | null;
  act_by: Date | null;
  loaded_at: Date | null;
  repair: ColumnType<Verification | null, string | null | undefined, string | null>;
}
export interface DiagnosticsAskedTable {
  aero_id: number;
  first_at: GeneratedTime;
  last_at: GeneratedTime;
}

export interface WorkAnswersTable {
  id: Generated<number>;
  aero_id: number;
  at: Date;
  fault: string;
  worked: boolean;
  user_id: number | null;
  answered_at: GeneratedTime;
}
/** When AEROs are diagnosed next, as far as is known. */
export interface DiagnosesDueTable {
  aero_id: number;
  box_id: number;
  rank: number;
  at: Date;
  watched: boolean;
}
/** AEROs whose next diagnosis may have changed; appended by triggers. */
export interface DiagnosisChangesTable {
  id: Generated<string>;
  aero_id: number;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface DiagnosticsTables {
  diagnostics: DiagnosticsTable;
  diagnostics_asked: DiagnosticsAskedTable;
  diagnoses_due: DiagnosesDueTable;
  diagnosis_changes: DiagnosisChangesTable;
  work_answers: WorkAnswersTable;
}
