import type { Basis } from '@aerowatch/domain/forecast/basis';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { all, among, visibleTo } from '../../../platform/database/scope.ts';
import type { Viewer } from '../../../platform/viewer.ts';

export interface SkillRow {
  readonly lead: number;
  readonly basis: Basis;
  readonly n: number;
  readonly inside: number;
  readonly width: number;
  readonly judged: number;
  readonly brier: number;
  readonly reference: number;
  readonly bin_n: number[];
  readonly bin_chance: number[];
  readonly bin_hits: number[];
}

const BINS = [...Array(10).keys()].map((i) => i + 1);
const sums = (column: string, type: string) =>
  sql.raw(`array[${BINS.map((bin) => `sum(${column}[${bin}])::${type}`).join(', ')}] as ${column}`);

type Asked = {
  readonly client?: readonly number[] | undefined;
  readonly from: string;
  readonly to: string;
};
const asked = (viewer: Viewer, { client, from, to }: Asked) =>
  all([
    visibleTo(viewer, 'client_id'),
    among('client_id', client),
    sql`day between ${from}::date and ${to}::date`,
  ]);

export interface ProofRow {
  readonly client: number;
  readonly basis: Basis;
  readonly judged: number;
  readonly brier: number;
  readonly reference: number;
  /** Number of margins reached. */
  readonly reached: number;
}

/** The same sums by client and basis, which decide whether chances are proven there. */
export async function proofsOf(db: Db, viewer: Viewer, query: Asked): Promise<ProofRow[]> {
  const { rows } =
    await sql<ProofRow>`select client_id as client, basis, sum(judged)::int as judged, sum(brier) as brier,
      sum(reference) as reference, sum((select sum(hits) from unnest(bin_hits) hits))::int as reached
    from forecast_scores where ${asked(viewer, query)} group by client_id, basis order by client_id, basis`.execute(
      db,
    );
  return rows;
}

/** Sums over the days between two (both included) of clients the viewer may see, by basis and lead. */
export async function skillOf(db: Db, viewer: Viewer, query: Asked): Promise<SkillRow[]> {
  const { rows } =
    await sql<SkillRow>`select lead, basis, sum(n)::int as n, sum(inside)::int as inside, sum(width) as width,
      sum(judged)::int as judged, sum(brier) as brier, sum(reference) as reference,
      ${sums('bin_n', 'int')}, ${sums('bin_chance', 'float8')}, ${sums('bin_hits', 'int')}
    from forecast_scores
    where ${asked(viewer, query)}
    group by lead, basis order by basis desc, lead`.execute(db);
  return rows;
}
