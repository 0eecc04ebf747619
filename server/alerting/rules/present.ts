import type { Supervisor } from '@aerowatch/contracts/api/supervisors';
import { presentCondition } from '../present-condition.ts';
import type { SupervisorRow } from './store.ts';

export function presentSupervisor(row: SupervisorRow): Supervisor {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    name: row.name,
    client: row.client_id,
    scope: row.scope,
    tag: row.tag_id,
    aeros: row.aeros,
    enabled: row.enabled,
    joined: row.joined,
    conditions: row.conditions.map(presentCondition),
  };
}
