import type { workOrdersBulk, workOrdersCreate } from '@aerowatch/contracts/api/work-orders';
import type { BodyOf } from '@aerowatch/contracts/endpoint';
import { checklistOf } from '@aerowatch/domain/work/checklists';
import { kindOfAlert } from '@aerowatch/domain/work/kind-of-condition';
import { GENERAL_KIND, isWorkKind, type WorkKind } from '@aerowatch/domain/work/kinds';
import type { WorkSource } from '@aerowatch/domain/work/orders';
import { recordAudit } from '../../platform/audit/store-audit.ts';
import type { Trx } from '../../platform/database/db.ts';
import { BadRequest, type FieldErrors } from '../../platform/errors.ts';
import { recordChanges } from '../../platform/events/events.ts';
import { userIdOf, type Viewer } from '../../platform/viewer.ts';
import type { Act } from './act.ts';
import { auditedOf } from './change.ts';
import { storedChecks } from './checklist.ts';
import { mattersChanged, noteMatters } from './matters/store-effects.ts';
import { publishOrders } from './publish.ts';
import { ordersByIds } from './store.ts';
import {
  alertsFor,
  faultsOf,
  insertOrder,
  mustServe,
  type NewOrder,
  openOfBox,
  placesFor,
} from './store-write.ts';
import { tellAssignees } from './tell.ts';

type NewBody = BodyOf<typeof workOrdersCreate>;
type Created = { readonly id: number; readonly created: boolean };

/**
 * Creates orders, all or none. If one of that AERO and kind is already open, it is returned instead. Errors
 * are indexed by the order's place in the list.
 */
export async function createOrders(
  trx: Trx,
  viewer: Viewer,
  { orders }: BodyOf<typeof workOrdersBulk>,
  act: Act,
): Promise<Created[]> {
  const known = await knownOf(trx, viewer, orders);
  const errors: FieldErrors = {};
  const planned = orders.map((body, index) => {
    const plan = planOrder(body, known, userIdOf(viewer));
    if ('errors' in plan) errors[index] = plan.errors;
    return plan;
  });
  if (Object.keys(errors).length > 0) throw new BadRequest({ orders: errors });
  for (const [client, user] of assignments(planned)) await mustServe(trx, client, user);
  const made: Created[] = [];
  for (const plan of planned) if ('row' in plan) made.push(await writeOrder(trx, plan.row));
  await tellOf(
    trx,
    viewer,
    made.filter(({ created }) => created).map(({ id }) => id),
    act,
  );
  return made;
}

interface Known extends Awaited<ReturnType<typeof placesFor>> {
  readonly alerts: Awaited<ReturnType<typeof alertsFor>>;
  readonly faults: ReadonlyMap<number, string[]>;
}

async function knownOf(trx: Trx, viewer: Viewer, orders: readonly NewBody[]): Promise<Known> {
  const boxes = [...new Set(orders.map(({ box }) => box))];
  const aeros = [...new Set(orders.flatMap((body) => aeroOf(body) ?? []))];
  const alerts = [...new Set(orders.flatMap((body) => alertOf(body) ?? []))];
  const places = await placesFor(trx, viewer, boxes, aeros);
  return {
    ...places,
    alerts: await alertsFor(trx, viewer, alerts),
    faults: await faultsOf(trx, aeros),
  };
}

type Plan = { readonly row: NewOrder } | { readonly errors: FieldErrors };

function planOrder(body: NewBody, known: Known, user: number | null): Plan {
  const { box, source } = body;
  const client = known.clients.get(box);
  if (client === undefined) return { errors: { box: ['box_unknown'] } };
  const alertId = alertOf(body);
  const alert = alertId === null ? undefined : known.alerts.get(alertId);
  const errors = sourceProblems(body, alert, known);
  if (errors !== undefined) return { errors };
  const aero = aeroOf(body) ?? alert?.aero_id ?? null;
  const type: WorkSource = source?.type ?? (alert === undefined ? 'manual' : 'alert');
  const kind = source?.kind ?? (alert ? kindFrom(alert) : kindOf(type, aero, known));
  const checks = body.checklist ?? checklistOf(kind).map((code) => ({ code, done: false, note: '' }));
  return {
    row: {
      ...DEFAULTS,
      ...namedOf(body),
      client_id: client,
      box_id: box,
      aero_id: aero,
      kind,
      source: type,
      alert_id: alertId,
      checklist: JSON.stringify(storedChecks(checks)),
      created_by: user,
      accepted_by: user,
    },
  };
}

