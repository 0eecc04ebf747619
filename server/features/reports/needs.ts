import { zonedDate } from '@aerowatch/domain/series/time-zone';
import type { Db } from '../../platform/database/db.ts';
import { type Inbox, readInbox } from '../work/matters/store-inbox.ts';
import type { AeroRow, Scope } from './store-figures.ts';

/** AEROs with a curve of their own, two per page. The others are rows of a table. */
export const DRAWN = 8;
/** Maximum number of rows of an inbox in a report: more than any client has. */
const MAX_ROWS = 100_000;

export type InboxUnit = Inbox['rows'][number];
/** What asks for somebody, as it stands when the report is created. */
export interface Needs {
  /** Matters in the inbox, as the tab «All» counts them; several may share a row. */
  readonly count: number;
  /** The rows of the inbox, in its order. */
  readonly units: readonly InboxUnit[];
  /** AEROs rated unsatisfactory without any matter: they come last. */
  readonly unsatisfactory: readonly AeroRow[];
  /** AEROs with a page of their own, in the same order. */
  readonly drawn: readonly AeroRow[];
  /** The reader's day. */
  readonly today: string;
}

/** Reads the inbox of a client as the console shows it: the same rows, groups, order and count. */
export async function needsOf(
  db: Db,
  { viewer, client, to }: Scope,
  rows: readonly AeroRow[],
  { now, timeZone }: { readonly now: number; readonly timeZone: string },
): Promise<Needs> {
  const today = dayIn(now, timeZone);
  const query = { tab: 'all' as const, client: [client], grouped: true, limit: MAX_ROWS };
  const { counts, rows: units } = await readInbox(db, viewer, query, today);
  const asking = new Set(units.flatMap(({ aeros }) => aeros));
  const unsatisfactory = rows.filter(({ aero, sami }) => sami === 'unsatisfactory' && !asking.has(aero));
  const byId = new Map(rows.map((row) => [row.aero, row]));
  // The curves are of the month: what began after it has none.
  const begun = units.filter(({ since }) => since === null || since < to);
  const ids = begun.flatMap(({ aero_id, first_aero }) => aero_id ?? first_aero ?? []);
  const pages = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const drawn = [...pages, ...unsatisfactory].slice(0, DRAWN);
  return { count: counts.all, units, unsatisfactory, drawn, today };
}

function dayIn(time: number, zone: string): string {
  const { year, month, day } = zonedDate(time, zone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
