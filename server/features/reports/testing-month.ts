import { HOUR } from '@aerowatch/domain/durations';
import type { TestBox, TestUser } from '../../../testing/store-builders.ts';
import type { testServer } from '../../../testing/test-server.ts';
import { gatherWeeks } from '../forecast/weeks/store-weeks.ts';
import { ingest } from '../measures/testing.ts';
import { propose, storeLeaks } from './testing.ts';

/** A Monday: last month is October. */
export const NOW = Date.UTC(2026, 10, 2, 8);
/** A day of October 2026. */
export const day = (date: number, hour = 12) => new Date(Date.UTC(2026, 9, date, hour));

type Server = Awaited<ReturnType<typeof testServer>>;
export interface Month {
  client: { id: number; name: string };
  manager: TestUser;
  /** Three of two AEROs each. */
  boxes: readonly TestBox[];
}

/** October 2026 of one client: measures, alerts, a leak, the week ahead, work orders. */
export async function storeMonth(server: Server): Promise<Month> {
  const client = await server.createClient('Réseau d’essai');
  const manager = await server.createUser({
    level: 'privileged',
    client: client.id,
    language: 'fr',
    time_zone: 'Europe/Paris',
  });
  const boxes: TestBox[] = [];
  for (let i = 0; i < 3; i += 1)
    boxes.push(
      await server.createBox({
        client: client.id,
        created_at: new Date(Date.UTC(2026, 8, 1)),
        line: 'Dijon – Vallorbe',
        kilometer_point: 12.345 + i,
        aeros: [
          { track_number: 'V1' },
          { track_number: 'V2', sami: i === 0 ? 'unsatisfactory' : 'satisfactory' },
        ],
      } as never),
    );
  const month = { client, manager, boxes };
  await storeMeasures(server, month);
  await storeAlerts(server, month);
  await storeLeaks(server.db, [boxes[1]!.aeroIds[0]!], {
    noticed: day(12).getTime(),
    actBy: Date.UTC(2026, 10, 20),
    reaches: [Date.UTC(2026, 11, 5), Date.UTC(2027, 0, 8), Date.UTC(2027, 1, 9)],
  });
  await storeForecasts(server, month);
  await storeOrders(server, month);
  await propose(server.db, NOW);
  return month;
}

/** The first box sends all month, the second on twenty of thirty-one days, the third never. */
async function storeMeasures(server: Server, { boxes }: Month): Promise<void> {
  const [first, second] = boxes as [TestBox, TestBox];
  const at = (date: number, hour: number) => day(date, hour).getTime() / 1000;
  const sent = Array.from({ length: 120 }, (_, i) => ({
    at: at(1, 0) + i * 6 * 3600,
    temperature: 10 + (i % 4),
    pressure: 180,
    stroke: 500 + (i % 4) * 5,
  }));
  await ingest(server, first.serial, 1, sent);
  await ingest(server, second.serial, 1, sent.slice(0, 80));
  await server.db
    .insertInto('sami_history')
    .values({
      aero_id: first.aeroIds[1]!,
      from_level: 'satisfactory',
      to_level: 'unsatisfactory',
      at: day(15),
    } as never)
    .execute();
}

async function storeAlerts(server: Server, { client, boxes }: Month): Promise<void> {
  const first = boxes[0]!;
  const alert = (aero_id: number, opened_at: Date, seen_at: Date | null) =>
    alertOf({ aero_id, box_id: first.id, client_id: client.id }, opened_at, seen_at);
  await server.db
    .insertInto('alerts')
    .values([
      alert(first.aeroIds[0]!, day(3), new Date(day(3).getTime() + 6 * HOUR)),
      alert(first.aeroIds[0]!, day(9), new Date(day(9).getTime() + 20 * HOUR)),
      alert(first.aeroIds[0]!, day(20), null),
      // From the month before, closed in this one.
      alert(first.aeroIds[0]!, new Date(Date.UTC(2026, 8, 30)), day(2)),
    ])
    .execute();
}

/** Open alerts of the same rule. */
export async function openAlerts(
  server: Server,
  client_id: number,
  all: readonly { aero: number; box: number }[],
): Promise<void> {
  await server.db
    .insertInto('alerts')
    .values(all.map(({ aero, box }) => alertOf({ aero_id: aero, box_id: box, client_id }, day(20), null)))
    .execute();
}

interface Whose {
  aero_id: number;
  box_id: number;
  client_id: number;
}
function alertOf(whose: Whose, opened_at: Date, seen_at: Date | null) {
  return {
    ...whose,
    supervisor_name: 'Heat',
    condition_id: 1,
    condition: JSON.stringify({
      metric: 'temperature',
      comparator: 'gt',
      value: 30,
      percent: 100,
      average: false,
      period: { value: 10, unit: 'minutes' },
      actions: [],
    }),
    opened_at,
    seen_at,
    value: 31,
    last_value: 31,
    last_at: opened_at,
  } as never;
}

/** Two days of the week ahead, on which the leaking AERO may reach its hot stop. */
async function storeForecasts(server: Server, { boxes }: Month): Promise<void> {
  const second = boxes[1]!;
  const ahead = (day: string, values: object) =>
    ({
      aero_id: second.aeroIds[0]!,
      day,
      issued_at: new Date(NOW - HOUR),
      lead: 1,
      basis: 'climate',
      temperature_min: -2,
      temperature_max: 31,
      margin_cold: 0.01,
      ...values,
    }) as never;
  await server.db
    .insertInto('forecasts')
    .values([
      ahead('2026-11-03', { margin_hot: 0.25, chance: 0.25 }),
      ahead('2026-11-05', { margin_hot: 0.62, chance: 0.62 }),
    ])
    .execute();
  await gatherWeeks(server.db, [second.aeroIds[0]!]);
}

async function storeOrders(server: Server, { client, boxes }: Month): Promise<void> {
  const [first, second] = boxes as [TestBox, TestBox];
  const order = (values: object) =>
    ({ client_id: client.id, box_id: first.id, source: 'manual', ...values }) as never;
  await server.db
    .insertInto('work_orders')
    .values([
      order({
        kind: 'leak',
        aero_id: first.aeroIds[0],
        created_at: day(4),
        state: 'done',
        verdict: 'found',
        closed_at: day(6),
      }),
      order({
        kind: 'leak',
        aero_id: first.aeroIds[0],
        created_at: day(7),
        state: 'done',
        verdict: 'not_found',
        closed_at: day(8),
      }),
      order({
        kind: 'friction',
        aero_id: second.aeroIds[1],
        box_id: second.id,
        created_at: day(9),
        due_on: '2026-10-20',
      }),
      // Closed after the end of the month, so it counts as open.
      order({
        kind: 'seized',
        aero_id: first.aeroIds[0],
        created_at: day(11),
        state: 'cancelled',
        closed_at: new Date(NOW - HOUR),
      }),
    ])
    .execute();
}
