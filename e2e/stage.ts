import { existsSync } from 'node:fs';
import { DAY } from '@aerowatch/domain/durations';
import { hashPassword } from '../server/features/credentials/passwords.ts';
import type { Credentials } from '../simulator/context.ts';
import { apiOf } from '../simulator/fleet/api.ts';
import { generateFleet } from '../simulator/fleet/fleet.ts';
import { provision } from '../simulator/fleet/provision.ts';
import { startFleet } from '../simulator/fleet/start-fleet.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { within } from './appearance/ends.ts';
import { makeExtras } from './extras.ts';
import type { Places } from './screens.ts';

/** Password of the member and the manager. */
export const STAGE_PASSWORD = 'seven masts by the track';

/**
 * A console with two clients, users of each level, six boxes with three days of history and some data of
 * every kind.
 */
export interface Stage extends Places {
  server: TestServer;
  clients: { own: number; other: number };
  people: Record<
    'observer' | 'member' | 'privileged' | 'admin',
    { id: number; token: string; email: string }
  >;
  boxes: { id: number; serial_number: string; client: number; aeros: { id: number }[] }[];
  stop(): Promise<void>;
}

async function until<T>(what: string, look: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${seconds} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function createSupervisor(server: TestServer, client: number, aeros: number[]): Promise<number> {
  const condition = {
    metric: 'temperature',
    comparator: 'lt',
    value: 60,
    period: { value: 1, unit: 'hours' },
    actions: [{ type: 'email' }],
  };
  const made = await server.admin.api.post('/supervisors/', {
    name: 'Cold enough',
    client,
    aeros,
    conditions: [condition],
  });
  return (made.body as { id: number }).id;
}

/** Creates users of a client, all with `STAGE_PASSWORD`. */
async function personMaker(server: TestServer, client: number) {
  const password_hash = await hashPassword(STAGE_PASSWORD);
  return async (level: 'observer' | 'member' | 'privileged') =>
    server.createUser({
      level,
      client,
      password_hash,
      ...(level === 'member' ? { email: 'eloise@example.com' } : {}),
      first_name: 'Élodie',
      last_name: { observer: 'Visiteuse', member: 'Technicienne', privileged: 'Responsable' }[level],
    });
}

export async function setStage(): Promise<Stage> {
  if (!existsSync(new URL('../web/dist/index.html', import.meta.url)))
    throw new Error('web/dist is not built: npm run build');
  const server = await startTestServer();
  const fleet = generateFleet({ boxes: 6, seed: 1 });
  const credentials = new Map<string, Credentials>();
  const { clients } = await provision({
    api: apiOf(`${server.url}/api`, server.admin.token),
    fleet,
    clients: { railway: 'Réseau Grandes Lignes', tram: 'Tram Métropole' },
    credentials,
  });
  // Sorted, because they are created concurrently in a random order.
  const { body: boxes } = await server.admin.api.get<{ results: Stage['boxes'] }>(
    '/boxes/?page_size=100&ordering=serial_number',
  );
  const own = boxes.results.find((box) => box.aeros.length === 2)!.client;
  const other =
    Object.values(clients).find((client) => client !== own) ??
    (await server.createClient('Tram Métropole 2')).id;
  const aeros = boxes.results
    .filter((box) => box.client === own)
    .flatMap((box) => box.aeros.map((aero) => aero.id));
  const supervisor = await createSupervisor(server, own, aeros);
  const running = await startFleet({
    fleet,
    url: server.mqttUrl,
    seed: 1,
    credentials,
    from: Date.now() - 3 * DAY,
  });
  await within(running.caughtUp, 'the boxes to have sent three days');
  await within(running.stop(), 'the boxes to stop');
  const alert = await until(
    'an alert',
    async () => (await server.admin.api.get<{ id: number }[]>('/alerts/opened/')).body[0]?.id,
  );
  const newPerson = await personMaker(server, own);
  const member = await newPerson('member');
  const ownBox = boxes.results.find((box) => box.client === own && box.aeros.length === 2)!;
  return {
    ...(await makeExtras(server.admin.api, own, ownBox.id)),
    server,
    clients: { own, other },
    people: {
      observer: await newPerson('observer'),
      member,
      privileged: await newPerson('privileged'),
      admin: server.admin,
    },
    person: member.id,
    boxes: boxes.results,
    supervisor,
    alert,
    stop: () => server.stop(),
  };
}

/** Profile and token as the console stores them after sign-in. */
export async function sessionOf(
  stage: Stage,
  level: keyof Stage['people'],
  changes: object = {},
): Promise<{ token: string; user: unknown }> {
  const { token } = stage.people[level];
  const { body } = await stage.server.api(token).patch('/me/', changes);
  return { token, user: body };
}

/** The link in the newest e-mail about a forgotten password. */
export async function resetLinkOf(stage: Stage): Promise<string> {
  const { payload } = await stage.server.db
    .selectFrom('messages')
    .select('payload')
    .where('kind', '=', 'reset')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return stage.server.parts.vault.open((payload as { sealed: string }).sealed, 'messages.payload.path');
}
