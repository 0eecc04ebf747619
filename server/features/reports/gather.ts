import { DAY } from '@aerowatch/domain/durations';
import { lastDay, type Month, monthSpan } from '@aerowatch/domain/report/month';
import { samiRank } from '@aerowatch/domain/sami';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type PrecisionRow, precisionOf } from '../diagnostics/store-precision.ts';
import { skillOf } from '../forecast/scores/store-skill.ts';
import { type AtRisk, type WeekFacts, weekFacts } from '../forecast/store-mornings.ts';
import {
  type AeroRow,
  type AlertFigures,
  type Availability,
  aeroRows,
  alertFigures,
  availability,
  gettingWorse,
  type OrderFigures,
  orderFigures,
  type Scope,
  type Standing,
  standings,
} from './store-figures.ts';

export interface ReportQuery {
  readonly client: number;
  readonly month: Month;
  readonly timeZone: string;
}

/** All figures of a report but what stands on the pages of single AEROs. */
export interface ReportFigures {
  readonly scope: Scope;
  readonly month: Month;
  /** The month, in ms. */
  readonly span: { readonly from: number; readonly to: number };
  /** Its end, or now while it is not over, in ms. */
  readonly end: number;
  readonly now: number;
  readonly rows: readonly AeroRow[];
  /** AEROs that need something, the most pressing first. */
  readonly needs: readonly AeroRow[];
  readonly standing: ReadonlyMap<number, Standing>;
  readonly availability: Availability;
  readonly alerts: AlertFigures;
  readonly orders: OrderFigures;
  readonly precision: readonly PrecisionRow[];
  readonly worse: Awaited<ReturnType<typeof gettingWorse>>;
  readonly week: Week;
}
/** The week ahead of a client, as it is forecast when the report is made. */
export interface Week extends WeekFacts {
  readonly byAero: ReadonlyMap<number, AtRisk>;
  /** Extremes of a year that were forecast on the same basis and are over, and those within their range. */
  readonly judged: { readonly n: number; readonly inside: number };
}
/** AEROs at risk that stand in a report: more than any client has. */
const MAX_AT_RISK = 100_000;

async function weekOf(db: Db, { viewer, client }: Scope, now: number): Promise<Week> {
  const facts = await weekFacts(db, viewer, dayOf(now), MAX_AT_RISK, client);
  const past = { client: [client], from: dayOf(now - 365 * DAY), to: dayOf(now) };
  const skill = (await skillOf(db, viewer, past)).filter(({ basis }) => basis === facts.basis);
  const sum = (of: (row: (typeof skill)[number]) => number) => skill.reduce((all, row) => all + of(row), 0);
  return {
    ...facts,
    byAero: new Map(facts.worst.map((one) => [one.aero, one])),
    judged: { n: sum(({ n }) => n), inside: sum(({ inside }) => inside) },
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export async function gather(
  db: Db,
  viewer: Viewer,
  { client, month, timeZone }: ReportQuery,
  now: number,
): Promise<ReportFigures> {
  const span = monthSpan(month, timeZone);
  const end = Math.min(span.to, now);
  const scope = { viewer, client, from: new Date(span.from), to: new Date(end) };
  // Whole days (UTC, as measures are counted): today is not over.
  const first = dayOf(Date.parse(`${month}-01`));
  const last = dayOf(Math.min(Date.parse(lastDay(month)), Date.parse(dayOf(now)) - DAY));
  const rows = await aeroRows(db, scope);
  const found = await standings(db, scope);
  const days = await availability(db, scope, first, last);
  const alerts = await alertFigures(db, scope);
  const orders = await orderFigures(db, scope, dayOf(end));
  const precision = await precisionOf(db, viewer, [client]);
  const worse = await gettingWorse(db, scope);
  const week = await weekOf(db, scope, now);
  const standing = new Map(found.map((one) => [one.aero, one]));
  return {
    scope,
    month,
    span,
    end,
    now,
    rows,
    needs: needing(rows, standing, week.byAero),
    standing,
    availability: days,
    alerts,
    orders,
    precision,
    worse,
    week,
  };
}

/**
 * A finding stands, an alert or an order is open, it is unsatisfactory, or may come near a stop this week; the worst
 * first, then by when to act.
 */
function needing(
  rows: readonly AeroRow[],
  standing: ReadonlyMap<number, Standing>,
  risks: ReadonlyMap<number, AtRisk>,
): AeroRow[] {
  const rank = (row: AeroRow) => {
    const verdict = standing.get(row.aero)?.verdict;
    if (verdict === 'bad') return 0;
    if (row.sami === 'unsatisfactory') return 1;
    return verdict === 'watch' ? 2 : 3;
  };
  const by = (row: AeroRow) => standing.get(row.aero)?.act_by?.getTime() ?? Number.MAX_SAFE_INTEGER;
  return rows
    .filter(
      (row) =>
        standing.has(row.aero) ||
        row.sami === 'unsatisfactory' ||
        row.open_alerts > 0 ||
        row.open_orders > 0 ||
        risks.has(row.aero),
    )
    .sort((a, b) => rank(a) - rank(b) || by(a) - by(b) || samiRank(b.sami) - samiRank(a.sami));
}
