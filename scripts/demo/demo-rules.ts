/** Supervisors, tags and a firmware of the demonstration, in the language of its clients. */
import { createHash } from 'node:crypto';
import type { Api } from '../../simulator/fleet/api.ts';

interface Aero {
  readonly id: number;
  readonly box: number;
  readonly model_type: number;
}
interface Named {
  readonly id: number;
  readonly name: string;
  readonly client: number;
}

const now = { value: 0, unit: 'minutes' };
const minutes = (value: number) => ({ value, unit: 'minutes' });
const hours = (value: number) => ({ value, unit: 'hours' });
const email = { type: 'email' };
const sami = (level: string) => ({ type: 'sami', level });

/**
 * Rules of the supervisors; `model` restricts a rule to AEROs of that type, because its limits fit their
 * stroke.
 */
const RULES = [
  {
    name: 'Fin de course, Aero 1000',
    model: 2,
    enabled: true,
    conditions: [
      {
        metric: 'stroke',
        comparator: 'gte',
        value: 950,
        period: now,
        actions: [email, sami('improvement_needed')],
      },
      {
        metric: 'stroke',
        comparator: 'lte',
        value: 50,
        period: now,
        actions: [email, sami('improvement_needed')],
      },
      {
        metric: 'stroke',
        comparator: 'gte',
        value: 980,
        period: minutes(30),
        actions: [email, sami('unsatisfactory')],
      },
    ],
  },
  {
    name: 'Fin de course, Aero 480',
    model: 1,
    enabled: true,
    conditions: [
      {
        metric: 'stroke',
        comparator: 'gte',
        value: 455,
        period: now,
        actions: [email, sami('improvement_needed')],
      },
      {
        metric: 'stroke',
        comparator: 'lte',
        value: 25,
        period: now,
        actions: [email, sami('improvement_needed')],
      },
    ],
  },
  {
    name: 'Pression de gaz',
    enabled: true,
    conditions: [
      {
        metric: 'pressure',
        comparator: 'lt',
        value: 60,
        average: true,
        period: hours(1),
        actions: [email, sami('unsatisfactory')],
      },
      {
        metric: 'pressure',
        comparator: 'lt',
        value: 80,
        average: true,
        period: hours(6),
        actions: [email, sami('improvement_needed')],
      },
      {
        metric: 'pressure',
        comparator: 'varies',
        value: 4.2,
        period: hours(24),
        actions: [email, sami('improvement_needed')],
      },
    ],
  },
  {
    name: 'Batterie',
    enabled: true,
    conditions: [
      {
        metric: 'battery_voltage',
        comparator: 'lt',
        value: 3.7,
        average: true,
        period: hours(6),
        actions: [email],
      },
    ],
  },
  {
    name: 'Mouvement rapide',
    enabled: false,
    conditions: [
      { metric: 'displacement_time', comparator: 'gt', value: 80, period: hours(3), actions: [email] },
    ],
  },
] as const;

/** Creates the supervisors that a client does not have yet, over all its AEROs. */
export async function makeSupervisors(api: Api, client: number): Promise<void> {
  const aeros = await api.all<Aero>(`/aeros/?client=${client}`);
  const known = new Set((await api.all<Named>(`/supervisors/?client=${client}`)).map(({ name }) => name));
  for (const rule of RULES) {
    const watched = aeros.filter((aero) => !('model' in rule) || aero.model_type === rule.model);
    if (known.has(rule.name) || watched.length === 0) continue;
    const { name, enabled, conditions } = rule;
    await api.post('/supervisors/', {
      name,
      client,
      enabled,
      conditions,
      aeros: watched.map(({ id }) => id),
    });
  }
}

/** Two tags for each client. */
export async function makeTags(api: Api, client: number): Promise<void> {
  const boxes = await api.all<{ id: number }>(`/boxes/?client=${client}`);
  const known = new Set((await api.all<Named>(`/tags/?client=${client}`)).map(({ name }) => name));
  const tags = [
    { name: 'Tournée d’hiver', color: '#1c7ed6', boxes: boxes.filter((_, i) => i % 3 === 0) },
    { name: 'Près d’une gare', color: '#e8590c', boxes: boxes.filter((_, i) => i % 5 === 1) },
  ];
  for (const tag of tags) {
    if (!known.has(tag.name))
      await api.post('/tags/', { ...tag, client, boxes: tag.boxes.map(({ id }) => id) });
  }
}

export const NEW_FIRMWARE = '2.4.0';

/** A firmware that every box may install: only the demonstration's boxes accept its bytes as a program. */
export async function makeFirmware(base: string, token: string, api: Api): Promise<void> {
  const known = await api.all<{ version: string }>('/firmwares/');
  if (known.some(({ version }) => version === NEW_FIRMWARE)) return;
  const blocks = Array.from({ length: 8192 }, (_, i) =>
    createHash('sha256').update(`demonstration ${i}`).digest(),
  );
  const form = new FormData();
  form.set('version', NEW_FIRMWARE);
  form.set('description', 'Modem plus sobre, capteurs prêts plus vite.');
  form.set('file', new Blob(blocks), `aerobox-${NEW_FIRMWARE}.bin`);
  const response = await fetch(`${base}/firmwares/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The firmware was refused: ${response.status} ${await response.text()}`);
}
