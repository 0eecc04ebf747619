import type { Generated } from 'kysely';
import type { GeneratedTime } from '../../platform/database/column.ts';

export interface ClientsTable {
  require_second_factor: Generated<boolean>;
  /** Percent. */
  forecast_threshold: Generated<number>;
  id: Generated<number>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
  name: string;
}

/** Tables of this feature, joined with all others by server/schema.ts. */
export interface ClientsTables {
  clients: ClientsTable;
}
