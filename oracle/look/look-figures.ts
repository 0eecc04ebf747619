import type { ConditionInput } from '@aerowatch/domain/alerting/condition';
import { SEVERITIES, type Severity } from '@aerowatch/domain/alerting/severity';
import { DAY } from '@aerowatch/domain/durations';
import { METRIC_KEYS } from '@aerowatch/domain/metrics';
import type { NaiveAside } from '../naive/naive.ts';
import { dayOf, valueIn, within } from '../naive/naive-reads.ts';
import type { NaiveRow } from '../naive/naive-row.ts';
import type { CaseResult } from '../product.ts';
import type { Looking } from './look-context.ts';

const EVOLUTION_DAYS = 30;

/** Compares counts, ledgers, set aside messages, latest measures, dashboard, episodes. */
export async function lookAtFigures(looking: Looking): Promise<void> {
  await lookAtCounts(looking);
  await lookAtLatest(looking);
  await lookAtLedgers(looking);
  await lookAtAsides(looking);
  await lookAtAlerts(looking);
  await lookAtDashboard(looking);
}

async function lookAtCounts({ get, aeros, played, query, span, compare }: Looking): Promise<void> {
  const ofBox = played.map((_, number) =>
    aeros.filter((aero) => aero.number === number).flatMap(({ rows }) => within(rows, span)),
  );
  const days = new Map<string, number>();
  for (const row of ofBox.flat()) days.set(dayOf(row.time), (days.get(dayOf(row.time)) ?? 0) + 1);
  const byDay = [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, count]) => ({ day, count }));
  const boxes = played.map(({ placed }) => placed.box);
  for (const which of [`box=${boxes.join(',')}`, `aero=${aeros.map((aero) => aero.id).join(',')}`]) {
    const body = await get(`/measures/boxes/count/?${which}${query}`);
    const byBox = new Map<number, number>(
      body.by_box.map((row: { box: number; count: number }) => [row.box, row.count]),
    );
    for (const [number, rows] of ofBox.entries())
      compare(number, `count by ${which.slice(0, 4)}`, rows.length, byBox.get(boxes[number]!) ?? 0);
    compare(0, `count by day, ${which.slice(0, 4)}`, byDay, body.by_day);
  }
}

const present = (aero: number, row: NaiveRow) => ({
  aero,
  date: new Date(row.time).toISOString(),
  ...Object.fromEntries(METRIC_KEYS.map((metric) => [metric, valueIn(row, metric)])),
});

async function lookAtLatest({ get, aeros, played, compare }: Looking): Promise<void> {
  const body = await get(
    `/measures/boxes/?page_size=1000&box=${played.map(({ placed }) => placed.box).join(',')}`,
  );
  const ofBox = new Map<number, unknown[]>(
    body.results.map((row: { box: number; measures: unknown[] }) => [row.box, row.measures]),
  );
  for (const [number, { placed }] of played.entries()) {
    const own = aeros.filter((aero) => aero.number === number && aero.rows.length > 0);
    compare(
      number,
      'latest',
      own.map(({ id, rows }) => present(id, rows.at(-1)!)),
      ofBox.get(placed.box),
    );
  }
}

async function lookAtLedgers({ stage, played, compare }: Looking): Promise<void> {
  const rows = await stage.server.db.selectFrom('box_ledgers').selectAll().execute();
  const ofBox = new Map(rows.map((row) => [row.box_id, row]));
  for (const [number, { placed, naive }] of played.entries()) {
    if (naive.ledger.messages === 0) continue;
    compare(number, 'ledger', naive.ledger, ofBox.get(placed.box));
  }
  const { placed, naive } = played[0]!;
  if (naive.ledger.messages > 0)
    compare(
      0,
      'ledger by the API',
      naive.ledger,
      (await stage.server.admin.api.get(`/boxes/${placed.box}/ledger/`)).body,
    );
}

interface AsideRow {
  box: number;
  reason: string;
  replayed_at: string | null;
  preview: string;
  conflict: Record<string, unknown> | null;
}
/** As a line of text, so that lists can be compared whatever their order within a moment. */
const asideLine = (reason: string, replayed: boolean, measure: unknown, conflict: unknown): string =>
  JSON.stringify([reason, replayed, measure, conflict]);

async function lookAtAsides({ get, played, compare }: Looking): Promise<void> {
  const boxes = played.map(({ placed }) => placed.box).join(',');
  const rows: AsideRow[] = [];
  for (let page = 1; ; page += 1) {
    const body = await get(`/set-aside/?box=${boxes}&ordering=id&page_size=1000&page=${page}`);
    rows.push(...body.results);
    if (body.next === null) break;
  }
  const ofBox = Map.groupBy(rows, (row) => row.box);
  for (const [number, { placed, naive }] of played.entries()) {
    const got = (ofBox.get(placed.box) ?? []).map((row) => {
      const { aero: _aero, ...conflict } = row.conflict ?? {};
      const measure = row.reason === 'not_json' || row.conflict !== null ? null : momentOf(row.preview);
      return asideLine(row.reason, row.replayed_at !== null, measure, row.conflict && sorted(conflict));
    });
    compare(number, 'set aside', naive.asides.map(lineOf).sort(), got.sort());
  }
}

