/** Registers a fleet in the console over its HTTP interface: clients, boxes, device passwords. */
import { pathToFileURL } from 'node:url';
import type { BoxDescriptor } from '../box/descriptor.ts';
import type { Credentials } from '../context.ts';
import { helpOf, provisionOptions } from '../options.ts';
import { type Api, apiOf, logIn } from './api.ts';
import { readCredentials, writeCredentials } from './credentials-file.ts';
import { generateFleet } from './fleet.ts';

export interface ProvisionOptions {
  readonly api: Api;
  readonly fleet: readonly BoxDescriptor[];
  /** Names of the clients. */
  readonly clients: Readonly<Record<BoxDescriptor['client'], string>>;
  /** Passwords of earlier runs, by serial number; new ones are added. */
  readonly credentials: Map<string, Credentials>;
  /** Desired fields besides the AERO types, such as upload_time. */
  readonly desired?: Readonly<Record<string, unknown>>;
  /** Requests at the same time. */
  readonly atOnce?: number;
}

export interface Fleet {
  /** Ids of the clients and of the boxes by serial number. */
  readonly clients: Readonly<Record<BoxDescriptor['client'], number>>;
  readonly boxes: ReadonlyMap<string, number>;
  readonly created: number;
}

interface Named {
  readonly id: number;
  readonly name: string;
}
interface KnownBox {
  readonly id: number;
  readonly serial_number: string;
}

/** The body of a box's creation, without the fields that only the simulator knows. */
export function boxBody(
  box: BoxDescriptor,
  client: number,
  desired: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const type = (position: number) => box.aeros.find((aero) => aero.position === position)?.model_type ?? 0;
  return {
    serial_number: box.serial_number,
    name: box.name,
    latitude: box.latitude,
    longitude: box.longitude,
    client,
    installation_date: box.installation_date,
    line: box.line,
    kilometer_point: box.kilometer_point,
    pole: box.pole,
    iccid: box.iccid,
    aeros: box.aeros.map(({ tensioner: _, sensors: __, ...aero }) => aero),
    desired: { aero1_type: type(1), aero2_type: type(2), ...desired },
  };
}

/** Idempotent: it finds clients by name, boxes by serial number, passwords in the file. */
export async function provision(options: ProvisionOptions): Promise<Fleet> {
  const { api, fleet, credentials } = options;
  const clients = {
    railway: await clientOf(api, options.clients.railway),
    tram: fleet.some(({ client }) => client === 'tram') ? await clientOf(api, options.clients.tram) : 0,
  };
  const known = await api.all<KnownBox>('/boxes/');
  const boxes = new Map(known.map(({ id, serial_number }) => [serial_number, id]));
  const { installation } = await api.get<{ installation: string }>('/firmwares/public-key/');
  let created = 0;
  await inParallel(fleet, options.atOnce ?? 8, async (box) => {
    let id = boxes.get(box.serial_number);
    if (id === undefined) {
      const body = boxBody(box, clients[box.client], options.desired);
      id = (await api.post<KnownBox>('/boxes/', body)).id;
      boxes.set(box.serial_number, id);
      created += 1;
    }
    const client = clients[box.client];
    const known = credentials.get(box.serial_number);
    if (known !== undefined)
      return void credentials.set(box.serial_number, { ...known, client, installation });
    const { username, password } = await api.post<Credentials>(`/boxes/${id}/credentials/`, {});
    credentials.set(box.serial_number, { username, password, client, installation });
  });
  return { clients, boxes, created };
}

async function clientOf(api: Api, name: string): Promise<number> {
  const known = (await api.all<Named>('/clients/')).find((client) => client.name === name);
  return known?.id ?? (await api.post<Named>('/clients/', { name })).id;
}

async function inParallel<T>(
  list: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, list.length) }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const help = helpOf('provision.ts', args);
  if (help) return void process.stdout.write(help);
  const options = provisionOptions(args);
  const token = options.token ?? (await logIn(options.api, options.email, options.password));
  const credentials = await readCredentials(options.credentials);
  const fleet = generateFleet(options);
  try {
    const done = await provision({ ...options, api: apiOf(options.api, token), fleet, credentials });
    process.stdout.write(`${fleet.length} boxes, ${done.created} of them new\n`);
  } finally {
    // A password is shown once: those created before a failure are stored too.
    await writeCredentials(options.credentials, credentials);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main().catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
