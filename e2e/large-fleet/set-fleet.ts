import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { fillAlerts, fillFleet } from '../../testing/store-fleet.ts';
import { makeExtras } from '../extras.ts';
import type { Places } from '../screens.ts';

export const BOXES = 12_000;
export const AEROS = 2 * BOXES;
export const ALERTS = 2400;
/** `fillFleet` spreads boxes over this many lines. */
const LINES = 40;
export const ON_A_LINE = BOXES / LINES;
export const LINE = '830000';

export interface LargeFleet extends Places {
  server: TestServer;
  aeros: readonly number[];
  lastBox: { id: number; serial: string };
}

/** A client with more boxes than any tab loads, filled by SQL; each of its last AEROs has an open alert. */
export async function setFleet(): Promise<LargeFleet> {
  const server = await startTestServer({ checkAnswers: false });
  const client = await server.createClient('Réseau entier');
  const { boxes, aeros } = await fillFleet(server.db, BOXES, { client: client.id });
  const { id: person } = await server.createUser({ level: 'member', client: client.id });
  const [first] = boxes;
  const supervisor = await server.admin.api.post<{ id: number }>('/supervisors/', {
    name: 'Cold enough',
    client: client.id,
    aeros: aeros.slice(0, 2),
    conditions: [
      {
        metric: 'temperature',
        comparator: 'lt',
        value: -60,
        period: { value: 1, unit: 'hours' },
        actions: [{ type: 'email' }],
      },
    ],
  });
  const alerts = await fillAlerts(server.db, aeros.slice(-ALERTS), {
    client: client.id,
    supervisor: supervisor.body.id,
  });
  const extras = await makeExtras(server.admin.api, client.id, first!);
  const last = boxes.at(-1)!;
  const { serial_number } = await server.db
    .selectFrom('boxes')
    .select('serial_number')
    .where('id', '=', last)
    .executeTakeFirstOrThrow();
  return {
    ...extras,
    server,
    aeros,
    clients: { own: client.id },
    boxes: [{ id: first!, client: client.id, aeros: aeros.slice(0, 2).map((id) => ({ id })) }],
    supervisor: supervisor.body.id,
    alert: alerts[0]!,
    person,
    lastBox: { id: last, serial: serial_number },
  };
}
