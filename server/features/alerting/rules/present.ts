import type { ListedSupervisor, Supervisor } from '@aerowatch/contracts/api/supervisors';
import type { Language } from '@aerowatch/domain/languages';
import { supervisorName } from '@aerowatch/i18n/ready-made';
import { presentCondition } from '../present-condition.ts';
import type { CountedRow, SupervisorRow } from './store.ts';

export function presentSupervisor(row: SupervisorRow, language: Language): Supervisor {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    name: supervisorName(row.name, language),
    client: row.client_id,
    scope: row.scope,
    tag: row.tag_id,
    aeros: row.aeros,
    enabled: row.enabled,
    joined: row.joined,
    conditions: row.conditions.map(presentCondition),
    tell: row.tell,
  };
}

/** The same with counts, and without the ids of those that watch many. */
export const presentListed = (row: SupervisorRow | CountedRow, language: Language): ListedSupervisor => ({
  ...presentSupervisor({ ...row, aeros: [] }, language),
  aeros: row.aeros,
  ...('aero_count' in row && {
    aero_count: row.aero_count,
    unsatisfactory_count: row.unsatisfactory_count,
  }),
});
