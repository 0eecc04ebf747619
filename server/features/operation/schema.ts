import type { GeneratedTime, Json } from '../../platform/database/column.ts';

export interface ProcessReportsTable {
  id: string;
  at: GeneratedTime;
  report: Json;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface OperationTables {
  process_reports: ProcessReportsTable;
}
