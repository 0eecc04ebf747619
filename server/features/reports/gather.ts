import { DAY } from '@aerowatch/domain/durations';
import { FAULT_ROWS, type Fault } from '@aerowatch/domain/faults/list';
import type { Urgency } from '@aerowatch/domain/faults/vocabulary';
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
  /** AEROs that need attention, the most urgent first; the first of them get a curve. */
  readonly needs: readonly AeroRow[];
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
/** AEROs with a curve of their own, two per page. The others are rows of a table. */
export const DRAWN = 8;
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
    week,
  };
}

/** Order of urgency of acts, soonest first; other reasons are ranked between. */
const SOON: Readonly<Record<Urgency, number>> = { now: 0, days: 1, weeks: 2, next_visit: 3 };
/** Ranks without a fault: unsatisfactory; an order; an alert; a forecast. */
const WITHOUT_FAULT = { unsatisfactory: 1.5, order: 2, alert: 2.5, forecast: 2.8 } as const;

/**
 * AEROs with a finding, an open alert or order, an unsatisfactory state, or a risk of reaching a stop this
 * week; ordered by urgency, then by due day. A fault of a box is listed once, with the first of its AEROs.
 */
function needing(
  rows: readonly AeroRow[],
  standing: ReadonlyMap<number, Standing>,
  risks: ReadonlyMap<number, AtRisk>,
): AeroRow[] {
  const soonOf = (row: AeroRow): number | null => {
    const known = standing.get(row.aero);
    const soon = [
      known === undefined ? null : soonOfFault(known),
      row.sami === 'unsatisfactory' ? WITHOUT_FAULT.unsatisfactory : null,
      row.open_orders > 0 ? WITHOUT_FAULT.order : null,
      row.open_alerts > 0 ? WITHOUT_FAULT.alert : null,
      risks.has(row.aero) ? WITHOUT_FAULT.forecast : null,
    ].filter((one) => one !== null);
    return soon.length === 0 ? null : Math.min(...soon);
  };
  const by = (row: AeroRow) =>
    standing.get(row.aero)?.act_by?.getTime() ??
    (row.due_on === null ? Number.MAX_SAFE_INTEGER : Date.parse(row.due_on));
  const asking = rows.flatMap((row) => {
    const soon = soonOf(row);
    return soon === null ? [] : [{ row, soon }];
  });
  asking.sort(
    (a, b) => a.soon - b.soon || by(a.row) - by(b.row) || samiRank(b.row.sami) - samiRank(a.row.sami),
  );
  return onceABox(
    asking.map(({ row }) => row),
    standing,
  );
}

/**
 * A finding to watch ranks half a step later than a bad one; a box's slightly after an AERO's, which holds
 * the wire.
 */
function soonOfFault(standing: Standing): number {
  const { fault, verdict } = standing;
  const { urgency } = FAULT_ROWS[fault as Fault] ?? { urgency: { bad: 'days', watch: 'weeks' } };
  return (verdict === 'bad' ? SOON[urgency.bad] : SOON[urgency.watch] + 0.5) + (isOfBox(standing) ? 0.25 : 0);
}

/** Whether the fault belongs to the box rather than the AERO. */
export const isOfBox = (standing: Standing | undefined): boolean =>
  standing?.fault != null && FAULT_ROWS[standing.fault as Fault]?.faultOf === 'box';

function onceABox(rows: readonly AeroRow[], standing: ReadonlyMap<number, Standing>): AeroRow[] {
  const named = new Set<string>();
  return rows.filter((row) => {
    const known = standing.get(row.aero);
    if (!isOfBox(known) || row.sami === 'unsatisfactory') return true;
    const key = `${row.box} ${known?.fault}`;
    const isFirst = !named.has(key);
    named.add(key);
    return isFirst;
  });
}