/**
 * The kind of an alert's order: that of its matter, so that no second order is created; otherwise that of its
 * condition.
 */
function kindFrom(
  alert: Parameters<typeof kindOfAlert>[0] & { readonly matter_kind: string | null },
): WorkKind {
  const { matter_kind } = alert;
  return matter_kind !== null && isWorkKind(matter_kind) ? matter_kind : kindOfAlert(alert);
}

/** The alert it is created from: by `alert`, or by `id`. */
const alertOf = ({ source }: NewBody): number | null =>
  source?.alert ?? (source?.type === 'alert' ? (source.id ?? null) : null);
/** Its AERO: the one named, otherwise that of the finding or forecast. */
const aeroOf = ({ aero, source }: NewBody): number | null =>
  aero ?? (source?.type === 'finding' || source?.type === 'forecast' ? (source.id ?? null) : null);

/** Alert and AERO must belong to the box, and an order from an alert must name one. */
function sourceProblems(
  body: NewBody,
  alert: { box_id: number } | undefined,
  known: Known,
): FieldErrors | undefined {
  const { box, source } = body;
  const aero = aeroOf(body);
  const named = source?.alert == null ? 'id' : 'alert';
  if (alertOf(body) !== null && alert?.box_id !== box) return { source: { [named]: ['unknown'] } };
  if (aero !== null && known.boxes.get(aero) !== box)
    return body.aero == null ? { source: { id: ['aero_unknown'] } } : { aero: ['aero_unknown'] };
  if (source?.id != null && source.id !== madeFrom(body)) return { source: { id: ['unknown'] } };
  return source?.type === 'alert' && alert === undefined ? { source: { alert: ['required'] } } : undefined;
}

/** The type implied by the source's `id`; undefined by hand. */
function madeFrom(body: NewBody): number | null | undefined {
  const { type } = body.source ?? {};
  if (type === 'box') return body.box;
  if (type === 'alert') return alertOf(body);
  return type === 'finding' || type === 'forecast' ? aeroOf(body) : undefined;
}

/** Default values of an order; the database has the default of severity, so that a proposal keeps its own. */
const DEFAULTS = {
  title: '',
  description: '',
  due_on: null,
  assignee_id: null,
  external_reference: null,
  external_url: null,
} as const;

/** The columns set by a body. */
function namedOf(body: NewBody): Partial<NewOrder> {
  const { title, description, severity, due_on, assignee, external_reference, external_url } = body;
  const columns = {
    title,
    description,
    severity,
    due_on,
    assignee_id: assignee,
    external_reference,
    external_url,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value != null));
}

/** A forecast has its own kind; for a finding the default is the main fault. */
function kindOf(type: WorkSource, aero: number | null, { faults }: Known): WorkKind {
  if (type === 'forecast') return 'forecast';
  const [first] = aero === null || type !== 'finding' ? [] : (faults.get(aero) ?? []);
  return isWorkKind(first) ? first : GENERAL_KIND;
}

/** Clients and the people assigned their work, each pair once. */
function assignments(plans: readonly Plan[]): [client: number, user: number][] {
  const pairs = plans.flatMap((plan) =>
    'row' in plan && plan.row.assignee_id != null ? [`${plan.row.client_id},${plan.row.assignee_id}`] : [],
  );
  return [...new Set(pairs)].map((pair) => pair.split(',').map(Number) as [number, number]);
}

async function writeOrder(trx: Trx, row: NewOrder): Promise<Created> {
  const open = row.aero_id == null ? await openOfBox(trx, row.box_id, row.kind) : undefined;
  return open === undefined ? insertOrder(trx, row) : { id: open, created: false };
}

async function tellOf(trx: Trx, viewer: Viewer, ids: readonly number[], act: Act): Promise<void> {
  const rows = await ordersByIds(trx, viewer, ids);
  await recordAudit(
    trx,
    viewer,
    rows.map((row) => ({
      action: 'create',
      entity: 'work_orders',
      id: row.id,
      name: auditedOf(row, act).title,
      clientId: row.client_id,
      after: auditedOf(row, act),
    })),
  );
  await recordChanges(
    trx,
    rows.map((row) => ({ entity: 'work_orders', type: 'added', id: row.id, clientId: row.client_id })),
  );
  await noteMatters(trx, ids, 'created', userIdOf(viewer));
  for (const [client, own] of Map.groupBy(rows, (row) => row.client_id))
    await mattersChanged(
      trx,
      own.map(({ id }) => id),
      client,
    );
  await tellAssignees(trx, viewer, rows);
  await publishOrders(trx, 'work_order.created', rows);
}
