import { DAY } from '@aerowatch/domain/durations';
import { lastDay, type Month, monthSpan } from '@aerowatch/domain/report/month';
import type { Db } from '../../platform/database/db.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type PrecisionRow, precisionOf } from '../diagnostics/store-precision.ts';
import { skillOf } from '../forecast/scores/store-skill.ts';
import { type AtRisk, type WeekFacts, weekFacts } from '../forecast/store-mornings.ts';
import { type Needs, needsOf } from './needs.ts';
import {
  type AeroRow,
  type AlertFigures,
  type Availability,
  aeroRows,
  alertFigures,
  availability,
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

/** All figures of a report except those on the pages of single AEROs. */
export interface ReportFigures {
  readonly scope: Scope;
  readonly month: Month;
  /** The month, in ms. */
  readonly span: { readonly from: number; readonly to: number };
  /** The end of the month, or now while it is not over, in ms. */
  readonly end: number;
  readonly now: number;
  readonly rows: readonly AeroRow[];
  readonly needs: Needs;
  readonly standing: ReadonlyMap<number, Standing>;
  readonly availability: Availability;
  readonly alerts: AlertFigures;
  readonly orders: OrderFigures;
  readonly precision: readonly PrecisionRow[];
  readonly week: Week;
}
/** The week ahead of a client, as forecast when the report is created. */
export interface Week extends WeekFacts {
  readonly byAero: ReadonlyMap<number, AtRisk>;
  /** Past extremes of one year forecast on the same basis, and those within their interval. */
  readonly judged: { readonly n: number; readonly inside: number };
}
/** Maximum number of AEROs at risk in a report: more than any client has. */
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
  // Only whole days (UTC, as measures are counted): today is not over.
  const first = dayOf(Date.parse(`${month}-01`));
  const last = dayOf(Math.min(Date.parse(lastDay(month)), Date.parse(dayOf(now)) - DAY));
  const rows = await aeroRows(db, scope);
  const found = await standings(db, scope);
  const days = await availability(db, scope, first, last);
  const alerts = await alertFigures(db, scope);
  const orders = await orderFigures(db, scope, dayOf(end));
  const precision = await precisionOf(db, viewer, [client]);
  const week = await weekOf(db, scope, now);
  const needs = await needsOf(db, scope, rows, { now, timeZone });
  return {
    scope,
    month,
    span,
    end,
    now,
    rows,
    needs,
    standing: new Map(found.map((one) => [one.aero, one])),
    availability: days,
    alerts,
    orders,
    precision,
    week,
  };
}
