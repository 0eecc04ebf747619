import type { BOX_STATUSES } from '@aerowatch/contracts/api/aeros';
import { type RawBuilder, sql } from 'kysely';

/** When an AERO and its box were last heard, each defined once; `a` is the AERO, `b` its box. */
type Status = (typeof BOX_STATUSES)[number];

/** When the AERO last measured. */
export const aeroSendTerm: RawBuilder<Date | null> = sql`case a.position when 1 then b.aero1_send else b.aero2_send end`;

/**
 * The oldest last message of a box and its AEROs: a box that sends without one of them counts as silent as
 * that one.
 */
export const quietTerm: RawBuilder<Date | null> = sql`least(b.last_send, b.aero1_send, b.aero2_send)`;

/**
 * Cases of a status. silent: nothing for over a week (the customer's no-data warning). late: nothing for over
 * three upload times.
 */
export const contactStatusTerm = (since: RawBuilder<Date | null>, now: Date): RawBuilder<Status> => sql`
  when ${since} < ${now}::timestamptz - interval '7 days' then 'silent'
  when ${since} < ${now}::timestamptz - make_interval(mins => 3 * b.upload_time) then 'late'`;

/** The status of one AERO; `new` until it has measured. */
export const aeroStatusTerm = (now: Date): RawBuilder<Status> => sql`case
  when b.client_id is null or ${aeroSendTerm} is null then 'new'
  ${contactStatusTerm(aeroSendTerm, now)}
  else 'online' end`;
