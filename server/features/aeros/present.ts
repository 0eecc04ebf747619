import type { Aero } from '@aerowatch/contracts/api/aeros';
import type { SamiLevel } from '@aerowatch/domain/sami';
import type { Selectable } from 'kysely';
import type { AerosTable } from './schema.ts';

/** An AERO as read for the API, with the data of its box. */
export interface AeroRow extends Selectable<AerosTable> {
  readonly status: Aero['status'];
  readonly last_send: Date | null;
}

/** An AERO as the API returns it. */
export function presentAero({
  box_id,
  created_at,
  updated_at,
  sami,
  sami_since,
  last_send,
  ...row
}: AeroRow): Aero {
  return {
    ...row,
    last_send: last_send?.toISOString() ?? null,
    box: box_id,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    conductor_type: row.conductor_type as Aero['conductor_type'],
    sami: sami as SamiLevel,
    sami_since: sami_since?.toISOString() ?? null,
  };
}