function momentOf(preview: string): unknown {
  const [part] = JSON.parse(preview).aeros ?? [{ aero: preview, t0: 0 }];
  return [part.aero, Math.round(part.t0 * 1000)];
}
const sorted = (value: Record<string, unknown>): unknown =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

function lineOf({ reason, replayed, measure, conflict }: NaiveAside): string {
  const moment = measure === undefined ? null : [measure.position, measure.time];
  const both =
    conflict === undefined ? null : sorted({ ...conflict, time: new Date(conflict.time).toISOString() });
  return asideLine(reason, replayed, moment, both);
}

async function lookAtAlerts({ get, played, compare, aeros }: Looking): Promise<void> {
  if (played.every(({ given }) => given.conditions.length === 0)) return;
  const boxes = played.map(({ placed }) => placed.box).join(',');
  const got: Record<string, unknown>[] = [];
  for (const list of ['opened', 'archived'])
    got.push(...(await get(`/alerts/${list}/?box=${boxes}&limit=5000`)));
  const ofAero = Map.groupBy(got, (alert) => alert.aero as number);
  for (const { id, number, position } of aeros) {
    const { naive, given } = played[number]!;
    const expected = (naive.rules.get(position)?.states ?? []).flatMap(({ alerts, members }, index) =>
      alerts.map((alert) => ({
        condition: members.length > 1 ? judgementOf(given.conditions[0]!) : given.conditions[index]!,
        severity: gravest(members.map(({ condition }) => condition.severity)),
        flapping: alert.flapping,
        also: members.slice(1).map(({ condition }, other) => ({ ...condition, compared: alert.also[other] })),
        opened_at: iso(alert.openedAt),
        value: alert.value,
        last_at: iso(alert.lastAt),
        last_value: alert.lastValue,
        occurrences: alert.occurrences,
        cleared_at: alert.clearedAt === null ? null : iso(alert.clearedAt),
        seen: alert.archived,
      })),
    );
    compare(number, 'episodes', inOrder(expected), inOrder(ofAero.get(id) ?? []));
  }
}
/** Without actions and severity, which joined conditions share. */
const judgementOf = ({ actions: _, severity: __, ...condition }: ConditionInput) => condition;
const gravest = (severities: readonly Severity[]): Severity =>
  SEVERITIES.findLast((one) => severities.includes(one))!;
const iso = (ms: number): string => new Date(ms).toISOString();
function inOrder<T extends object>(alerts: readonly T[]): T[] {
  const key = (alert: T): string => {
    const { opened_at, condition } = alert as unknown as {
      opened_at: string;
      condition: Record<string, unknown>;
    };
    const { metric, comparator, value, percent, period } = condition;
    return `${opened_at} ${JSON.stringify([metric, comparator, value, percent ?? 100, period])}`;
  };
  return [...alerts].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** For all cases together, and for one alone. */
async function lookAtDashboard(looking: Looking): Promise<void> {
  const { played, plan } = looking;
  const here = played.filter(({ naive }) => !naive.moved);
  if (here.length === 0) return;
  const one = plan.reads.points % here.length;
  for (const some of [here, here.slice(one, one + 1)]) await lookAtDashboardOf(looking, some);
}

async function lookAtDashboardOf(
  { get, played, now, compare, aeros }: Looking,
  some: readonly CaseResult[],
): Promise<void> {
  const number = some.length === 1 ? played.indexOf(some[0]!) : 0;
  const body = await get(
    `/dashboard/?client=${some.map(({ placed }) => placed.client).join(',')}&days=${EVOLUTION_DAYS}`,
  );
  const own = aeros.filter((aero) => some.includes(played[aero.number]!));
  const rows = own.flatMap((aero) => aero.rows);
  const open = some.flatMap(({ naive }) =>
    [...naive.rules.values()].flatMap(({ states }) =>
      states.flatMap(({ alerts }) => alerts.filter((alert) => !alert.archived)),
    ),
  );
  const today = Math.floor(now / DAY) * DAY;
  const evolution = Array.from({ length: EVOLUTION_DAYS }, (_, index) => {
    const day = dayOf(today - (EVOLUTION_DAYS - 1 - index) * DAY);
    return { day, count: rows.filter((row) => dayOf(row.time) === day).length };
  });
  const newest = Math.max(...rows.map((row) => row.time));
  const read = some.length === 1 ? 'dashboard of one' : 'dashboard of all';
  compare(
    number,
    read,
    { boxes: some.length, aeros: own.length, measures: rows.length, open_alerts: open.length, evolution },
    body,
  );
  compare(
    number,
    `${read}, latest`,
    rows.length === 0 ? null : iso(newest),
    body.latest === null ? null : body.latest.date,
  );
}
